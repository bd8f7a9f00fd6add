//! What contracts files hold, from outside: files in, lines out.

mod amqp;
mod hostile;
mod protobuf;
mod specifications;

use std::collections::BTreeMap;

use beadloom_federation::{Finder, SourceFile};
use beadloom_model::LanguageId;
use beadloom_model::answers::{Contract, ContractField};

/// Files as (path, language, text), in an order in which they may come.
fn find(files: &[(&str, &str, &str)]) -> (Vec<Contract>, Vec<String>) {
    let texts: BTreeMap<&str, &str> = files.iter().map(|(path, _, text)| (*path, *text)).collect();
    let read = |path: &str| texts.get(path).map(|text| (*text).to_owned());
    let mut finder = Finder::default();
    for (path, language, text) in files {
        // A folder of `services/` is a node.
        let owner = path.strip_prefix("services/").and_then(|rest| rest.split('/').next());
        finder.take(
            &SourceFile { path, language: LanguageId::parse(language), text, owner, generated: false },
            &read,
        );
    }
    let (contracts, unread) = finder.finish("repo");
    let unread =
        unread.iter().map(|one| format!("{}:{}", one.path.as_deref().unwrap_or(""), one.line.unwrap_or(0)));
    (contracts, unread.collect())
}

/// `produces amqp orders/paid a.py:3`
fn sides(files: &[(&str, &str, &str)]) -> Vec<String> {
    let mut lines: Vec<String> = find(files)
        .0
        .iter()
        .map(|one| {
            let (role, protocol) = (one.role.as_str(), one.protocol.as_str());
            format!("{role} {protocol} {} {}:{}", one.name, one.path, one.line)
        })
        .collect();
    lines.sort();
    lines
}

fn fields(contract: &Contract) -> Vec<String> {
    let show = |field: &ContractField| {
        let of = field.of.as_ref().map(|of| format!("{of}.")).unwrap_or_default();
        let number = field.number.map(|number| format!(" #{number}")).unwrap_or_default();
        let input = field.input.as_ref().map(|input| format!("({input}) ")).unwrap_or_default();
        let required = if field.required { " must" } else { "" };
        format!("{of}{}: {input}{}{number}{required}", field.name, field.r#type.as_deref().unwrap_or("-"))
    };
    contract.fields.iter().map(show).collect()
}
