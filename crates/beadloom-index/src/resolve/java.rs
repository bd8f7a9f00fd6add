//! Java: classes by package and name, whatever language of the platform they are written in.

use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::ImportTarget;
use super::jvm::{self, Classes};

pub(super) struct Resolver {
    classes: Arc<Classes>,
}

impl Resolver {
    pub(super) fn new(classes: Arc<Classes>) -> Self {
        Self { classes }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        let name = import.specifier.trim();
        let (name, wildcard) = match name.strip_suffix(".*") {
            Some(name) => (name, true),
            None => (name, false),
        };
        if !jvm::is_name(name) {
            return Vec::new();
        }
        if wildcard {
            let folders = self.classes.package(from, name, false);
            if !folders.is_empty() {
                return jvm::folders(&folders, name, import);
            }
        }
        if let Some(path) = self.classes.class(from, name, 0) {
            return vec![ImportTarget::internal(path, None, import.names.clone())];
        }
        // Kotlin and Scala define classes in files of any name.
        let (folders, package) = self.classes.package_of(from, name, wildcard);
        if !folders.is_empty() {
            return jvm::folders(&folders, package, import);
        }
        vec![ImportTarget::external(Some(jvm::external_package(name, wildcard)), &import.names)]
    }
}
