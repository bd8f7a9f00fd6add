//! `module_coverage`: every source file belongs to a node.

use beadloom_graph::yaml::{Node, Value};
use beadloom_model::answers::RuleMatch;

use crate::evaluation::{Context, Evaluation, Spot};
use crate::exempt::End;
use crate::facts::{Facts, FileFact};
use crate::kind::{RuleBody, RuleKind};
use crate::matcher::Names;
use crate::matches::matched_files;
use crate::part::Part;
use crate::reader::{Entry, NameKind, Reader};

pub(super) const KIND: RuleKind = RuleKind {
    key: "module_coverage",
    help: "Every source file below a folder belongs to a node",
    siblings: &[],
    read,
};

#[derive(Debug)]
struct ModuleCoverage {
    /// Where files count, ending in `/`; everywhere where empty.
    source_root: String,
    /// Files that need no node.
    exempt: Names,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let body = reader.body(KIND.key, node, &["source_root", "exempt"]);
    let mut source_root = String::new();
    if let Some(value) = body.value("source_root") {
        let path = body.reader.fields.path(value, "source_root").unwrap_or_default();
        source_root = if matches!(path.as_str(), "" | "./") { String::new() } else { path };
        if !source_root.is_empty() && !source_root.ends_with('/') {
            source_root.push('/');
        }
    }
    let exempt = match body.value("exempt") {
        Some(value) if !matches!(value.value, Value::Null) => {
            body.reader.names(value, "exempt", NameKind::Paths)
        }
        _ => Names::of_ids(&[]),
    };
    Some(Box::new(ModuleCoverage { source_root, exempt: exempt? }))
}

impl ModuleCoverage {
    fn files<'f>(&self, facts: &'f Facts) -> impl Iterator<Item = &'f FileFact> {
        facts.files.iter().filter(|file| file.product && file.path.starts_with(&self.source_root))
    }
}

impl RuleBody for ModuleCoverage {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let mut any = false;
        for file in self.files(evaluation.context.facts) {
            any = true;
            if !file.owners.is_empty()
                || file.annotated
                || self.exempt.matches_path(&file.path)
                || evaluation.exemptions.has(End::path(&file.path), None)
            {
                continue;
            }
            let spot = Spot { path: Some(&file.path), ..Spot::default() };
            let message = format!("{} belongs to no node", file.path);
            let suggestion =
                "Set the `source` of a node to a folder above it, or annotate the file (beadloom:domain=…)"
                    .to_owned();
            evaluation.add(&spot, message, suggestion);
        }
        if !any {
            let message = "`source_root` contains no source file, so the rule never matches".to_owned();
            let suggestion = "Correct the path, or remove the rule";
            evaluation.never_matches(evaluation.rule.line, message, suggestion);
        }
    }

    fn says(&self) -> String {
        let place = if self.source_root.is_empty() { "the project" } else { &self.source_root };
        format!("Every source file of {place} belongs to a node")
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        let files = self.files(context.facts).filter(|file| !self.exempt.matches_path(&file.path));
        vec![matched_files("source_root", files.map(|file| file.path.clone()).collect())]
    }

    /// What has a node keeps it.
    fn concerns(&self, _: &Part<'_>) -> bool {
        false
    }
}
