//! Commands in backticks and blocks of shell: scripts and targets that manifests define, and programs of the project.

use std::borrow::Cow;
use std::collections::BTreeSet;

use beadloom_graph::suggest::nearest;
use beadloom_model::LanguageId;
use beadloom_model::answers::ClaimKind;
use beadloom_model::languages::Layout;

use crate::document::Document;
use crate::findings::Audit;
use crate::node_scripts;
use crate::project::{Project, joined};
use crate::scope;

pub(crate) fn check(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    if !scope::is_for_developers(&document.path) && document.path != "README.md" {
        return;
    }
    // The README of a program that is published is for those who use it, but for some of its sections, and those that have a
    // command of the project.
    let all = document.path != "README.md" || project.manifests().private;
    let own = if all { BTreeSet::new() } else { own_sections(document, project) };
    let counts = |line: u32| {
        let heading = document.heading(line);
        all || scope::is_of_developers(heading) || own.contains(heading)
    };
    for span in document.spans().filter(|span| counts(span.line)) {
        check_line(document, project, audit, span.line, &span.text);
    }
    for (line, text) in document.shell.iter().filter(|(line, _)| counts(*line)) {
        for part in text.split("&&") {
            check_line(document, project, audit, *line, part.trim());
        }
    }
}

/// Headings of the sections with a command that a manifest of the project defines.
fn own_sections<'d>(document: &'d Document, project: &Project<'_>) -> BTreeSet<&'d str> {
    let spans = document.spans().map(|span| (span.line, span.text.as_str()));
    let shell = document.shell.iter().map(|(line, text)| (*line, text.as_str()));
    let defines = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        wanted(&words, project).is_some_and(|wanted| wanted.missing().is_none())
    };
    spans
        .chain(shell)
        .filter(|(_, text)| text.split("&&").any(defines))
        .map(|(line, _)| document.heading(line))
        .collect()
}

/// Things that a manifest of the project has to define.
struct Expected<'a> {
    names: Vec<&'a str>,
    known: Cow<'a, BTreeSet<String>>,
    what: &'static str,
    file: Cow<'static, str>,
    /// What runs another one, where it is not all before the name.
    program: Option<String>,
}

impl<'a> Expected<'a> {
    /// The first that is not defined.
    fn missing(&self) -> Option<&'a str> {
        self.names.iter().copied().find(|name| !self.known.contains(*name))
    }
}

fn check_line(document: &Document, project: &Project<'_>, audit: &mut Audit, line: u32, text: &str) {
    let text = text.split(['#', '|', ';', '>']).next().unwrap_or(text).trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(expected) = wanted(&words, project) {
        audit.compared(ClaimKind::Command);
        if let Some(name) = expected.missing()
            && !scope::is_command_elsewhere(&elsewhere(document, line))
        {
            let known = expected.known.iter().map(String::as_str);
            let near = nearest(name, known, 1).first().map(|near| {
                let before = words.iter().take_while(|word| **word != name).copied().collect::<Vec<_>>();
                let program = expected.program.clone().unwrap_or_else(|| before.join(" "));
                format!("{program} {near}")
            });
            let message = format!("{} has no {} {name}", expected.file, expected.what);
            audit.wrong(document, ClaimKind::Command, line, text, message, near);
        }
        return;
    }
    let Some(script) = script(&words) else { return };
    let Some(path) = joined("", script) else { return };
    if scope::is_elsewhere(&elsewhere(document, line)) || project.is_ignored(&path) {
        return;
    }
    let beside = joined(&document.folder, script).is_some_and(|path| project.exists(&path));
    if project.exists(&path) || beside || project.ends_with(&path) {
        audit.compared(ClaimKind::Command);
        return;
    }
    // Only where its folder is the project's: a command may be run in another place.
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if !folder.is_empty() && project.is_folder(folder) {
        audit.compared(ClaimKind::Command);
        let message = format!("{path} does not exist");
        audit.wrong(document, ClaimKind::Command, line, text, message, project.nearest(&path));
    }
}

