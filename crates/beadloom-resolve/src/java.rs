//! Java: classes by package and name, whatever language of the platform they are written in.

use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::ImportTarget;
use super::jvm::Classes;

pub(super) struct Resolver {
    classes: Arc<Classes>,
}

impl Resolver {
    pub(super) fn new(classes: Arc<Classes>) -> Self {
        Self { classes }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        self.classes.resolve(from, import, |_| None)
    }
}
