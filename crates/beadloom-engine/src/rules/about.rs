//! The rules about a part of the project, for a bundle.

use beadloom_model::answers::{Constraint, Severity};
use beadloom_model::{Error, Result};
use beadloom_query::RulesAbout;
use beadloom_rules::rules_about;
use beadloom_store::Store;
use sha2::{Digest, Sha256};

use super::facts;
use super::file::{RulesFile, rules_file};
use super::judging::{invalid, read};
use crate::Engine;
use crate::settings::Settings;

/// Code files of the places that rules are compared with.
const MAX_FILES: usize = 10_000;

/// The rules file of a project, read for one bundle.
pub(crate) struct ProjectRules {
    file: Result<Option<RulesFile>, Error>,
}

impl ProjectRules {
    /// Reads the file, and no more: what it says matters only where the bundle is not known.
    pub(crate) fn of(engine: &Engine, settings: &Settings) -> Self {
        Self { file: rules_file(engine.root(), &settings.config.docs.graph) }
    }

    /// What tells these rules from others; None where there is no file.
    pub(crate) fn hash(&self) -> Option<String> {
        match &self.file {
            Ok(None) => None,
            Ok(Some(file)) => {
                Some(Sha256::digest(&file.text).iter().map(|byte| format!("{byte:02x}")).collect())
            }
            Err(error) => Some(error.message.clone()),
        }
    }
}

impl RulesAbout for ProjectRules {
    fn about(&self, store: &Store, nodes: &[String], places: &[String]) -> Result<Vec<Constraint>> {
        let file = match &self.file {
            Ok(None) => return Ok(Vec::new()),
            Ok(Some(file)) => file,
            Err(error) => return Err(error.clone()),
        };
        let facts = facts::of_nodes(store)?;
        let (rules, findings) = read(file, &facts);
        if let Some(error) = invalid(findings) {
            return Err(error);
        }
        let mut paths = Vec::new();
        for place in places {
            paths.extend(store.code_files_of(place, MAX_FILES)?);
        }
        let named = |severity: Severity| match severity {
            Severity::Error => "error",
            Severity::Warn => "warn",
        };
        let constraint = |rule: &beadloom_rules::Rule| Constraint {
            rule: rule.name.clone(),
            severity: named(rule.severity).to_owned(),
            description: rule.description.clone().unwrap_or_default(),
        };
        Ok(rules_about(&rules, &facts, nodes, &paths).into_iter().map(constraint).collect())
    }
}
