//! Classes and packages of the JVM's languages, which see each other's: they are what files declare. Where a file declares
//! nothing, its class lies at the path of its package below some source root.

use beadloom_model::CompactSort as _;
use std::borrow::Cow;
use std::collections::HashMap;

use beadloom_model::{ImportFacts, LanguageId};

use super::declared::DeclaredFiles;
use super::files::ProjectFiles;
use super::{ImportTarget, paths};

/// Java first; classes of the other languages of the platform are imported alike.
const EXTENSIONS: &[&str] = &["java", "kt", "scala", "groovy"];

/// First segments of package names. Where no layout shows the source root, the package begins at the first of these.
const PACKAGE_STARTS: &[&str] = &[
    "com", "org", "net", "io", "edu", "gov", "dev", "de", "fr", "uk", "nl", "it", "es", "eu", "ch", "at",
    "be", "br", "cn", "cz", "dk", "fi", "jp", "kr", "no", "pl", "pt", "ru", "se", "us", "co", "me", "app",
    "ai", "info", "mil",
];

/// Languages whose files declare packages.
pub(super) const DECLARING: &[LanguageId] = &[LanguageId::Java, LanguageId::Kotlin, LanguageId::Scala];

/// Which classes and packages the project has: as files declare them, and, of files that declare none, as paths show.
pub(super) struct Classes {
    declared: DeclaredFiles,
    /// Full names of what stands right in a package to the files that declare it.
    names: HashMap<String, Vec<String>>,
    /// Declared packages to their folders.
    by_package: HashMap<String, Vec<Folder>>,
    /// Class name (file stem) to the paths of its files.
    classes: HashMap<String, Vec<String>>,
    /// Last segment of a package to the folders of that name which hold classes.
    packages: HashMap<String, Vec<Folder>>,
}

struct Folder {
    path: String,
    /// It holds files of Kotlin or Scala, in which any class or function may be defined.
    open: bool,
}

impl Classes {
    pub(super) fn new(files: &ProjectFiles, declared: DeclaredFiles) -> Self {
        let mut names: HashMap<String, Vec<String>> = HashMap::new();
        let mut by_package: HashMap<String, Vec<Folder>> = HashMap::new();
        let mut classes: HashMap<String, Vec<String>> = HashMap::new();
        let mut packages: HashMap<String, Vec<Folder>> = HashMap::new();
        for path in files.iter() {
            let Some((stem, extension)) = paths::name(path).rsplit_once('.') else { continue };
            if !EXTENSIONS.contains(&extension) {
                continue;
            }
            let open = matches!(extension, "kt" | "scala");
            let folder = paths::parent(path);
            let add = |folders: &mut Vec<Folder>| {
                // Files of a folder follow each other unless a subfolder sorts between them.
                match folders.last_mut().filter(|last| last.path == folder) {
                    Some(last) => last.open |= open,
                    None => folders.push(Folder { path: folder.to_owned(), open }),
                }
            };
            let spaces = declared.of(path);
            for space in spaces {
                let full = |name: &str| {
                    if space.name.is_empty() { name.to_owned() } else { format!("{}.{name}", space.name) }
                };
                for name in &space.names {
                    names.entry(full(name)).or_default().push(path.to_owned());
                }
                add(by_package.entry(space.name.clone()).or_default());
                if extension == "kt" {
                    // What holds the functions of a file, seen from Java.
                    let mut letters = class_of(stem).chars();
                    let facade: String =
                        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
                    names.entry(full(&format!("{facade}Kt"))).or_default().push(path.to_owned());
                }
            }
            if spaces.is_empty() {
                classes.entry(class_of(stem).to_owned()).or_default().push(path.to_owned());
                add(packages.entry(paths::name(folder).to_owned()).or_default());
            }
        }
        Self { declared, names, by_package, classes, packages }
    }

