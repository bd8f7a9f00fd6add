//! Which findings of the index and of doctor were there at the revision.

use std::collections::{HashMap, HashSet};

use beadloom_graph::read_config;
use beadloom_model::Result;
use beadloom_rules::{RulesText, read_rules};

use super::{Base, Project};
use crate::rules::today;

const CONFIG: &str = ".beadloom/config.yml";

/// Checks whose findings are about the machine or the index, and follow from no revision.
const ELSEWHERE: &[&str] = &["index", "model", "runtime", "watch"];

/// A finding, as far as telling whether it is new goes.
#[derive(Clone, Copy)]
pub(crate) struct Finding<'a> {
    /// Doctor's check; None of the index.
    pub(crate) check: Option<&'a str>,
    pub(crate) path: Option<&'a str>,
    pub(crate) message: &'a str,
}

/// What was found at the revision.
pub(crate) struct KnownFindings<'b> {
    base: &'b Base<'b>,
    project: &'b Project,
    /// How often each sentence was said of each file of graph, settings and rules.
    said: HashMap<(String, String), usize>,
    /// The rules file of today, relative to the root.
    rules: Option<String>,
}

impl<'b> KnownFindings<'b> {
    /// `rules`: path of the rules file, if there is one.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`.
    pub(crate) fn read(base: &'b Base<'b>, project: &'b Project, rules: Option<&str>) -> Result<Self> {
        let mut said: HashMap<(String, String), usize> = HashMap::new();
        let mut note = |path: Option<String>, message: String| {
            *said.entry((path.unwrap_or_default(), message)).or_default() += 1;
        };
        for one in &project.diagnostics {
            note(one.path.clone(), one.message.clone());
        }
        if let Some(text) = base.text(CONFIG)? {
            for one in read_config(CONFIG, &text).1 {
                note(one.path, one.message);
            }
        }
        if let Some(path) = rules
            && let Some(text) = base.text(path)?
        {
            let text = RulesText { path, text: &text, today: &today() };
            for one in read_rules(&text, &project.facts).1 {
                note(one.path, one.message);
            }
        }
        Ok(Self { base, project, said, rules: rules.map(str::to_owned) })
    }

    /// Whether it was found at the revision, too. Each sentence is as often known as it was said.
    pub(crate) fn was_there(&mut self, finding: Finding<'_>) -> bool {
        let Finding { check, path, message } = finding;
        if check.is_some_and(|check| ELSEWHERE.contains(&check)) {
            return false;
        }
        let id = || message.rsplit([' ', '=']).next().unwrap_or("").to_owned();
        match check {
            Some("summaries") => {
                let named: HashSet<&str> = message.split(' ').collect();
                return self.project.unsaid.iter().any(|id| named.contains(id.as_str()));
            }
            Some("naming") => {
                let mut words = message.split(' ');
                return words.any(|word| self.project.ids.contains(word)) && !self.names_a_new_node(message);
            }
            _ => {}
        }
        let Some(path) = path else { return false };
        let declared = path.starts_with(&self.base.graph_folder)
            || path == CONFIG
            || self.rules.as_deref() == Some(path);
        if declared {
            let key = (path.to_owned(), message.to_owned());
            return match self.said.get_mut(&key) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            };
        }
        // A file's own trouble is as old as its content; an annotation's, also as the node that it names is unknown.
        self.base.is_unchanged(path)
            && !(message.contains("names no node") && self.project.ids.contains(&id()))
    }

    fn names_a_new_node(&self, message: &str) -> bool {
        let Some(rest) = message.strip_prefix("the ids ") else { return false };
        let names: Vec<&str> = rest.split(' ').filter(|word| *word != "and").take(2).collect();
        names.iter().any(|name| !self.project.ids.contains(*name))
    }
}
