//! Which nodes of a grammar are declarations with values, or blocks, and those around a place.

use std::num::NonZeroU16;
use std::ops::Range;

use tree_sitter::Language;

use crate::value_places::OwnValue;

/// How a kind of declaration holds its value.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    /// In this field.
    Field(NonZeroU16),
    /// Behind each `=`.
    Sign,
    /// It is a block: what is bound in it holds no further.
    Block,
}

/// The declarations of a grammar, by kind of node.
#[derive(Default)]
pub(crate) struct Declarations(Vec<Option<Held>>);

impl Declarations {
    /// `ids`: the kinds of that name.
    pub(crate) fn new<I: Iterator<Item = u16>>(
        language: &Language,
        rules: &[OwnValue],
        ids: impl Fn(&str) -> I,
    ) -> Self {
        let mut declarations = vec![None; if rules.is_empty() { 0 } else { language.node_kind_count() }];
        for rule in rules {
            let held = match rule.value {
                "=" => Some(Held::Sign),
                "{" => Some(Held::Block),
                field => language.field_id_for_name(field).map(Held::Field),
            };
            for id in ids(rule.kind) {
                if let Some(slot) = declarations.get_mut(usize::from(id)) {
                    *slot = held;
                }
            }
        }
        Self(declarations)
    }

    #[inline]
    pub(crate) fn of(&self, kind: u16) -> Option<Held> {
        self.0.get(usize::from(kind)).copied().flatten()
    }
}

/// A value that has not ended, and where the names stand that it is given to.
pub(crate) struct Ahead {
    pub(crate) names: Range<usize>,
    pub(crate) value: Range<usize>,
}

/// The values that have not ended, the innermost last.
#[derive(Default)]
pub(crate) struct OwnValues {
    pub(crate) ahead: Vec<Ahead>,
    /// Ends of the blocks around.
    pub(crate) blocks: Vec<usize>,
    /// Nothing that is bound now holds there.
    pub(crate) defaults: Option<Range<usize>>,
}
