//! Which kinds of node may be values, and what a name is where it stands: the rules of a language, looked up in a grammar.

use std::collections::HashMap;
use std::num::NonZeroU16;

use tree_sitter::Language;

use crate::declarations::Declarations;
use crate::value_places::{Place, ValueRules};

/// What the walk does with a kind of node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Nothing.
    None,
    /// It is a leaf that may be a name.
    Name,
    /// It is a leaf that is a name where it begins with a capital.
    Capital,
    /// It is a leaf that is a name behind another alone.
    Member,
    /// Nothing in it is a value.
    Closed,
}

/// The value rules of a language, looked up in a grammar.
pub(crate) struct Values {
    pub(crate) rules: &'static ValueRules,
    sights: Vec<Sight>,
    /// By the kind of the node around: the field, 0 for none, [`ANY`] for all, and what a name is there.
    places: Vec<Vec<(u16, Place)>>,
    /// Kind of the node around, field, kind of the node around that one: no value there.
    apart: Vec<(u16, u16, u16)>,
    /// Kinds of nodes in which a name before `=` is a label.
    labelled: Vec<u16>,
    /// Declarations whose values have not to do with what they bind.
    pub(crate) declarations: Declarations,
}

const ANY: u16 = u16::MAX;

/// Where a leaf stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaf {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) sight: Sight,
    /// Kinds of the node around it, and of the one around that.
    pub(crate) around: (u16, u16),
    pub(crate) field: Option<NonZeroU16>,
    /// It stands in an element of a literal that is a map or a list.
    pub(crate) in_map: bool,
}

impl Values {
    pub(crate) fn new(language: &Language, rules: &'static ValueRules) -> Self {
        let count = language.node_kind_count();
        let mut sights = vec![Sight::None; count];
        let mut places: Vec<Vec<(u16, Place)>> = vec![Vec::new(); count];
        // Aliases share a name.
        let mut by_name: HashMap<&str, Vec<u16>> = HashMap::new();
        for id in (0..count).filter_map(|id| u16::try_from(id).ok()) {
            if let Some(name) = language.node_kind_for_id(id).filter(|_| language.node_kind_is_named(id)) {
                by_name.entry(name).or_default().push(id);
            }
        }
        let ids = |name: &str| by_name.get(name).map_or(&[][..], Vec::as_slice).iter().copied();
        let field = |name: &str| match name {
            "" => Some(0),
            "*" => Some(ANY),
            name => language.field_id_for_name(name).map(NonZeroU16::get),
        };
        let seen = [
            (rules.names, Sight::Name),
            (rules.capital_heads, Sight::Capital),
            (rules.members, Sight::Member),
            (rules.closed, Sight::Closed),
        ];
        for (names, sight) in seen {
            for id in names.iter().flat_map(|name| ids(name)) {
                if let Some(slot) = sights.get_mut(usize::from(id)) {
                    *slot = sight;
                }
            }
        }
        let listed =
            [(rules.binds, Place::Bind), (rules.skips, Place::Skip), (rules.elements, Place::Element)];
        for (list, place) in listed {
            for (parent, name) in list {
                let Some(field) = field(name) else { continue };
                for id in ids(parent) {
                    if let Some(of) = places.get_mut(usize::from(id)) {
                        of.push((field, place));
                    }
                }
            }
        }
        let mut apart = Vec::new();
        for (parent, name, above) in rules.apart {
            let Some(field) = field(name) else { continue };
            for parent in ids(parent) {
                apart.extend(ids(above).map(|above| (parent, field, above)));
            }
        }
        let labelled = rules.labelled.iter().flat_map(|name| ids(name)).collect();
        let declarations = Declarations::new(language, rules.own_values, ids);
        Self { rules, sights, places, apart, labelled, declarations }
    }

    #[inline]
    pub(crate) fn sight(&self, kind: u16) -> Sight {
        self.sights.get(usize::from(kind)).copied().unwrap_or(Sight::None)
    }

    pub(crate) fn may_be_label(&self, leaf: &Leaf) -> bool {
        self.labelled.contains(&leaf.around.0)
    }

    pub(crate) fn place(&self, leaf: &Leaf) -> Place {
        let field = leaf.field.map_or(0, NonZeroU16::get);
        let fits = |wanted: u16| wanted == field || wanted == ANY;
        let is_apart =
            |(parent, wanted, above): &(u16, u16, u16)| (*parent, *above) == leaf.around && fits(*wanted);
        if self.apart.iter().any(is_apart) {
            return Place::Skip;
        }
        let places = self.places.get(usize::from(leaf.around.0)).map_or(&[][..], Vec::as_slice);
        places.iter().find(|(wanted, _)| fits(*wanted)).map_or(Place::Value, |(_, place)| *place)
    }
}
