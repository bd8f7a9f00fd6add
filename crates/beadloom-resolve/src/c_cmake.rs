//! CMake: include folders, also by variables, and which targets link which.
//!
//! Nothing is run. A variable has all the values that any branch gives it; a folder that is not there is passed over later.

use std::collections::{BTreeMap, BTreeSet};

use super::c_include::Include;
use super::manifest::Manifests;
use super::paths;

/// Include folders of one list file are read up to this many.
const MAX_FOLDER_ITEMS: usize = 1_000;

/// Values of one variable, and bytes of one.
const MAX_VALUE_ITEMS: usize = 500;
const MAX_VALUE_BYTES: usize = 1_000;

/// Variables of one list file, those of the lists around it included.
const MAX_VARIABLE_ITEMS: usize = 2_000;

/// List files that links are followed over.
const MAX_LINK_ITEMS: usize = 2_000;

/// Stands for the project's root at the beginning of a value: no path is written so.
const ROOT: &str = "\u{1}/";

/// What the list files say.
#[derive(Debug, Default)]
pub(super) struct CMake {
    pub(super) includes: Vec<Include>,
    /// Folders with a list file to those whose targets are linked there, directly or not.
    pub(super) links: BTreeMap<String, BTreeSet<String>>,
}

type Variables = BTreeMap<String, BTreeSet<String>>;

/// A list file as it is read.
struct Scope<'a> {
    folder: &'a str,
    /// What `PROJECT_SOURCE_DIR` and `CMAKE_SOURCE_DIR` are.
    project: &'a str,
    top: &'a str,
    /// `NAME_SOURCE_DIR` by its name.
    named: &'a BTreeMap<String, String>,
    variables: Variables,
}

/// Who links what.
#[derive(Default)]
struct Links {
    /// Target to the folder of its list file.
    targets: BTreeMap<String, String>,
    /// A target, what it links, and whether that is passed on.
    linked: Vec<(String, String, bool)>,
}

/// Reads all list files.
pub(super) fn cmake(manifests: &mut Manifests<'_>) -> CMake {
    let lists: BTreeMap<String, String> = manifests
        .named("CMakeLists.txt")
        .into_iter()
        .filter_map(|path| Some((paths::parent(&path).to_owned(), manifests.text(&path)?)))
        .collect();
    let mut projects: BTreeSet<&str> = BTreeSet::new();
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    for (folder, text) in &lists {
        for (_, arguments) in commands(text).filter(|(name, _)| name.eq_ignore_ascii_case("project")) {
            projects.insert(folder);
            if let Some(name) = arguments.first() {
                named.entry(format!("{name}_SOURCE_DIR")).or_insert_with(|| folder.clone());
            }
        }
    }
    let mut found = CMake::default();
    let mut links = Links::default();
    let mut known: BTreeMap<&str, Variables> = BTreeMap::new();
    // A folder comes before those in it, so what is set around a list file is known.
    for (folder, text) in &lists {
        let around = paths::ancestors(folder).skip(1).find_map(|around| known.get(around));
        let mut scope = Scope {
            folder,
            project: paths::ancestors(folder).find(|folder| projects.contains(folder)).unwrap_or(folder),
            top: paths::ancestors(folder)
                .filter(|folder| lists.contains_key(*folder))
                .last()
                .unwrap_or(folder),
            named: &named,
            variables: if folder.is_empty() {
                Variables::default()
            } else {
                around.cloned().unwrap_or_default()
            },
        };
        scope.read(text, &mut found.includes, &mut links);
        known.insert(folder, scope.variables);
    }
    found.links = links.by_folder();
    found
}

