//! Scripts of `package.json`, as npm, pnpm, yarn and bun are told to run them.

use std::collections::BTreeSet;

use crate::manifests::{Manifests, NodePackage};

/// What runs a script by its name.
const RUN: &[&str] = &["run", "run-script", "rum", "urn"];

/// Scripts that npm, pnpm and yarn run without `run`, by the words for them.
const SHORT: &[(&str, &str)] = &[
    ("test", "test"),
    ("tst", "test"),
    ("t", "test"),
    ("start", "start"),
    ("stop", "stop"),
    ("restart", "restart"),
];

/// Flags that change nothing about which script is run.
const SAYS_LESS: &[&str] = &["-s", "--silent", "-q", "--quiet", "-d", "--verbose", "--no-color", "--color"];

/// Flags whose value is a package of the project or its folder.
const PACKAGE: &[&str] = &["-w", "--workspace", "--filter", "-F", "--prefix", "-C", "--cwd", "--dir"];

/// A script that a command runs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command<'a> {
    pub(crate) program: &'a str,
    pub(crate) name: &'a str,
    /// The package, by name or folder; None: that of the folder where the command is run.
    package: Option<&'a str>,
    /// Whether it is run without `run`.
    pub(crate) is_short: bool,
}

/// The script that a command names; None where it names none, or nobody can say which.
pub(crate) fn command<'a>(words: &[&'a str]) -> Option<Command<'a>> {
    let (program, rest) = words.split_first()?;
    if !matches!(*program, "npm" | "pnpm" | "yarn" | "bun") {
        return None;
    }
    let mut package = None;
    let mut said = Vec::new();
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        if *word == "--" {
            break;
        }
        if !word.starts_with('-') {
            said.push(*word);
            continue;
        }
        if PACKAGE.contains(word) {
            package = Some(*rest.next()?);
        } else if let Some((flag, value)) = word.split_once('=')
            && PACKAGE.contains(&flag)
        {
            package = Some(value);
        } else if *word == "--if-present" || (said.is_empty() && !SAYS_LESS.contains(word)) {
            // Another flag before the name may lead to another folder.
            return None;
        }
    }
    let name = match said[..] {
        ["workspace", of, run, name, ..] if *program == "yarn" && RUN.contains(&run) => {
            package = Some(of);
            name
        }
        ["workspace", of, name, ..] if *program == "yarn" => {
            package = Some(of);
            short(program, name)?
        }
        [run, name, ..] if RUN.contains(&run) => name,
        [name, ..] => short(program, name)?,
        [] => return None,
    };
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'));
    let is_short = !said.iter().any(|word| RUN.contains(word));
    is_name.then_some(Command { program, name, package, is_short })
}

/// The script that a word means without `run`.
fn short(program: &str, word: &str) -> Option<&'static str> {
    let (_, name) = SHORT.iter().find(|(short, _)| *short == word)?;
    // bun has a test runner of its own. Short words are npm's and pnpm's.
    let is_other = program == "bun" && *name != "start" || program == "yarn" && word != *name;
    (!is_other).then_some(*name)
}

/// The names of scripts that are known where a command looks, and the file that has them; None where it does not fail for want of a
/// script, or nobody can say. `exists`: whether a file of the project is there.
pub(crate) fn known(
    command: &Command<'_>,
    manifests: &Manifests,
    exists: impl Fn(&str) -> bool,
) -> Option<(BTreeSet<String>, String)> {
    let all = manifests.scripts.as_ref()?;
    let (scripts, file, packages) = match command.package {
        None => (all.clone(), "package.json".to_owned(), manifests.packages.iter().collect::<Vec<_>>()),
        Some(wanted) => {
            let package = named(wanted, &manifests.packages)?;
            let file = if package.folder.is_empty() {
                "package.json".to_owned()
            } else {
                format!("{}/package.json", package.folder)
            };
            (package.scripts.clone(), file, vec![package])
        }
    };
    if scripts.contains(command.name) {
        return Some((scripts, file));
    }
    let in_package = |package: &NodePackage, name: &str| match package.folder.as_str() {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let has_server = || packages.iter().any(|package| exists(&in_package(package, "server.js")));
    let works = match (command.program, command.name) {
        // Without such a script they start what is called so.
        ("npm" | "pnpm", "start") => has_server(),
        // Without such a script npm stops and starts.
        ("npm", "restart") => scripts.contains("start") || scripts.contains("stop") || has_server(),
        // They also run the programs of packages, and bun runs files.
        ("yarn" | "bun", name) => {
            let is_file = packages.iter().any(|package| exists(&in_package(package, name)));
            let may_come =
                packages.iter().any(|package| package.needs.iter().any(|need| may_bring(need, name)));
            is_file || name == "tsc" || may_come
        }
        _ => false,
    };
    (!works).then_some((scripts, file))
}

/// Whether a package may bring a program of that name: `eslint`, `webpack-cli`, `@angular/cli` with `ng`.
fn may_bring(package: &str, program: &str) -> bool {
    let goes_on =
        |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('-'));
    let is_script = SHORT.iter().any(|(_, name)| *name == program);
    package == program
        || goes_on(package, program)
        || goes_on(program, package)
        || (package == "cli" && !is_script)
}

/// The package of a name or folder; None where it is none of the project, or a pattern.
fn named<'m>(wanted: &str, packages: &'m [NodePackage]) -> Option<&'m NodePackage> {
    let folder = wanted.trim_start_matches("./").trim_end_matches('/');
    let by_name = packages.iter().find(|package| package.name.as_deref() == Some(wanted));
    by_name.or_else(|| packages.iter().find(|package| package.folder == folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_a_script() {
        for (line, expected) in [
            ("npm run build", Some(("build", None))),
            ("npm run build:all -- --watch -w x", Some(("build:all", None))),
            ("npm run --silent lint", Some(("lint", None))),
            ("npm -s test", Some(("test", None))),
            ("npm t", Some(("test", None))),
            ("npm start", Some(("start", None))),
            ("npm run build --workspace=packages/a", Some(("build", Some("packages/a")))),
            ("npm test -w a", Some(("test", Some("a")))),
            ("npm --prefix web run dev", Some(("dev", Some("web")))),
            ("pnpm --filter @x/a test", Some(("test", Some("@x/a")))),
            ("yarn workspace a run build", Some(("build", Some("a")))),
            ("yarn workspace a test", Some(("test", Some("a")))),
            ("yarn test", Some(("test", None))),
            ("yarn t", None),
            ("bun run dev", Some(("dev", None))),
            ("bun start", Some(("start", None))),
            ("bun test", None),
            ("npm run build --if-present", None),
            ("npm --location=global run x", None),
            ("npm install", None),
            ("npm", None),
            ("npm run", None),
            ("npm -w", None),
            ("npm run <name>", None),
            ("make test", None),
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            let found = command(&words).map(|command| (command.name, command.package));
            assert_eq!(found, expected, "{line}");
        }
    }
}
