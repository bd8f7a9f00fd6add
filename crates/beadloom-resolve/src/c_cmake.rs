//! CMake: include folders, also by variables, and which targets link which.
//!
//! No command of a list file is run as a program. A variable has all the values that any branch gives it; a folder that is not there
//! is passed over later. Loops over known values and functions of the project are followed, up to a bound.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::c_cmake_commands::commands;
use super::c_cmake_links::Links;
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

/// Functions of a project, and how deep loops and calls of them stand in one another.
const MAX_FUNCTION_ITEMS: usize = 1_000;
const MAX_NESTED_CALLS: usize = 8;

/// Blocks in one another; what is deeper is passed over.
const MAX_DEPTH_BLOCKS: usize = 32;

/// Commands that all loops and functions of a project run. What is left is read once, as it is written.
const MAX_STEPS_ITEMS: usize = 100_000;

/// Arguments of a function that have a number, or a word before them.
const MAX_NUMBERED_ARGUMENTS: usize = 32;

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
    /// The arguments of the function that is run, in their order.
    given: Vec<String>,
    /// Variables that it made of them, and what they were before.
    parsed: Vec<(String, Option<BTreeSet<String>>)>,
    /// Include folders so far.
    count: usize,
    /// Blocks around what is read.
    depth: usize,
}

type Command<'a> = (&'a str, Vec<&'a str>);

/// A function or macro.
struct Function<'a> {
    parameters: Vec<&'a str>,
    body: Vec<Command<'a>>,
}

/// What all list files add to.
#[derive(Default)]
struct Shared<'a> {
    includes: Vec<Include>,
    links: Links,
    functions: BTreeMap<String, Rc<Function<'a>>>,
    /// What loops and functions may still run.
    room: usize,
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
    let mut shared = Shared { room: MAX_STEPS_ITEMS, ..Shared::default() };
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
            given: Vec::new(),
            parsed: Vec::new(),
            count: 0,
            depth: 0,
        };
        let all: Vec<Command<'_>> = commands(text).collect();
        scope.read(&all, 0, &mut shared);
        known.insert(folder, scope.variables);
    }
    CMake { links: shared.links.by_folder(), includes: shared.includes }
}