/// In a block of shell only the line itself speaks.
fn elsewhere(document: &Document, line: u32) -> String {
    if document.shell.iter().any(|(number, _)| *number == line) {
        String::new()
    } else {
        document.sentence(line)
    }
}

fn wanted<'a>(words: &[&'a str], project: &'a Project<'_>) -> Option<Expected<'a>> {
    let manifests = project.manifests();
    if let Some(command) = node_scripts::command(words) {
        let (known, file) = node_scripts::known(&command, manifests, |path| project.exists(path))?;
        return Some(Expected {
            names: vec![command.name],
            known: Cow::Owned(known),
            what: "script",
            file: Cow::Owned(file),
            program: command.is_short.then(|| format!("{} run", command.program)),
        });
    }
    match words {
        ["make", rest @ ..] => {
            let known = manifests.targets.as_ref()?;
            let names = targets(rest)?;
            // A sentence may begin so; a command has one target at least.
            let is_command = names.len() == 1 || names.iter().any(|name| known.contains(*name));
            let (file, known) = (Cow::Borrowed("the Makefile"), Cow::Borrowed(known));
            is_command.then_some(Expected { names, known, what: "target", file, program: None })
        }
        ["just", name, ..] if is_name(name) && !name.starts_with('-') => {
            let known = Cow::Borrowed(manifests.recipes.as_ref()?);
            let file = Cow::Borrowed("the justfile");
            Some(Expected { names: vec![name], known, what: "recipe", file, program: None })
        }
        _ => None,
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
}

/// The targets that `make` is told to make; None where there are none, another folder's or file's are meant, or nobody can say.
fn targets<'a>(words: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut names = Vec::new();
    for word in words {
        match word.strip_prefix('-') {
            Some(flag) => {
                let jobs = flag.strip_prefix('j').unwrap_or(flag);
                let says_less =
                    ["s", "k", "B", "n", "i", "-silent", "-always-make", "-keep-going", "-dry-run"];
                if !says_less.contains(&flag) && !jobs.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
            }
            // `-j 4`, `V=1`
            None if word.bytes().all(|b| b.is_ascii_digit()) || word.contains('=') => {}
            None if is_name(word) && !word.contains('.') => names.push(*word),
            None => return None,
        }
    }
    (!names.is_empty()).then_some(names)
}

fn layouts() -> impl Iterator<Item = &'static Layout> {
    LanguageId::ALL.iter().map(|language| &language.facts().layout)
}

/// The script of the project that a command runs: `./scripts/x.sh`, `python tools/x.py`, `node scripts/x.mjs`.
fn script<'a>(words: &[&'a str]) -> Option<&'a str> {
    let path = match words {
        [program, path, ..]
            if *program == "perl" || layouts().any(|layout| layout.interpreters.contains(program)) =>
        {
            path
        }
        [path, ..] if path.starts_with("./") => path,
        _ => return None,
    };
    let ending = path.rsplit('/').next().unwrap_or(path).rsplit_once('.').map(|(_, ending)| ending)?;
    let known = ending == "pl" || layouts().any(|layout| layout.scripts.contains(&ending));
    let plain = path.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'));
    (known && plain && path.contains('/') && !path.starts_with('/') && !path.contains("..")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_make() {
        for (line, expected) in [
            ("test", Some(vec!["test"])),
            ("-j4 build test V=1", Some(vec!["build", "test"])),
            ("-j 4 -s build", Some(vec!["build"])),
            ("-C web build", None),
            ("-f other.mk build", None),
            ("out/a.o", None),
            ("$(TARGET)", None),
            ("", None),
            ("-j", None),
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(targets(&words), expected, "{line}");
        }
    }

    #[test]
    fn scripts_are_told_from_other_programs() {
        for (line, expected) in [
            ("./scripts/x.sh -v", Some("./scripts/x.sh")),
            ("python tools/x.py", Some("tools/x.py")),
            ("python -m x", None),
            ("python x.py", None),
            ("./configure", None),
            ("node /abs/x.js", None),
            ("bash ../x.sh", None),
            ("python $X/y.py", None),
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(script(&words), expected, "{line}");
        }
    }
}