    /// What an import of a class, of something in one, or of a package's contents leads to. `otherwise`: a file of the
    /// class, where none lies at its path.
    pub(super) fn resolve<'c>(
        &'c self,
        from: &str,
        import: &ImportFacts,
        otherwise: impl FnOnce(&str) -> Option<&'c str>,
    ) -> Vec<ImportTarget> {
        let name = import.specifier.trim();
        let (name, wildcard) = match name.strip_suffix(".*") {
            Some(name) => (name, true),
            None => (name, false),
        };
        if !is_name(name) {
            return Vec::new();
        }
        if wildcard {
            let found = self.package(from, name, false);
            if !found.is_empty() {
                return folders(&found, name, import);
            }
        }
        if let Some(path) = self.class(from, name, 0).or_else(|| otherwise(name)) {
            return vec![ImportTarget::internal(path, None, import.names.clone())];
        }
        // A function of the package, or a class in a file of another name.
        let (found, package) = self.package_of(from, name, wildcard);
        if !found.is_empty() && self.is_own(from, package) {
            return folders(&found, package, import);
        }
        vec![ImportTarget::external(Some(external_package(name, wildcard)), &import.names)]
    }

    /// The file of the longest part of `name` that is a class: what follows is nested in it or its member. The part
    /// is longer than `beyond` bytes.
    pub(super) fn class(&self, from: &str, name: &str, beyond: usize) -> Option<&str> {
        if let Some(path) = self.declared_class(from, name, beyond) {
            return Some(path);
        }
        let mut below = name.replace('.', "/");
        while below.contains('/') && below.len() > beyond {
            let found = self.file(from, &below).or_else(|| self.facade(from, &below));
            if found.is_some() {
                return found;
            }
            below.truncate(paths::parent(&below).len());
        }
        None
    }

    /// The same, among what files declare.
    fn declared_class(&self, from: &str, name: &str, beyond: usize) -> Option<&str> {
        let mut name = name;
        while name.len() > beyond {
            if let Some(files) = self.names.get(name) {
                return files
                    .iter()
                    .min_by_key(|path| (distance(from, path), extension_rank(path), path.as_str()))
                    .map(String::as_str);
            }
            name = name.rsplit_once('.')?.0;
        }
        None
    }

    /// The package that a file is in, joined by `/`: as it declares, else as its path shows.
    pub(super) fn package_around<'f>(&self, file: &'f str) -> Cow<'f, str> {
        match self.declared.space_of(file) {
            Some(package) => Cow::Owned(package.replace('.', "/")),
            None if !self.declared.of(file).is_empty() => Cow::Borrowed(""),
            None => Cow::Borrowed(package_around(file)),
        }
    }

    /// The file of a class that lies at this path below some root.
    fn file(&self, from: &str, below: &str) -> Option<&str> {
        self.classes
            .get(paths::name(below))
            .into_iter()
            .flatten()
            .filter(|path| root_of(path, class_path(path), below).is_some())
            .min_by_key(|path| (distance(from, path), extension_rank(path), path.as_str()))
            .map(String::as_str)
    }

    /// `a/b/TextKt` holds the functions of Kotlin's `a/b/Text.kt` or `a/b/text.kt`.
    fn facade(&self, from: &str, below: &str) -> Option<&str> {
        let below = below.strip_suffix("Kt").filter(|below| !below.ends_with('/'))?;
        let (folder, name) = (paths::parent(below), paths::name(below));
        let mut letters = name.chars();
        let lower: String = letters.next()?.to_lowercase().chain(letters).collect();
        [paths::join(folder, name), paths::join(folder, &lower)]
            .iter()
            .filter_map(|below| self.file(from, below))
            .find(|path| path.ends_with(".kt"))
    }

    /// The folders of a package in the nearest module that has it, sorted: one per language, as a rule. `open`:
    /// only such that hold files of Kotlin or Scala.
    pub(super) fn package(&self, from: &str, name: &str, open: bool) -> Vec<&str> {
        let below = name.replace('.', "/");
        let shown = self.packages.get(paths::name(&below)).into_iter().flatten();
        let shown = shown.filter(|folder| root_of(&folder.path, &folder.path, &below).is_some());
        let mut found: Vec<((usize, bool), &str)> = shown
            .chain(self.by_package.get(name).into_iter().flatten())
            .filter(|folder| folder.open || !open)
            .map(|folder| (distance(from, &folder.path), folder.path.as_str()))
            .collect();
        found.compact_sort();
        found.dedup();
        let nearest = found.first().map(|(distance, _)| *distance);
        found
            .into_iter()
            .filter(|(distance, _)| Some(*distance) == nearest)
            .map(|(_, folder)| folder)
            .collect()
    }

    /// Whether a name that nobody declares in this package may be the project's all the same, made by its build. It may not
    /// where files add to a package of somebody else's, which theirs have little in common with: a library's has the rest.
    fn is_own(&self, from: &str, package: &str) -> bool {
        let around = self.package_around(from);
        let declared = !around.is_empty() && self.by_package.contains_key(package);
        !declared || around.split('/').zip(package.split('.')).take(2).all(|(own, other)| own == other)
    }

    /// The folders of the package that a definition is in which has no file of its own name, and that package.
    /// `wildcard`: everything in the definition is meant, so that it is one only if it is written like a class.
    pub(super) fn package_of<'n>(&self, from: &str, name: &'n str, wildcard: bool) -> (Vec<&str>, &'n str) {
        let package = name.get(..package_end(name)).unwrap_or("");
        if (wildcard && !has_class(name)) || package.is_empty() {
            return (Vec::new(), package);
        }
        (self.package(from, package, true), package)
    }

    /// The file of a class that lies at the path `below` right under the root that its layout shows.
    pub(super) fn below_layout(&self, from: &str, below: &str) -> Option<&str> {
        self.classes
            .get(paths::name(below))?
            .iter()
            .filter(|path| {
                layout_root(path).is_some_and(|root| class_path(path).get(root.len() + 1..) == Some(below))
            })
            .min_by_key(|path| (distance(from, path), extension_rank(path), path.as_str()))
            .map(String::as_str)
    }
}

