//! Names that are read or passed on as values: which leaves of a tree are, and what stands before them.
//!
//! The walk hands over every leaf that may be a name. Where it stands, by the kind of node around it, says whether the
//! name is read there, bound there, or neither; the text before it says what it is read of. What a function around binds
//! is no value of anything else. What a name means is decided later, like that of a call.

use std::num::NonZeroU16;

use tree_sitter::Language;

use crate::bindings::{Bound, Known};
use crate::outline::Outline;
use crate::references::Before;
use crate::value_places::{Bare, Dotted, Place, ValueRules};
use crate::value_sites::Site;

/// Names of a path that are read back to its first.
const MAX_PATH_ITEMS: usize = 12;

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
        let ids = |name: &str| -> Vec<u16> {
            // Aliases share a name.
            (0..count)
                .filter_map(|id| u16::try_from(id).ok())
                .filter(|id| language.node_kind_is_named(*id) && language.node_kind_for_id(*id) == Some(name))
                .collect()
        };
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
                apart.extend(ids(above).into_iter().map(|above| (parent, field, above)));
            }
        }
        Self { rules, sights, places, apart }
    }

    #[inline]
    pub(crate) fn sight(&self, kind: u16) -> Sight {
        self.sights.get(usize::from(kind)).copied().unwrap_or(Sight::None)
    }

    fn place(&self, leaf: &Leaf) -> Place {
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

/// What stands before a name in the text.
enum Prefix<'t> {
    Nothing,
    /// A separator, and nothing that could be a name before it: `::name`, `.name`.
    Separator(&'static str),
    /// Names with separators between them.
    Path(&'t str),
    /// Something else: a call, a literal, an index.
    Value,
}

impl<'t> Outline<'t> {
    /// A leaf that may be a name.
    pub(crate) fn value(&mut self, values: &Values, leaf: &Leaf) {
        if leaf.start < self.values_from {
            return;
        }
        let rules = values.rules;
        let Some(name) = self.text.get(leaf.start..leaf.end) else { return };
        if !is_plain(name) || leaf.sight == Sight::Capital && !name.starts_with(char::is_uppercase) {
            return;
        }
        let after = self.text.as_bytes().get(leaf.end..).unwrap_or_default();
        let prefix = prefix(self.text, leaf.start, rules.separators);
        match values.place(leaf) {
            Place::Skip => return,
            // What begins with a capital in a pattern is a constant.
            Place::Bind if rules.capital_patterns && name.starts_with(char::is_uppercase) => {}
            Place::Bind if matches!(prefix, Prefix::Nothing) => return self.shadow(name),
            // The name of a field, or a value that is the key of a map.
            Place::Element if is_before(after, b':') && !leaf.in_map => return,
            Place::Bind | Place::Value | Place::Element => {}
        }
        // Called: said as such.
        if after.first() == Some(&b'(') || rules.labels && is_label(after) {
            return;
        }
        let receiver = match prefix {
            Prefix::Nothing if leaf.sight == Sight::Member => return,
            Prefix::Nothing => {
                if self.is_local(name) {
                    return;
                }
                Known::Nothing
            }
            Prefix::Separator("::" | "\\") => Known::Nothing,
            Prefix::Separator(_) | Prefix::Value => Known::Value,
            Prefix::Path(path) => match self.read_of(path, rules) {
                Some(known) => known,
                None => return,
            },
        };
        let is_field = match rules.dotted {
            Dotted::Member => false,
            Dotted::Field => !matches!(receiver, Known::Path(_) | Known::Nothing),
            Dotted::FieldAlways => !matches!(receiver, Known::Nothing),
        };
        if is_field && self.text.get(..leaf.start).is_some_and(|before| before.ends_with('.')) {
            return;
        }
        self.value_of(name, receiver, leaf.start);
    }

    /// A value that a visitor sees.
    pub(crate) fn value_to(&mut self, name: &'t str, before: Before<'t>, at: usize) {
        if is_plain(name.trim_end_matches(['?', '!', '=']))
            && !(matches!(before, Before::Nothing) && self.is_local(name))
        {
            let receiver = self.receiver(before);
            self.value_of(name, receiver, at);
        }
    }

    fn value_of(&mut self, name: &'t str, receiver: Known<'t>, at: usize) {
        if self.spend(24) {
            self.value_sites.push(Site { name, receiver, from: self.enclosing_number(), at });
        }
    }

    /// What a member is read of.
    fn read_of(&self, path: &'t str, rules: &ValueRules) -> Option<Known<'t>> {
        let head = path.split(|c: char| !is_name_char(c)).next().unwrap_or(path);
        let rest = path.get(head.len()..).unwrap_or("").trim_start_matches(|c: char| !is_name_char(c));
        if rules.this.contains(&head) {
            return Some(if rest.is_empty() { Known::This } else { self.receiver(Before::Field(rest)) });
        }
        if matches!(head, "super" | "base" | "parent") {
            return None;
        }
        if head.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if self.references.of(head).is_none() && self.references.is_shadowed(head) {
            return Some(Known::Value);
        }
        Some(self.receiver(Before::Path(path)))
    }

    /// A name that a pattern or declaration binds in the function around.
    fn shadow(&mut self, name: &'t str) {
        if self.in_function() && self.spend(16) {
            self.references.shadow(self.scopes(), name);
        }
    }

    fn is_local(&self, name: &str) -> bool {
        match self.references.of(name) {
            Some(Bound::Declared(_)) => self.references.is_shadowed(name),
            Some(_) => true,
            None => self.references.is_shadowed(name),
        }
    }
}

fn is_plain(name: &str) -> bool {
    const MAX_NAME_BYTES: usize = 200;
    name.len() <= MAX_NAME_BYTES
        && name.chars().all(is_name_char)
        && name.starts_with(|c: char| !c.is_ascii_digit())
        && name != "_"
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// `name = value` in a list of arguments or fields; an assignment as well.
fn is_label(after: &[u8]) -> bool {
    is_before(after, b'=') && !matches!(after.trim_ascii_start(), [_, b'=' | b'>' | b'~', ..])
}

fn is_before(after: &[u8], sign: u8) -> bool {
    after.trim_ascii_start().first() == Some(&sign)
}

/// What stands before the name that begins at `start`.
fn prefix<'t>(text: &'t str, start: usize, separators: &'static [&'static str]) -> Prefix<'t> {
    let mut begin = start;
    for number in 0..MAX_PATH_ITEMS {
        let before = text.get(..begin).unwrap_or("");
        let separator = separators.iter().copied().find(|separator| before.ends_with(separator));
        // `..` spreads, or is a range.
        let Some(separator) = separator.filter(|of| *of != "." || !before.ends_with("..")) else { break };
        let before = before.get(..before.len() - separator.len()).unwrap_or("");
        let before = before.trim_end_matches(['?', '!']).trim_end();
        let name = before.trim_end_matches(is_name_char);
        if name.len() == before.len() {
            let is_value = before.ends_with([')', ']', '}', '"', '\'', '`', '>']);
            return if number > 0 || is_value { Prefix::Value } else { Prefix::Separator(separator) };
        }
        begin = name.len();
    }
    match text.get(begin..start) {
        Some(path) if begin < start => Prefix::Path(path.trim_end_matches(|c: char| !is_name_char(c))),
        _ => Prefix::Nothing,
    }
}

/// Whether a name alone may stand for what the file does not define or import.
pub(crate) fn may_be_elsewhere(name: &str, bare: Bare) -> bool {
    match bare {
        Bare::Anywhere => true,
        Bare::Capital => name.starts_with(char::is_uppercase),
        Bare::Known => false,
    }
}
