//! What a consumer uses against what a producer offers.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{Contract, ContractField, Protocol, Verdict};

use crate::fields::{shown, unwrapped};
use crate::graphql::ENUM_VALUE;

/// One thing that is not the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Difference {
    /// `Breaking` or `Drift`.
    pub(crate) verdict: Verdict,
    pub(crate) reason: &'static str,
    pub(crate) field: String,
    pub(crate) message: String,
}

/// How many differences of one pair are said.
const MAX_DIFFERENCES: usize = 200;

/// Which way a value goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    /// The consumer sends it.
    In,
    /// The producer does.
    Out,
}

/// The fields of a contract, ready to be asked.
pub(crate) struct Offer<'c> {
    contract: &'c Contract,
    roots: BTreeMap<&'c str, &'c ContractField>,
    /// Of each type, by name.
    types: BTreeMap<&'c str, BTreeMap<&'c str, &'c ContractField>>,
    by_shown: BTreeMap<String, &'c ContractField>,
}

impl<'c> Offer<'c> {
    pub(crate) fn new(contract: &'c Contract) -> Self {
        let mut offer =
            Self { contract, roots: BTreeMap::new(), types: BTreeMap::new(), by_shown: BTreeMap::new() };
        for field in &contract.fields {
            match &field.of {
                Some(of) => {
                    offer.types.entry(of).or_default().insert(&field.name, field);
                }
                None => {
                    offer.roots.insert(&field.name, field);
                }
            }
            offer.by_shown.insert(shown(field), field);
        }
        offer
    }

    /// The contract.
    pub(crate) fn contract(&self) -> &'c Contract {
        self.contract
    }

    /// How many fields it has that another one does not have.
    pub(crate) fn more_than(&self, other: &Contract) -> usize {
        let shared: BTreeSet<String> =
            other.fields.iter().map(shown).filter(|name| self.by_shown.contains_key(name)).collect();
        self.by_shown.len().saturating_sub(shared.len())
    }

    /// Whether it has a field of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_shown.contains_key(name)
    }
}

/// What breaks a consumer, and what merely differs, by verdict, reason, field. Nothing where one of the two has no fields,
/// or the producer's are not all that it offers.
pub(crate) fn differences<'c>(consumer: &'c Contract, offers: &Offer<'c>) -> Vec<Difference> {
    let producer = offers.contract;
    if consumer.fields.is_empty() || producer.fields.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk {
        uses: Offer::new(consumer),
        offers,
        protocol: consumer.protocol,
        seen: BTreeSet::new(),
        found: BTreeSet::new(),
        next: Vec::new(),
    };
    if consumer.complete && producer.complete {
        walk.whole();
    } else if !consumer.complete {
        walk.named(consumer);
    }
    walk.found.into_iter().take(MAX_DIFFERENCES).collect()
}

struct Walk<'c, 'o> {
    uses: Offer<'c>,
    offers: &'o Offer<'c>,
    protocol: Protocol,
    seen: BTreeSet<(&'c str, &'c str, Direction)>,
    found: BTreeSet<Difference>,
    next: Vec<(&'c str, &'c str, Direction)>,
}

