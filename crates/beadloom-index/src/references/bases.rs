//! What types inherit from, out of resolved references.

use std::sync::Arc;

use beadloom_model::ReferenceKind;
use beadloom_store::{Fact, FactReceiver, Resolution};
use rustc_hash::FxHashMap;

use super::lookup::Base;

/// What each type of a file inherits from, by row id.
pub type TypeBases = FxHashMap<i64, Arc<[Base]>>;

/// By the row id of the type: what it inherits from, in the order of the references. `symbols`: row ids of the
/// file's definitions by position.
pub fn bases_of<'f>(references: impl Iterator<Item = (Fact<'f>, Resolution)>, symbols: &[i64]) -> TypeBases {
    let mut bases: FxHashMap<i64, Vec<Base>> = FxHashMap::default();
    for (fact, resolution) in references.filter(|(fact, _)| fact.kind == ReferenceKind::Inherit) {
        let Some(of) = fact.from.and_then(|at| symbols.get(at as usize)) else { continue };
        // What is prepended is stated as a value of the module: `FactReceiver::Typed`.
        let prepended = matches!(fact.receiver, FactReceiver::Typed(_));
        let base = match (&resolution, resolution.targets().first()) {
            (Resolution::Ambiguous(_) | Resolution::External, _) | (_, None) => Base::Unknown,
            (_, Some(id)) if prepended => Base::Prepended(*id),
            (_, Some(id)) => Base::Type(*id),
        };
        bases.entry(*of).or_default().push(base);
    }
    bases.into_iter().map(|(of, bases)| (of, bases.into())).collect()
}