impl Scope<'_> {
    fn read(&mut self, text: &str, includes: &mut Vec<Include>, links: &mut Links) {
        let mut count = 0;
        for (name, arguments) in commands(text) {
            match name.to_ascii_lowercase().as_str() {
                "set" => self.set(&arguments),
                "list" => {
                    if let [operation, variable, values @ ..] = arguments.as_slice()
                        && (operation.eq_ignore_ascii_case("APPEND")
                            || operation.eq_ignore_ascii_case("PREPEND"))
                    {
                        self.add(variable, values);
                    }
                }
                "add_library" | "add_executable" => {
                    if let Some(target) = arguments.first() {
                        for target in self.expand(target) {
                            links.targets.entry(target).or_insert_with(|| self.folder.to_owned());
                        }
                    }
                    if let [alias, kind, of, ..] = arguments.as_slice()
                        && *kind == "ALIAS"
                    {
                        links.linked.push(((*alias).to_owned(), (*of).to_owned(), true));
                    }
                }
                "target_link_libraries" => self.link(&arguments, links),
                "include_directories" if count < MAX_FOLDER_ITEMS => {
                    count += self.include(&arguments, false, includes);
                }
                "target_include_directories" if count < MAX_FOLDER_ITEMS => {
                    count += self.include(arguments.get(1..).unwrap_or_default(), true, includes);
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, arguments: &[&str]) {
        let Some((variable, values)) = arguments.split_first() else { return };
        let end = values
            .iter()
            .position(|value| matches!(*value, "CACHE" | "PARENT_SCOPE"))
            .unwrap_or(values.len());
        self.add(variable, values.get(..end).unwrap_or_default());
    }

    fn add(&mut self, variable: &str, values: &[&str]) {
        if self.variables.len() >= MAX_VARIABLE_ITEMS && !self.variables.contains_key(variable) {
            return;
        }
        let values: Vec<String> = values.iter().flat_map(|value| self.expand(value)).collect();
        let known = self.variables.entry(variable.to_owned()).or_default();
        let room = MAX_VALUE_ITEMS.saturating_sub(known.len());
        known.extend(values.into_iter().filter(|value| value.len() <= MAX_VALUE_BYTES).take(room));
    }

    fn link(&self, arguments: &[&str], links: &mut Links) {
        let Some((target, libraries)) = arguments.split_first() else { return };
        let mut passed_on = true;
        for library in libraries {
            match *library {
                "PUBLIC" | "INTERFACE" | "LINK_PUBLIC" => passed_on = true,
                "PRIVATE" | "LINK_PRIVATE" => passed_on = false,
                library => {
                    for target in self.expand(target) {
                        let libraries = self.expand(library).into_iter();
                        links.linked.extend(libraries.map(|library| (target.clone(), library, passed_on)));
                    }
                }
            }
        }
    }

    /// Include folders of a command; says how many. `target`: of one target, which passes on those that are not private.
    fn include(&self, arguments: &[&str], target: bool, includes: &mut Vec<Include>) -> usize {
        let mut is_public = target;
        let before = includes.len();
        for argument in arguments {
            match *argument {
                "PUBLIC" | "INTERFACE" => is_public = true,
                "PRIVATE" => is_public = false,
                "SYSTEM" | "BEFORE" | "AFTER" => {}
                argument => {
                    let inner = argument
                        .strip_prefix("$<BUILD_INTERFACE:")
                        .map_or(argument, |of| of.trim_end_matches('>'));
                    let folders = self.expand(inner).into_iter().filter_map(|path| self.path(&path));
                    includes.extend(folders.map(|folder| Include {
                        scope: self.folder.to_owned(),
                        folder,
                        is_public,
                        is_of_commands: false,
                    }));
                }
            }
        }
        includes.len() - before
    }

    /// The values of an argument; none where a variable in it is not known.
    fn expand(&self, argument: &str) -> Vec<String> {
        let mut found = vec![String::new()];
        let mut rest = argument;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((variable, behind)) = after.split_once('}') else { return Vec::new() };
            let values = self.values(variable);
            found = found
                .iter()
                .flat_map(|start| values.iter().map(move |value| format!("{start}{before}{value}")))
                .filter(|value| value.len() <= MAX_VALUE_BYTES)
                .take(MAX_VALUE_ITEMS)
                .collect();
            rest = behind;
        }
        found.iter_mut().for_each(|value| value.push_str(rest));
        found
            .iter()
            .flat_map(|value| value.split(';'))
            .filter(|value| !value.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn values(&self, variable: &str) -> Vec<String> {
        let folder = match variable {
            "CMAKE_CURRENT_SOURCE_DIR" | "CMAKE_CURRENT_LIST_DIR" => Some(self.folder),
            "PROJECT_SOURCE_DIR" => Some(self.project),
            "CMAKE_SOURCE_DIR" => Some(self.top),
            name => self.named.get(name).map(String::as_str),
        };
        match folder {
            Some(folder) => vec![format!("{ROOT}{folder}")],
            None => self
                .variables
                .get(variable)
                .map(|values| values.iter().cloned().collect())
                .unwrap_or_default(),
        }
    }

    fn path(&self, value: &str) -> Option<String> {
        if value.contains(['$', '<', '>']) {
            return None;
        }
        match value.strip_prefix(ROOT) {
            Some(path) => paths::resolve("", path.trim_start_matches('/')),
            None => paths::resolve(self.folder, value),
        }
    }
}

impl Links {
    /// Of each folder those whose targets its own ones link.
    fn by_folder(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut of: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
        for (target, library, passed_on) in &self.linked {
            of.entry(target).or_default().push((library, *passed_on));
        }
        let mut links: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (target, folder) in &self.targets {
            let mut seen: BTreeSet<&str> = BTreeSet::from([target.as_str()]);
            let mut waiting: Vec<&str> = vec![target];
            while let Some(one) = waiting.pop() {
                for (library, passed_on) in of.get(one).into_iter().flatten() {
                    if (*passed_on || one == target.as_str())
                        && seen.len() < MAX_LINK_ITEMS
                        && seen.insert(library)
                    {
                        waiting.push(library);
                    }
                }
            }
            let linked = seen.into_iter().filter(|one| one != target).filter_map(|one| self.targets.get(one));
            let known = links.entry(folder.clone()).or_default();
            known.extend(linked.filter(|other| *other != folder).cloned());
        }
        links
    }
}

/// The commands of a list file with their arguments, unquoted.
fn commands(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = skip_blank(rest);
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if let Some(open) = after.trim_start().strip_prefix('(').filter(|_| !name.is_empty()) {
                let (arguments, after) = arguments(open);
                rest = after;
                return Some((name, arguments));
            }
            let mut chars = after.chars();
            chars.next()?;
            rest = chars.as_str();
        }
    })
}

fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.find('\n').map_or("", |end| comment.get(end..).unwrap_or("")).trim_start();
    }
    rest
}

/// Arguments up to the bracket that closes a command, and what follows.
fn arguments(text: &str) -> (Vec<&str>, &str) {
    let mut found = Vec::new();
    let mut rest = text;
    let mut depth = 0usize;
    loop {
        rest = skip_blank(rest);
        let mut chars = rest.chars();
        match chars.next() {
            None => return (found, ""),
            Some(')') if depth == 0 => return (found, chars.as_str()),
            Some('(') => {
                depth += 1;
                rest = chars.as_str();
            }
            Some(')') => {
                depth -= 1;
                rest = chars.as_str();
            }
            Some('"') => {
                let quoted = chars.as_str();
                let end = quoted.find('"').unwrap_or(quoted.len());
                found.extend(quoted.get(..end));
                rest = quoted.get(end + 1..).unwrap_or("");
            }
            Some(_) => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '#'))
                    .unwrap_or(rest.len());
                found.extend(rest.get(..end));
                rest = rest.get(end.max(1)..).unwrap_or("");
            }
        }
    }
}
