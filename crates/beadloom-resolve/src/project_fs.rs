//! The file system that the TypeScript resolver sees: the project's files below a root that exists nowhere.
//!
//! Workspace packages appear as `node_modules/<name>` in every folder that sees them, so that `exports`, main
//! fields and subpaths follow the rules of installed packages. Build outputs that are not there show as files
//! where their source is.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beadloom_model::Links;
use oxc_resolver::{FileMetadata, FileSystem, ResolveError};

use super::files::ProjectFiles;
use super::manifest::is_manifest;
use super::npm::Packages;
use super::paths;
use super::tsconfig::TsConfigs;

/// Stands for the project's root. A name that no specifier reaches by leaving the root and coming back.
const ROOT: &str = if cfg!(windows) { "C:/\u{1}project" } else { "/\u{1}project" };

/// Folders of build outputs, directly in a package.
const OUTPUTS: &[&str] = &[
    "dist", "lib", "build", "out", "output", "es", "esm", "cjs", "types", "typings", "dist-types", "dts",
    "umd",
];

/// Folders of one output format, inside an output folder.
const FORMATS: &[&str] = &[
    "browser", "cjs", "commonjs", "default", "development", "dts", "es", "esm", "import", "mjs", "module",
    "node", "production", "require", "types", "umd",
];

const SOURCE_EXTENSIONS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte"];
const OUTPUT_EXTENSIONS: &[&str] =
    &[".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".cts"];

/// See the module.
pub(super) struct ProjectFs {
    pub(super) files: Arc<ProjectFiles>,
    pub(super) packages: Arc<Packages>,
    pub(super) configs: Arc<TsConfigs>,
}

impl ProjectFs {
    /// Where the resolver sees a path of the project.
    pub(super) fn absolute(path: &str) -> PathBuf {
        Path::new(ROOT).join(path)
    }

    /// The project's file behind a path that the resolver found.
    pub(super) fn file_behind(&self, path: &Path) -> Option<String> {
        let path = self.real(path)?;
        if self.files.has_file(&path) { Some(path.into_owned()) } else { self.source_of(&path) }
    }

    /// The path in the project, with workspace packages at their own places.
    fn real<'a>(&self, path: &'a Path) -> Option<Cow<'a, str>> {
        let path = path.to_str()?;
        let path = if cfg!(windows) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
        let path = match path {
            Cow::Borrowed(path) => Cow::Borrowed(below_root(path)?),
            Cow::Owned(path) => Cow::Owned(below_root(&path)?.to_owned()),
        };
        let Some((scope, below)) = split_modules(&path) else { return Some(path) };
        let (name, rest) = super::npm_names::split_specifier(below)?;
        let package = self.packages.in_scope(scope, name)?;
        let real = paths::join(package, rest);
        // Packages are not installed into one another.
        (!real.split('/').any(|segment| segment == "node_modules")).then_some(Cow::Owned(real))
    }

    /// Whether the path is a folder that only leads to workspace packages.
    fn leads_to_packages(&self, path: &Path) -> bool {
        let Some(path) = path.to_str() else { return false };
        let path = if cfg!(windows) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
        let Some((scope, below)) = below_root(&path).and_then(split_modules) else { return false };
        match below {
            "" => self.packages.is_scope(scope, None),
            below => !below.contains('/') && self.packages.is_scope(scope, Some(below)),
        }
    }

    fn look_up(&self, path: &Path) -> Option<FileMetadata> {
        const FILE: FileMetadata = FileMetadata::new(true, false, false);
        const FOLDER: FileMetadata = FileMetadata::new(false, true, false);
        if let Some(real) = self.real(path) {
            if self.files.has_file(&real) || self.configs.text(&real).is_some() {
                return Some(FILE);
            }
            if self.files.has_folder(&real) {
                return Some(FOLDER);
            }
            return self.source_of(&real).map(|_| FILE);
        }
        self.leads_to_packages(path).then_some(FOLDER)
    }

    /// The source of a build output that is not there: `dist/esm/a.js` of a package is `src/a.ts`.
    fn source_of(&self, path: &str) -> Option<String> {
        let package =
            paths::ancestors(paths::parent(path)).find(|folder| self.packages.is_package(folder))?;
        let below = if package.is_empty() { path } else { path.get(package.len() + 1..)? };
        let (output, rest) = below.split_once('/')?;
        // A build may copy a manifest, but none is in force where it is not.
        if !OUTPUTS.contains(&output) || is_manifest(path) {
            return None;
        }
        let stem_of =
            |path: &str| OUTPUT_EXTENSIONS.iter().find_map(|end| path.strip_suffix(end).map(str::to_owned));
        let built = stem_of(path);
        if built.as_ref().is_some_and(|stem| self.files.has_folder(stem) || self.source_at(stem).is_some()) {
            return None;
        }
        let plain =
            rest.split_once('/').filter(|(format, _)| FORMATS.contains(format)).map(|(_, plain)| plain);
        for rest in std::iter::once(rest).chain(plain) {
            for folder in ["src", ""] {
                let source = paths::join(&paths::join(package, folder), rest);
                let found = match stem_of(&source) {
                    Some(stem) => self.source_at(&stem),
                    None => Some(source).filter(|source| self.files.has_file(source)),
                };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn source_at(&self, stem: &str) -> Option<String> {
        self.files.first_file(SOURCE_EXTENSIONS.iter().map(|end| format!("{stem}.{end}")))
    }
}

/// The part below the root that the resolver sees; `""` is the root itself.
fn below_root(path: &str) -> Option<&str> {
    let below = path.strip_prefix(ROOT)?;
    if below.is_empty() { Some(below) } else { below.strip_prefix('/') }
}

/// Splits at the first `node_modules`: the folder that holds it, and what is below it.
fn split_modules(path: &str) -> Option<(&str, &str)> {
    let mut start = 0;
    for segment in path.split('/') {
        let end = start + segment.len();
        if segment == "node_modules" {
            let scope = path.get(..start)?.trim_end_matches('/');
            return Some((scope, path.get(end..)?.trim_start_matches('/')));
        }
        start = end + 1;
    }
    None
}

impl FileSystem for ProjectFs {
    fn new() -> Self {
        Self {
            files: Arc::new(ProjectFiles::new(Vec::new(), Links::default())),
            packages: Arc::new(Packages::default()),
            configs: Arc::new(TsConfigs::default()),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_to_string(path).map(String::into_bytes)
    }

    fn read_to_string(&self, path: &Path) -> io::Result<String> {
        let real = self.real(path).ok_or(io::ErrorKind::NotFound)?;
        let text = if paths::name(&real) == "package.json" {
            self.packages.manifest(paths::parent(&real))
        } else {
            self.configs.text(&real)
        };
        text.map(str::to_owned).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.look_up(path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.metadata(path)
    }

    fn read_link(&self, _path: &Path) -> Result<PathBuf, ResolveError> {
        Err(io::Error::from(io::ErrorKind::InvalidInput).into())
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_path_buf())
    }
}