/// What follows up to the word that ends a block, blocks of the kind in it included.
fn block<'c, 'a>(all: &'c [Command<'a>], from: usize, begin: &str, end: &str) -> &'c [Command<'a>] {
    let rest = all.get(from..).unwrap_or_default();
    let mut depth = 0_usize;
    let close = rest.iter().position(|(name, _)| {
        if name.eq_ignore_ascii_case(begin) {
            depth += 1;
        } else if name.eq_ignore_ascii_case(end) {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
        false
    });
    rest.get(..close.unwrap_or(rest.len())).unwrap_or_default()
}

impl<'a> Scope<'a> {
    /// `nested`: what is read is run again and again, by a loop or a function.
    fn read(&mut self, all: &[Command<'a>], nested: usize, shared: &mut Shared<'a>) {
        if self.depth == MAX_DEPTH_BLOCKS {
            return;
        }
        self.depth += 1;
        self.read_block(all, nested, shared);
        self.depth -= 1;
    }

    fn read_block(&mut self, all: &[Command<'a>], nested: usize, shared: &mut Shared<'a>) {
        let mut at = 0;
        while let Some((name, arguments)) = all.get(at) {
            at += 1;
            if nested > 0 {
                if shared.room == 0 {
                    return;
                }
                shared.room -= 1;
            }
            match name.to_ascii_lowercase().as_str() {
                "foreach" => {
                    let body = block(all, at, "foreach", "endforeach");
                    at += body.len() + 1;
                    self.each(arguments, body, nested, shared);
                }
                name @ ("function" | "macro") => {
                    let body = block(all, at, name, &format!("end{name}"));
                    at += body.len() + 1;
                    // What needs no argument holds where it is written.
                    self.read(body, nested, shared);
                    if let Some((name, parameters)) = arguments.split_first()
                        && shared.functions.len() < MAX_FUNCTION_ITEMS
                    {
                        let function = Function { parameters: parameters.to_vec(), body: body.to_vec() };
                        shared.functions.insert(name.to_ascii_lowercase(), Rc::new(function));
                    }
                }
                name => match shared.functions.get(name).filter(|_| nested < MAX_NESTED_CALLS).cloned() {
                    Some(function) => self.call(&function, arguments, nested, shared),
                    None => self.command(name, arguments, nested, shared),
                },
            }
        }
    }

    /// A loop: its body for each value, or once where no value is known or there is no room for more.
    fn each(&mut self, head: &[&'a str], body: &[Command<'a>], nested: usize, shared: &mut Shared<'a>) {
        let Some((variable, rest)) = head.split_first() else { return };
        let mut values = Vec::new();
        let (mut plain, mut lists) = (true, false);
        for word in rest {
            match *word {
                "IN" => plain = false,
                "LISTS" | "ZIP_LISTS" if !plain => lists = true,
                "ITEMS" if !plain => lists = false,
                "RANGE" if plain => break,
                list if lists => values.extend(self.values(list)),
                value => values.extend(self.expand(value)),
            }
        }
        values.truncate(MAX_VALUE_ITEMS);
        let around = self.variables.remove(*variable);
        if values.is_empty() || nested >= MAX_NESTED_CALLS {
            self.variables.insert((*variable).to_owned(), values.into_iter().collect());
            self.read(body, nested, shared);
        } else {
            for value in values {
                shared.room = shared.room.saturating_sub(1);
                self.variables.insert((*variable).to_owned(), BTreeSet::from([value]));
                self.read(body, nested + 1, shared);
            }
        }
        self.restore(vec![((*variable).to_owned(), around)]);
    }

    /// A function of the project's own.
    fn call(
        &mut self,
        function: &Function<'a>,
        arguments: &[&'a str],
        nested: usize,
        shared: &mut Shared<'a>,
    ) {
        let given: Vec<String> = arguments.iter().flat_map(|argument| self.expand(argument)).collect();
        shared.room = shared.room.saturating_sub(given.len());
        let mut names: Vec<(String, BTreeSet<String>)> = Vec::new();
        for (number, parameter) in function.parameters.iter().enumerate() {
            names.push(((*parameter).to_owned(), given.get(number).cloned().into_iter().collect()));
        }
        let others = given.get(function.parameters.len()..).unwrap_or_default();
        names.push(("ARGN".to_owned(), others.iter().cloned().collect()));
        names.push(("ARGV".to_owned(), given.iter().cloned().collect()));
        for (number, value) in given.iter().enumerate().take(MAX_NUMBERED_ARGUMENTS) {
            names.push((format!("ARGV{number}"), BTreeSet::from([value.clone()])));
        }
        let mut around = Vec::new();
        for (name, values) in names {
            around.push((name.clone(), self.variables.insert(name, values)));
        }
        // The order of the arguments counts for what parses them.
        let before = std::mem::replace(&mut self.given, given);
        let parsed = std::mem::take(&mut self.parsed);
        self.read(&function.body, nested + 1, shared);
        self.given = before;
        around.reverse();
        self.restore(around);
        let own = std::mem::replace(&mut self.parsed, parsed);
        self.restore(own.into_iter().rev().collect());
    }

    /// `cmake_parse_arguments(P "OPTION" "NAME" "DEPS" ${ARGN})`: `P_NAME` and `P_DEPS` have what follows these words.
    fn parse_arguments(&mut self, arguments: &[&'a str]) {
        let arguments = match arguments {
            ["PARSE_ARGV", _, rest @ ..] => rest,
            all => all,
        };
        let [prefix, options, single, several, ..] = arguments else { return };
        let words = |this: &Self, list: &str| this.expand(list);
        let options = words(self, options);
        let valued: Vec<String> = [words(self, single), words(self, several)].concat();
        let mut found: BTreeMap<String, BTreeSet<String>> =
            valued.iter().take(MAX_NUMBERED_ARGUMENTS).map(|word| (word.clone(), BTreeSet::new())).collect();
        let mut current: Option<&mut BTreeSet<String>> = None;
        for value in &self.given {
            if valued.contains(value) {
                current = found.get_mut(value);
            } else if options.contains(value) {
                current = None;
            } else if let Some(values) = &mut current {
                values.insert(value.clone());
            }
        }
        for (word, values) in found {
            let name = format!("{prefix}_{word}");
            let around = self.variables.insert(name.clone(), values);
            self.parsed.push((name, around));
        }
    }

    fn restore(&mut self, around: Vec<(String, Option<BTreeSet<String>>)>) {
        for (name, values) in around {
            match values {
                Some(values) => self.variables.insert(name, values),
                None => self.variables.remove(&name),
            };
        }
    }

    fn command(&mut self, name: &str, arguments: &[&'a str], nested: usize, shared: &mut Shared<'a>) {
        let before = shared.links.linked.len();
        match name {
            "set" => self.set(arguments),
            "list" => {
                if let [operation, variable, values @ ..] = arguments
                    && (operation.eq_ignore_ascii_case("APPEND") || operation.eq_ignore_ascii_case("PREPEND"))
                {
                    self.add(variable, values);
                }
            }
            "cmake_parse_arguments" if nested > 0 => self.parse_arguments(arguments),
            "add_library" | "add_executable" => self.target(arguments, &mut shared.links),
            "target_link_libraries" => self.link(arguments, &mut shared.links),
            "include_directories" if self.count < MAX_FOLDER_ITEMS => {
                self.count += self.include(arguments, false, &mut shared.includes);
            }
            "target_include_directories" if self.count < MAX_FOLDER_ITEMS => {
                self.count +=
                    self.include(arguments.get(1..).unwrap_or_default(), true, &mut shared.includes);
            }
            _ => {}
        }
        if nested > 0 {
            shared.room = shared.room.saturating_sub(shared.links.linked.len() - before);
        }
    }

    fn target(&self, arguments: &[&str], links: &mut Links) {
        if let Some(target) = arguments.first() {
            for target in self.expand(target) {
                links.targets.entry(target).or_insert_with(|| self.folder.to_owned());
            }
        }
        if let [alias, kind, of, ..] = arguments
            && *kind == "ALIAS"
        {
            for alias in self.expand(alias) {
                let of = self.expand(of).into_iter();
                links.linked.extend(of.map(|of| (alias.clone(), of, true)));
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
