//! What the manifests of Python say: folders of sources, the project's name, and what it depends on.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_model::LanguageId;
use toml::{Table, Value};

use super::declarative::{Token, closing, tokens};
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;

/// Dependencies of one project are read up to this many.
const MAX_DEPENDENCY_ITEMS: usize = 5_000;

/// Modules of packages that are called otherwise.
const ALIASES: &[(&str, &[&str])] = &[
    ("Crypto", &["pycryptodome", "pycrypto"]),
    ("MySQLdb", &["mysqlclient"]),
    ("OpenSSL", &["pyopenssl"]),
    ("PIL", &["pillow"]),
    ("attr", &["attrs"]),
    ("bs4", &["beautifulsoup4"]),
    ("cv2", &["opencv-python", "opencv-python-headless"]),
    ("dateutil", &["python-dateutil"]),
    ("docx", &["python-docx"]),
    ("dotenv", &["python-dotenv"]),
    ("git", &["gitpython"]),
    ("grpc", &["grpcio"]),
    ("jose", &["python-jose"]),
    ("jwt", &["pyjwt"]),
    ("ldap", &["python-ldap"]),
    ("magic", &["python-magic"]),
    ("multipart", &["python-multipart"]),
    ("pkg_resources", &["setuptools"]),
    ("psycopg2", &["psycopg2-binary"]),
    ("rest_framework", &["djangorestframework"]),
    ("serial", &["pyserial"]),
    ("skimage", &["scikit-image"]),
    ("sklearn", &["scikit-learn"]),
    ("slugify", &["python-slugify"]),
    ("usb", &["pyusb"]),
    ("yaml", &["pyyaml"]),
    ("zmq", &["pyzmq"]),
];

/// A folder with manifests.
#[derive(Debug, Default)]
pub(super) struct Project {
    /// As it is published, normalised; empty where no manifest says it.
    pub(super) name: String,
    /// What it depends on and what is not said to lie in the project itself, normalised.
    dependencies: HashSet<String>,
    /// Folders of sources that manifests name.
    pub(super) sources: BTreeSet<String>,
    /// Whether there is a manifest that describes a package, or what the code needs.
    pub(super) is_stated: bool,
}

impl Project {
    /// Whether a top-level module is that of a package which it depends on.
    pub(super) fn depends_on(&self, module: &str) -> bool {
        !self.dependencies.is_empty()
            && (self.dependencies.contains(&normal(module))
                || ALIASES
                    .iter()
                    .find(|(name, _)| *name == module)
                    .is_some_and(|(_, packages)| packages.iter().any(|one| self.dependencies.contains(*one))))
    }

    /// Whether a folder is called like the project, or its first part: `opentelemetry` of `opentelemetry-api`.
    pub(super) fn is_named(&self, folder: &str) -> bool {
        let folder = normal(folder);
        !folder.is_empty()
            && self
                .name
                .strip_prefix(folder.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }

    fn add_dependencies<'t>(&mut self, stated: impl Iterator<Item = &'t str>) {
        let room = MAX_DEPENDENCY_ITEMS.saturating_sub(self.dependencies.len());
        self.dependencies.extend(stated.filter_map(requirement).take(room));
    }

    fn add_sources(&mut self, folder: &str, stated: impl IntoIterator<Item = String>) {
        self.sources.extend(stated.into_iter().filter_map(|path| paths::resolve(folder, &path)));
    }
}

