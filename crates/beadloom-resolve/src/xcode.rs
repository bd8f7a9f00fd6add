//! Xcode projects: which folder the files of a target lie in, as `project.pbxproj` says it.
//!
//! The file is a property list in the older notation: one map of objects that name each other by identifiers. A target has its
//! files one by one, in build phases, or folders as a whole (`PBXFileSystemSynchronizedRootGroup`).

use std::collections::BTreeMap;

use beadloom_model::LanguageId;

use super::manifest::Manifests;
use super::paths;

/// Lists and maps in each other.
const MAX_DEPTH: usize = 16;
/// Targets of one project.
const MAX_TARGETS_ITEMS: usize = 1_000;
/// Groups around a file.
const MAX_GROUPS_ITEMS: usize = 64;

/// A target with the folder that is its own.
pub(super) struct Target {
    /// What others import.
    pub(super) module: String,
    /// The folder that the project lies in.
    pub(super) project: String,
    /// Of the sources.
    pub(super) folder: String,
}

/// The targets of all projects whose sources have a folder to themselves.
pub(super) fn targets(manifests: &mut Manifests<'_>) -> Vec<Target> {
    let mut found = Vec::new();
    for path in manifests.named("project.pbxproj") {
        // `App.xcodeproj/project.pbxproj` stands for the folder around.
        let bundle = paths::parent(&path);
        if bundle.ends_with(".xcodeproj")
            && let Some(text) = manifests.text(&path)
            && let Some(Value::Map(whole)) = parse(&text)
        {
            found.extend(of_project(&whole, paths::parent(bundle)));
        }
    }
    found
}

type Map = BTreeMap<String, Value>;

fn of_project(whole: &Map, folder: &str) -> Vec<Target> {
    let Some(Value::Map(objects)) = whole.get("objects") else { return Vec::new() };
    let project = Project::new(objects, folder);
    let mut sources: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    for target in objects.values().filter_map(Value::map).filter(|of| is(of, "PBXNativeTarget")) {
        if sources.len() == MAX_TARGETS_ITEMS {
            break;
        }
        if let Some(module) = project.module(target) {
            sources.push((module, project.folders(target), project.files(target)));
        }
    }
    let mut found = Vec::new();
    for (at, (module, folders, files)) in sources.iter().enumerate() {
        let own = match (folders.as_slice(), files.is_empty()) {
            ([one], true) => one.clone(),
            ([], false) => match common(files) {
                Some(folder) => folder,
                None => continue,
            },
            _ => continue,
        };
        // What others have files in is none of its own.
        let is_shared = sources.iter().enumerate().any(|(other, (_, folders, files))| {
            let paths = folders.iter().chain(files);
            other != at && paths.into_iter().any(|path| paths::is_within(path, &own))
        });
        if !is_shared {
            found.push(Target { module: module.clone(), project: folder.to_owned(), folder: own });
        }
    }
    found
}

/// The objects of a project, and which group each stands in.
struct Project<'o> {
    objects: &'o Map,
    /// By what is in them.
    groups: BTreeMap<&'o str, &'o str>,
    /// What paths begin at.
    root: String,
}

impl<'o> Project<'o> {
    fn new(objects: &'o Map, folder: &str) -> Self {
        let mut groups = BTreeMap::new();
        for (id, group) in objects {
            let children = group.map().and_then(|group| group.get("children"));
            for child in children.and_then(Value::list).into_iter().flatten().filter_map(Value::text) {
                groups.entry(child).or_insert(id.as_str());
            }
        }
        let project = objects.values().filter_map(Value::map).find(|of| is(of, "PBXProject"));
        let below = project.and_then(|of| text(of, "projectDirPath")).unwrap_or("");
        let root = paths::resolve(folder, below).unwrap_or_else(|| folder.to_owned());
        Self { objects, groups, root }
    }

