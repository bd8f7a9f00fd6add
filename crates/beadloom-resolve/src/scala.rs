//! Scala: classes like Java's, members of packages and objects, and paths that begin in a package around the file.

use std::borrow::Cow;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::jvm::{self, Classes};
use super::{ImportTarget, paths};

/// Packages around a file that a path may begin in.
const AROUND: usize = 32;

pub(super) struct Resolver {
    classes: Arc<Classes>,
}

impl Resolver {
    pub(super) fn new(classes: Arc<Classes>) -> Self {
        Self { classes }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        let written = import.specifier.trim();
        let (written, wildcard) = match written.strip_suffix(".*") {
            Some(name) => (name, true),
            None => (written, false),
        };
        let (name, absolute) = match written.strip_prefix("_root_.") {
            Some(name) => (name, true),
            None => (written, false),
        };
        if !jvm::is_name(name) {
            return Vec::new();
        }
        // Something that the file itself defines.
        if name.starts_with("this.") {
            return vec![ImportTarget::internal(from, None, import.names.clone())];
        }
        let around = if absolute { Cow::Borrowed("") } else { self.classes.package_around(from) };
        // The innermost package in which the path begins, then the root. Nobody opens `com` alone.
        let found = paths::ancestors(&around)
            .take(AROUND)
            .filter(|package| !jvm::is_start(package))
            .chain((!around.is_empty()).then_some(""))
            .map(|package| self.within(&package.replace('/', "."), from, name, wildcard, import))
            .find(|found| !found.is_empty());
        if let Some(found) = found {
            return found;
        }
        // An object without a package is one that the file itself sees: no package's name.
        let object = !name.contains('.') && name.starts_with(char::is_uppercase);
        let package = (!object).then(|| jvm::external_package(name, wildcard));
        vec![ImportTarget::external(package, &import.names)]
    }

    /// What `name` is, seen from a package: a package, the file of a class, or the package that defines what no
    /// file is named after. The package itself is no part of the answer.
    fn within(
        &self,
        around: &str,
        from: &str,
        name: &str,
        wildcard: bool,
        import: &ImportFacts,
    ) -> Vec<ImportTarget> {
        let beyond = around.len();
        let name = if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") };
        let is_package = !name.split('.').any(|segment| segment.starts_with(char::is_uppercase));
        if wildcard || is_package {
            let folders = self.classes.package(from, &name, false);
            if !folders.is_empty() {
                return jvm::folders(&folders, &name, import);
            }
        }
        if let Some(path) = self.classes.class(from, &name, beyond) {
            return vec![ImportTarget::internal(path, None, import.names.clone())];
        }
        // A member of the package or its object, which may be imported from in turn, or a class in a file of
        // another name.
        let (folders, package) = self.classes.package_of(from, &name, false);
        if package.len() <= beyond { Vec::new() } else { jvm::folders(&folders, package, import) }
    }
}
