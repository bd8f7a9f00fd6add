//! What nodes declare, beside what was found: a declaration may take over a specification file.

use beadloom_model::CompactSort as _;
use std::collections::BTreeSet;

use beadloom_model::ContractSpec;
use beadloom_model::answers::{Contract, ContractOrigin, Role};

use crate::fields::{schema_hash, settle};

/// A contract as a node declares it, with where that is.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a> {
    /// The node.
    pub ref_id: &'a str,
    /// The graph file, relative to the root.
    pub path: &'a str,
    /// What it says.
    pub spec: &'a ContractSpec,
}

/// Whether a contract's schema is named by its hash.
pub(crate) fn is_hash(schema: &str) -> bool {
    schema.starts_with("sha256:")
}

/// What was found and what is declared, in the order of an artifact.
///
/// A declaration whose `schema` is a specification file has that file's fields, unless it names its own. Where it says that
/// the file is consumed, or has another name for it, nothing else is said of what the file describes.
pub fn declared_contracts(mut found: Vec<Contract>, declared: &[Declared<'_>]) -> Vec<Contract> {
    let mut taken = BTreeSet::new();
    let mut all = Vec::new();
    for one in declared {
        let spec = one.spec;
        let file = spec.schema.as_deref().filter(|schema| !is_hash(schema));
        let described = file.and_then(|file| of_file(&found, spec, file));
        let mut fields = spec.fields.clone();
        let mut complete = false;
        let mut hash = None;
        if let Some(at) = described
            && let Some(other) = found.get(at)
        {
            hash.clone_from(&other.schema_hash);
            if fields.is_empty() {
                fields.clone_from(&other.fields);
                complete = other.complete;
            }
            if spec.role == Role::Consumes || other.name != spec.name {
                taken.insert(at);
            }
        }
        settle(&mut fields);
        all.push(Contract {
            protocol: spec.protocol,
            role: spec.role,
            name: spec.name.clone(),
            ref_id: Some(one.ref_id.to_owned()),
            origin: ContractOrigin::Declared,
            path: one.path.to_owned(),
            line: spec.place.line,
            schema: spec.schema.clone(),
            schema_hash: hash.or_else(|| file.is_none().then(|| schema_hash(&fields)).flatten()),
            external: spec.external,
            complete,
            fields,
        });
    }
    let mut at = 0;
    found.retain(|_| {
        at += 1;
        !taken.contains(&(at - 1))
    });
    all.extend(found);
    all.compact_sort_by(|a, b| order(a).cmp(&order(b)));
    all
}

/// The contract that a file describes: that of the declared name, else its only one.
fn of_file(found: &[Contract], spec: &ContractSpec, file: &str) -> Option<usize> {
    let mut of_file = found
        .iter()
        .enumerate()
        .filter(|(_, one)| one.protocol == spec.protocol && one.schema.as_deref() == Some(file));
    let same = |name: &str| name == spec.name || name.rsplit('.').next() == Some(&spec.name);
    if let Some((at, _)) = of_file.clone().find(|(_, one)| same(&one.name)) {
        return Some(at);
    }
    match (of_file.next(), of_file.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

type Order<'c> =
    (beadloom_model::answers::Protocol, &'c str, Role, Option<&'c str>, ContractOrigin, &'c str, u32);

fn order(contract: &Contract) -> Order<'_> {
    (
        contract.protocol,
        &contract.name,
        contract.role,
        contract.ref_id.as_deref(),
        contract.origin,
        &contract.path,
        contract.line,
    )
}