/// Whether packages of many projects begin with this segment.
pub(super) fn is_start(segment: &str) -> bool {
    PACKAGE_STARTS.contains(&segment)
}

/// The folders of a package as targets.
pub(super) fn folders(folders: &[&str], package: &str, import: &ImportFacts) -> Vec<ImportTarget> {
    let target = |folder: &&str| {
        ImportTarget::internal(paths::as_folder(folder), Some(package.to_owned()), import.names.clone())
    };
    folders.iter().map(target).collect()
}

/// The package that a file is in as its path shows it, joined by `/`.
fn package_around(file: &str) -> &str {
    let folder = paths::parent(file);
    if let Some(root) = layout_root(file) {
        return folder.get(root.len()..).unwrap_or("").trim_start_matches('/');
    }
    let mut start = 0;
    for segment in folder.split('/') {
        if PACKAGE_STARTS.contains(&segment) {
            return folder.get(start..).unwrap_or("");
        }
        start += segment.len() + 1;
    }
    folder
}

/// Whether every segment of a dotted name could be that of a class or package.
pub(super) fn is_name(name: &str) -> bool {
    !name.split('.').any(|segment| segment.is_empty() || segment.contains(['/', '\\']))
}

/// The source root, if `path` is `below` seen from one. `file` is what lies there.
fn root_of<'a>(file: &str, path: &'a str, below: &str) -> Option<&'a str> {
    let root = path.strip_suffix(below)?;
    if !root.is_empty() && !root.ends_with('/') {
        return None;
    }
    let root = root.trim_end_matches('/');
    if let Some(known) = layout_root(path) {
        return (known == root).then_some(root);
    }
    // No layout shows where packages begin; a root never reaches into the package's name.
    let start = path.split('/').position(|segment| PACKAGE_STARTS.contains(&segment));
    let depth = if root.is_empty() { 0 } else { root.split('/').count() };
    // Play's sources lie in `app`, which is also how packages begin.
    let in_app = paths::name(root) == "app" && (file.ends_with(".scala") || !file.contains('.'));
    start.is_none_or(|start| depth <= start || (in_app && depth == start + 1)).then_some(root)
}

fn is_source_folder(name: &str) -> bool {
    DECLARING.iter().any(|language| language.facts().layout.source_folder == Some(name))
}

/// The root that the layout of Maven, Gradle and sbt shows: `src/<set>/<language>`.
fn layout_root(path: &str) -> Option<&str> {
    let mut end = 0;
    let mut last = ["", ""];
    for segment in path.split('/') {
        end += segment.len();
        let language = segment.split('-').next().unwrap_or(segment);
        if last[0] == "src" && (language == "groovy" || is_source_folder(language)) {
            return path.get(..end);
        }
        last = [last[1], segment];
        end += 1;
    }
    None
}

/// How far apart two files are: modules first, then main before tests.
fn distance(from: &str, path: &str) -> (usize, bool) {
    let module = |path| layout_root(path).map_or_else(|| paths::parent(path), module_of_root);
    let (from, to) = (module(from), module(path));
    let in_tests = path.split('/').any(|segment| segment.contains("test") || segment.contains("Test"));
    (paths::distance(from, to), in_tests)
}

/// `billing/src/main/java` belongs to `billing`.
fn module_of_root(root: &str) -> &str {
    paths::parent(paths::parent(paths::parent(root)))
}

fn extension_rank(path: &str) -> usize {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.iter().position(|known| *known == extension).unwrap_or(EXTENSIONS.len())
}

/// The class that a file is named after: `Clock` of `Clock.jvm.kt`, too.
fn class_of(stem: &str) -> &str {
    stem.split('.').next().unwrap_or(stem)
}

/// The path of a file without the endings of its name.
fn class_path(path: &str) -> &str {
    let name = paths::name(path);
    let end = path.len() - name.len() + class_of(name).len();
    path.get(..end).unwrap_or(path)
}

/// How long the package is in the name of a class, member or function: it ends before the first segment that is
/// written like a class, else before the last one.
fn package_end(name: &str) -> usize {
    let mut start = 0;
    for segment in name.split('.') {
        if start > 0 && segment.starts_with(char::is_uppercase) {
            return start - 1;
        }
        start += segment.len() + 1;
    }
    name.rfind('.').unwrap_or(name.len())
}

/// The package of an external name.
pub(super) fn external_package(name: &str, wildcard: bool) -> String {
    let end = if wildcard && !has_class(name) { name.len() } else { package_end(name) };
    name.get(..end).unwrap_or(name).to_owned()
}

/// Whether a segment behind the first is written like a class.
fn has_class(name: &str) -> bool {
    name.split('.').skip(1).any(|segment| segment.starts_with(char::is_uppercase))
}