/// The projects by their folders.
pub(super) fn projects(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> BTreeMap<String, Project> {
    let mut projects: BTreeMap<String, Project> = BTreeMap::new();
    for path in files.iter() {
        let (folder, name) = (paths::parent(path), paths::name(path));
        // Tests run with the folder of their configuration on the path.
        let of_tests = name == "conftest.py" && !paths::visible_from(folder).is_empty();
        if of_tests || matches!(name, "manage.py" | "pytest.ini" | "Pipfile") {
            projects.entry(folder.to_owned()).or_default();
        }
    }
    for path in manifests.named("setup.py") {
        let folder = paths::parent(&path);
        let text = manifests.text(&path).unwrap_or_default();
        let project = projects.entry(folder.to_owned()).or_default();
        project.is_stated = true;
        setup_py(&tokens(LanguageId::Python, &text), folder, project);
    }
    for path in manifests.named("setup.cfg") {
        let folder = paths::parent(&path);
        let text = manifests.text(&path).unwrap_or_default();
        let project = projects.entry(folder.to_owned()).or_default();
        project.is_stated = true;
        ini(&text, folder, project);
    }
    for name in ["pytest.ini", "tox.ini"] {
        for path in manifests.named(name) {
            let folder = paths::parent(&path);
            let text = manifests.text(&path).unwrap_or_default();
            ini(&text, folder, projects.entry(folder.to_owned()).or_default());
        }
    }
    for path in manifests.named("requirements.txt") {
        let text = manifests.text(&path).unwrap_or_default();
        let project = projects.entry(paths::parent(&path).to_owned()).or_default();
        project.is_stated = true;
        project.add_dependencies(text.lines());
    }
    for path in manifests.named("pyproject.toml") {
        let folder = paths::parent(&path);
        let table = manifests.toml(&path);
        let project = projects.entry(folder.to_owned()).or_default();
        project.is_stated = true;
        if let Some(table) = table {
            pyproject(&table, folder, project);
        }
    }
    projects
}

/// The name of a package as indexes of packages compare it.
fn normal(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '-' | '_' | '.' if normal.ends_with('-') => {}
            '-' | '_' | '.' => normal.push('-'),
            c => normal.push(c.to_ascii_lowercase()),
        }
    }
    normal
}

/// The package that a requirement asks for; `None` where it is a file, a folder or an option.
fn requirement(stated: &str) -> Option<String> {
    let stated = stated.trim();
    let end = stated
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.'))
        .unwrap_or(stated.len());
    let (name, rest) = stated.split_at(end);
    let is_local = rest.starts_with(['/', '\\', ':']) || rest.contains("file:");
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    (begins && !is_local).then(|| normal(name))
}

/// What a `setup.py` states in literals: `package_dir`, `find_packages`, `install_requires`, `name`.
fn setup_py(tokens: &[Token], folder: &str, project: &mut Project) {
    for (at, token) in tokens.iter().enumerate() {
        let Some(word) = token.word() else { continue };
        let opens =
            |at: usize| tokens.get(at).is_some_and(|next| matches!(next, Token::Sign('(' | '[' | '{')));
        let is_set = tokens.get(at + 1).is_some_and(|next| next.is_sign('='));
        match word {
            "find_packages" | "find_namespace_packages" if opens(at + 1) => {
                let place = match tokens.get(at + 2) {
                    Some(where_) if where_.is("where") => tokens.get(at + 4),
                    other => other,
                };
                project.add_sources(folder, place.and_then(Token::text).map(str::to_owned));
            }
            "package_dir" if is_set && opens(at + 2) => {
                let end = closing(tokens, at + 2, tokens.len());
                let mut inside =
                    tokens.get(at + 3..end).unwrap_or_default().split(|token| token.is_sign(','));
                // The entry for the root has an empty key.
                let root = inside.find_map(|entry| match entry {
                    [Token::Text(key), Token::Sign(':'), value] if key.is_empty() => value.text(),
                    _ => None,
                });
                project.add_sources(folder, root.map(str::to_owned));
            }
            "install_requires" | "tests_require" if is_set && opens(at + 2) => {
                let end = closing(tokens, at + 2, tokens.len());
                let inside = tokens.get(at + 3..end).unwrap_or_default();
                project.add_dependencies(inside.iter().filter_map(Token::text));
            }
            "name" if is_set && project.name.is_empty() => {
                project.name = tokens.get(at + 2).and_then(Token::text).map(normal).unwrap_or_default();
            }
            _ => {}
        }
    }
}