    fn object(&self, id: &str) -> Option<&'o Map> {
        self.objects.get(id)?.map()
    }

    fn listed(&self, of: &'o Map, key: &str) -> impl Iterator<Item = &'o str> {
        of.get(key).and_then(Value::list).into_iter().flatten().filter_map(Value::text)
    }

    /// What others import a target by.
    fn module(&self, target: &'o Map) -> Option<String> {
        let settings = text(target, "buildConfigurationList")
            .and_then(|id| self.object(id))
            .into_iter()
            .flat_map(|list| self.listed(list, "buildConfigurations"))
            .filter_map(|id| self.object(id)?.get("buildSettings")?.map());
        let settings: Vec<&Map> = settings.collect();
        let said = ["PRODUCT_MODULE_NAME", "PRODUCT_NAME"]
            .into_iter()
            .find_map(|key| settings.iter().find_map(|of| text(of, key)).filter(|name| !name.contains('$')));
        let name = said.or_else(|| text(target, "name"))?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        Some(name.chars().map(|c| if is_part(c) { c } else { '_' }).collect())
    }

    /// Folders that a target has as a whole.
    fn folders(&self, target: &'o Map) -> Vec<String> {
        self.listed(target, "fileSystemSynchronizedGroups").filter_map(|id| self.path(id)).collect()
    }

    /// The files of Swift that a target is made of.
    fn files(&self, target: &'o Map) -> Vec<String> {
        let phases = self.listed(target, "buildPhases").filter_map(|id| self.object(id));
        let built = phases
            .filter(|phase| is(phase, "PBXSourcesBuildPhase"))
            .flat_map(|phase| self.listed(phase, "files"));
        let files = built.filter_map(|id| self.path(text(self.object(id)?, "fileRef")?));
        files.filter(|path| LanguageId::of_path(path) == Some(LanguageId::Swift)).collect()
    }

    /// The path of a file or group, by those of the groups around it.
    fn path(&self, id: &'o str) -> Option<String> {
        let mut parts = Vec::new();
        let mut at = Some(id);
        for _ in 0..MAX_GROUPS_ITEMS {
            let Some(id) = at else { break };
            let object = self.object(id)?;
            parts.extend(text(object, "path"));
            match text(object, "sourceTree") {
                Some("SOURCE_ROOT") => break,
                Some("<group>") | None => at = self.groups.get(id).copied(),
                Some(_) => return None,
            }
        }
        parts.reverse();
        paths::resolve(&self.root, &parts.join("/"))
    }
}

/// The innermost folder that all of these files lie in; none where that is the root.
fn common(files: &[String]) -> Option<String> {
    let mut folder = paths::parent(files.first()?);
    for file in files {
        while !paths::is_within(file, folder) {
            folder = paths::parent(folder);
        }
    }
    (!folder.is_empty()).then(|| folder.to_owned())
}

fn is(object: &Map, isa: &str) -> bool {
    text(object, "isa") == Some(isa)
}

fn text<'o>(object: &'o Map, key: &str) -> Option<&'o str> {
    object.get(key)?.text()
}

/// A value of a property list.
#[derive(Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    List(Vec<Value>),
    Map(Map),
}

impl Value {
    fn map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    fn list(&self) -> Option<&Vec<Value>> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads a property list in the older notation; None where it is none.
fn parse(text: &str) -> Option<Value> {
    Reader { rest: text }.value(0)
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// Goes past white space and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let after = if let Some(comment) = self.rest.strip_prefix("/*") {
                comment.split_once("*/").map(|(_, after)| after)
            } else if let Some(comment) = self.rest.strip_prefix("//") {
                Some(comment.find('\n').and_then(|end| comment.get(end..)).unwrap_or(""))
            } else {
                return;
            };
            self.rest = after.unwrap_or("");
        }
    }

    fn sign(&mut self, sign: char) -> bool {
        self.skip();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.sign('{') {
            let mut map = Map::new();
            while !self.sign('}') {
                let key = self.word()?;
                if !self.sign('=') {
                    return None;
                }
                map.insert(key, self.value(depth + 1)?);
                if !self.sign(';') {
                    return None;
                }
            }
            return Some(Value::Map(map));
        }
        if self.sign('(') {
            let mut list = Vec::new();
            while !self.sign(')') {
                list.push(self.value(depth + 1)?);
                if !self.sign(',') && !self.rest.starts_with(')') {
                    return None;
                }
            }
            return Some(Value::List(list));
        }
        self.word().map(Value::Text)
    }

    /// A text, with or without quotes.
    fn word(&mut self) -> Option<String> {
        self.skip();
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let mut word = String::new();
            let mut chars = quoted.char_indices();
            while let Some((at, c)) = chars.next() {
                match c {
                    '"' => {
                        self.rest = quoted.get(at + 1..)?;
                        return Some(word);
                    }
                    '\\' => word.extend(chars.next().map(|(_, c)| c)),
                    c => word.push(c),
                }
            }
            return None;
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '=' | ';' | ',' | '"');
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).filter(|(word, _)| !word.is_empty())?;
        self.rest = rest;
        Some(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_lists() {
        for (text, expected) in [
            ("{}", "Map({})"),
            ("// !$*UTF8*$!\n{ a = b; }", "Map({\"a\": Text(\"b\")})"),
            ("{ a /* x */ = (1, \"2 \\\" 3\", ); }", "Map({\"a\": List([Text(\"1\"), Text(\"2 \\\" 3\")])})"),
            ("(a b)", "-"),
            ("{ a = b }", "-"),
            ("{ a = ", "-"),
            ("\"a", "-"),
            ("/* a", "-"),
            ("", "-"),
        ] {
            let found = parse(text).map_or_else(|| "-".to_owned(), |value| format!("{value:?}"));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(parse(&"(".repeat(100_000)), None);
        assert_eq!(parse(&"{a=".repeat(100_000)), None);
    }
}