impl<'c> Walk<'c, '_> {
    fn say(&mut self, verdict: Verdict, reason: &'static str, field: String, message: String) {
        self.found.insert(Difference { verdict, reason, field, message });
    }

    /// The fields that a consumer names, by the names that the producer has for them.
    fn named(&mut self, consumer: &'c Contract) {
        for field in &consumer.fields {
            let name = shown(field);
            let Some(offered) = self.offers.by_shown.get(&name).copied() else {
                let message = format!("`{name}` is used, and is not there");
                self.say(Verdict::Breaking, "field_removed", name, message);
                continue;
            };
            if let (Some(used), Some(is)) = (&field.r#type, &offered.r#type)
                && used != is
            {
                let message = format!("`{name}` is used as {used}, and is {is}");
                self.say(Verdict::Breaking, "type_changed", name.clone(), message);
            }
            if let (Some(used), Some(is)) = (field.number, offered.number)
                && used != is
            {
                let message = format!("`{name}` is used as number {used}, and is {is}");
                self.say(Verdict::Breaking, "number_changed", name, message);
            }
        }
    }

    /// A copy of the schema against the schema: what is reached from the operations that both have.
    fn whole(&mut self) {
        let roots: Vec<(&'c str, &'c ContractField)> =
            self.uses.roots.iter().map(|(name, field)| (*name, *field)).collect();
        let has_numbers = roots.iter().any(|(_, field)| field.number.is_some());
        if has_numbers {
            let used: Vec<&'c ContractField> = roots.iter().map(|(_, field)| *field).collect();
            let offered: Vec<&'c ContractField> = self.offers.roots.values().copied().collect();
            self.numbered(&used, &offered, Direction::Out);
        } else {
            for (name, used) in roots {
                match self.offers.roots.get(name).copied() {
                    Some(offered) => self.pair(used, offered, Direction::Out),
                    None => {
                        let message = format!("`{name}` is used, and is not there");
                        self.say(Verdict::Breaking, "field_removed", name.to_owned(), message);
                    }
                }
            }
        }
        while let Some((used, offered, way)) = self.next.pop() {
            if self.found.len() > MAX_DIFFERENCES {
                return;
            }
            self.types(used, offered, way);
        }
    }

    /// Two fields that are the same to both sides.
    fn pair(&mut self, used: &'c ContractField, offered: &'c ContractField, way: Direction) {
        match (&used.input, &offered.input) {
            (Some(sent), Some(taken)) => self.text(&shown(used), sent, taken, Direction::In),
            (None, Some(taken)) => self.all_new(taken),
            _ => {}
        }
        if let (Some(had), Some(has)) = (&used.r#type, &offered.r#type) {
            self.text(&shown(used), had, has, way);
        }
    }

    /// Two types as they are written.
    fn text(&mut self, field: &str, used: &'c str, offered: &'c str, way: Direction) {
        let ((used_name, used_around), (name, around)) = (unwrapped(used), unwrapped(offered));
        let (here, there) = (self.uses.types.contains_key(used_name), self.offers.types.contains_key(name));
        // A message may be empty.
        let empty = self.protocol == Protocol::Protobuf && used_name == name && (here || there);
        let both = (here && there) || empty;
        let around_same = if self.protocol == Protocol::GraphQl {
            nullable(&used_around, &around, way)
        } else {
            used_around == around
        };
        if both && around_same {
            self.next.push((used_name, name, way));
        } else if !(around_same && (used_name == name || is_loose(used_name) || is_loose(name))) {
            let drift = around_same && self.protocol == Protocol::Protobuf && on_the_wire(used_name, name);
            let verdict = if drift { Verdict::Drift } else { Verdict::Breaking };
            let message = format!("`{field}` is used as {used}, and is {offered}");
            self.say(verdict, "type_changed", field.to_owned(), message);
        }
    }

    /// Two named types, field by field.
    fn types(&mut self, used: &'c str, offered: &'c str, way: Direction) {
        if !self.seen.insert((used, offered, way)) {
            return;
        }
        let members = |offer: &Offer<'c>, name: &str| offer.types.get(name).cloned().unwrap_or_default();
        let (uses, offers) = (members(&self.uses, used), members(self.offers, offered));
        if uses.values().any(|field| field.number.is_some()) {
            let all = |members: BTreeMap<_, &'c ContractField>| members.into_values().collect::<Vec<_>>();
            return self.numbered(&all(uses), &all(offers), way);
        }
        for field in uses.values() {
            match offers.get(field.name.as_str()) {
                Some(other) => self.pair(field, other, way),
                None => self.gone(field, way),
            }
        }
        if way == Direction::In {
            for field in offers.values().filter(|field| field.required) {
                match uses.get(field.name.as_str()) {
                    Some(other) if other.required || self.protocol == Protocol::GraphQl => {}
                    Some(_) => self.required(field, "has to be sent now"),
                    None => self.required(field, "has to be sent, and the consumer does not know it"),
                }
            }
        }
    }

    fn required(&mut self, field: &ContractField, what: &str) {
        let message = format!("`{}` {what}", shown(field));
        self.say(Verdict::Breaking, "required_added", shown(field), message);
    }

    /// An operation that took nothing before.
    fn all_new(&mut self, taken: &'c str) {
        let fields: Vec<&'c ContractField> = self
            .offers
            .types
            .get(taken)
            .map(|members| members.values().copied().collect())
            .unwrap_or_default();
        for field in fields.into_iter().filter(|field| field.required) {
            self.required(field, "has to be sent, and the consumer does not know it");
        }
    }

    fn gone(&mut self, field: &ContractField, way: Direction) {
        let name = shown(field);
        // A value that no answer has any more breaks nobody; nor does a parameter that nobody reads.
        let harmless = if field.r#type.as_deref() == Some(ENUM_VALUE) {
            way == Direction::Out
        } else {
            way == Direction::In && matches!(self.protocol, Protocol::OpenApi | Protocol::Protobuf)
        };
        let verdict = if harmless { Verdict::Drift } else { Verdict::Breaking };
        let message = format!("`{name}` is used, and is not there");
        self.say(verdict, "field_removed", name, message);
    }

    /// The fields of a message, which are the same where their numbers are.
    fn numbered(&mut self, uses: &[&'c ContractField], offers: &[&'c ContractField], way: Direction) {
        let by_number: BTreeMap<Option<u32>, &'c ContractField> =
            offers.iter().map(|field| (field.number, *field)).collect();
        let by_name: BTreeMap<&str, &'c ContractField> =
            offers.iter().map(|field| (field.name.as_str(), *field)).collect();
        for field in uses {
            let name = shown(field);
            let number = field.number.unwrap_or(0);
            match (by_number.get(&field.number).copied(), by_name.get(field.name.as_str()).copied()) {
                (Some(other), _) if other.name == field.name => self.pair(field, other, way),
                (Some(other), moved) => {
                    let same_type = self.same_type(field, other);
                    if same_type && moved.is_none() {
                        let message = format!("`{name}` is called `{}` now, number {number}", other.name);
                        self.say(Verdict::Drift, "number_reused", name, message);
                    } else {
                        let message = format!(
                            "number {number} is `{name}` to the consumer, and `{}` to the producer",
                            shown(other)
                        );
                        self.say(Verdict::Breaking, "number_reused", name, message);
                    }
                }
                (None, Some(other)) => {
                    let is = other.number.unwrap_or(0);
                    let message = format!("`{name}` is used as number {number}, and is {is}");
                    self.say(Verdict::Breaking, "number_changed", name, message);
                }
                (None, None) => self.gone(field, way),
            }
        }
        if way == Direction::In {
            let known: BTreeSet<Option<u32>> = uses.iter().map(|field| field.number).collect();
            for field in offers.iter().filter(|field| field.required && !known.contains(&field.number)) {
                self.required(field, "has to be sent, and the consumer does not know it");
            }
        }
    }

    fn same_type(&self, a: &ContractField, b: &ContractField) -> bool {
        let (Some(a), Some(b)) = (&a.r#type, &b.r#type) else { return true };
        let ((a, around_a), (b, around_b)) = (unwrapped(a), unwrapped(b));
        let both = self.uses.types.contains_key(a) && self.offers.types.contains_key(b);
        around_a == around_b && (a == b || both)
    }
}