/// A `setup.cfg`, `pytest.ini` or `tox.ini`: `package_dir` (its entry for the root), `where`, `pythonpath`, the name and the
/// requirements.
fn ini(text: &str, folder: &str, project: &mut Project) {
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
            key = "";
            continue;
        }
        let value = if line.starts_with([' ', '\t']) {
            trimmed
        } else {
            let Some((name, value)) = trimmed.split_once('=') else { continue };
            key = name.trim();
            value.trim()
        };
        if value.is_empty() {
            continue;
        }
        match (section, key) {
            ("options", "package_dir") => {
                project.add_sources(folder, value.strip_prefix('=').map(|folder| folder.trim().to_owned()));
            }
            ("options.packages.find", "where") => project.add_sources(folder, [value.to_owned()]),
            ("pytest" | "tool:pytest", "pythonpath" | "python_paths") | ("mypy", "mypy_path") => {
                project.add_sources(folder, value.split([' ', ',', ':']).map(str::to_owned));
            }
            ("metadata", "name") => project.name = normal(value),
            ("options", "install_requires") | ("options.extras_require", _) => {
                project.add_dependencies(std::iter::once(value));
            }
            _ => {}
        }
    }
}

fn pyproject(table: &Table, folder: &str, project: &mut Project) {
    project.add_sources(folder, pyproject_folders(table));
    let at = |keys: &[&str]| {
        let first = keys.first().and_then(|key| table.get(*key));
        keys.iter().skip(1).fold(first, |value, key| value?.get(key))
    };
    let name = at(&["project", "name"]).or_else(|| at(&["tool", "poetry", "name"])).and_then(Value::as_str);
    if let Some(name) = name {
        project.name = normal(name);
    }
    let mut stated: Vec<String> = at(&["project", "dependencies"]).map(strings).unwrap_or_default();
    for groups in [&["project", "optional-dependencies"][..], &["dependency-groups"]] {
        let groups = at(groups).and_then(Value::as_table);
        stated.extend(groups.into_iter().flat_map(Table::values).flat_map(strings));
    }
    // Poetry has a table of them, where a path says that it lies here.
    let poetry = at(&["tool", "poetry"]);
    let grouped = poetry.and_then(|poetry| poetry.get("group")).and_then(Value::as_table);
    let tables = [
        poetry.and_then(|poetry| poetry.get("dependencies")),
        poetry.and_then(|poetry| poetry.get("dev-dependencies")),
    ];
    let tables = tables
        .into_iter()
        .chain(grouped.into_iter().flat_map(Table::values).map(|group| group.get("dependencies")));
    for (name, how) in tables.flatten().filter_map(Value::as_table).flatten() {
        if how.get("path").is_none() {
            stated.push(name.clone());
        }
    }
    project.add_dependencies(stated.iter().map(String::as_str));
    // What uv takes from the project itself is no package from outside.
    for (name, source) in at(&["tool", "uv", "sources"]).and_then(Value::as_table).into_iter().flatten() {
        if source.get("workspace").is_some() || source.get("path").is_some() {
            project.dependencies.remove(&normal(name));
        }
    }
}

/// What the build back ends and type checkers call their source folders.
fn pyproject_folders(table: &Table) -> Vec<String> {
    let Some(tool) = table.get("tool") else { return Vec::new() };
    let at = |keys: &[&str]| keys.iter().try_fold(tool, |value, key| value.get(key));
    let mut folders = Vec::new();
    for keys in [
        &["setuptools", "packages", "find", "where"][..],
        &["setuptools", "package-dir", ""],
        &["uv", "build-backend", "module-root"],
        &["maturin", "python-source"],
        &["pdm", "build", "package-dir"],
        &["pyright", "extraPaths"],
        &["pytest", "ini_options", "pythonpath"],
        &["mypy", "mypy_path"],
    ] {
        folders.extend(at(keys).map(strings).unwrap_or_default());
    }
    // Poetry names packages with the folder that they come from.
    for package in at(&["poetry", "packages"]).and_then(Value::as_array).into_iter().flatten() {
        folders.extend(package.get("from").map(strings).unwrap_or_default());
    }
    // Hatch names the packages' folders themselves.
    for package in at(&["hatch", "build", "targets", "wheel", "packages"]).map(strings).unwrap_or_default() {
        folders.push(paths::parent(package.trim_end_matches('/')).to_owned());
    }
    folders
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}