/// Whether a type says nothing that could be compared.
fn is_loose(name: &str) -> bool {
    matches!(name, "any" | "object" | "")
}

/// Types of protobuf whose values are read as one another.
fn on_the_wire(a: &str, b: &str) -> bool {
    const ALIKE: &[&[&str]] = &[
        &["int32", "uint32", "int64", "uint64", "bool", "enum"],
        &["sint32", "sint64"],
        &["string", "bytes"],
        &["fixed32", "sfixed32"],
        &["fixed64", "sfixed64"],
    ];
    ALIKE.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// Whether lists are the same and `!` at most where it does no harm: what is sent may stop to be `!`, what is answered may
/// become it.
fn nullable(used: &str, offered: &str, way: Direction) -> bool {
    let bare = |text: &str| text.replace('!', "");
    if bare(used) != bare(offered) {
        return false;
    }
    let marks = |text: &str| -> Vec<bool> {
        let mut marks = Vec::new();
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if matches!(sign, '_' | ']') {
                marks.push(signs.peek() == Some(&'!'));
            }
        }
        marks
    };
    let pairs = marks(used).into_iter().zip(marks(offered));
    pairs.into_iter().all(|(used, offered)| match way {
        Direction::In => used || !offered,
        Direction::Out => offered || !used,
    })
}

#[cfg(test)]
mod tests {
    use super::{Direction, nullable};

    #[test]
    fn marks_may_come_and_go_where_they_do_no_harm() {
        for (used, offered, way, want) in [
            ("_!", "_", Direction::Out, false),
            ("_", "_!", Direction::Out, true),
            ("_!", "_", Direction::In, true),
            ("_", "_!", Direction::In, false),
            ("[_]!", "[_!]!", Direction::Out, true),
            ("[_!]!", "[_]!", Direction::Out, false),
            ("[_]", "_", Direction::Out, false),
        ] {
            assert_eq!(nullable(used, offered, way), want, "{used} {offered} {way:?}");
        }
    }
}
