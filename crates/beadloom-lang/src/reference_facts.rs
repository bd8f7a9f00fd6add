//! From what was recorded of references to the facts of a file: fields and results of functions are known now.

use std::collections::HashMap;

use beadloom_model::{GLOBAL_SCOPE, MAX_LINES_ITEMS, Receiver, ReferenceFacts, ReferenceKind};

use crate::bindings::{From, Known, References, joined};
use crate::definition::Draft;
use crate::loaded::path_of;
use crate::owners::Types;

/// Fields of fields are followed this far.
const FIELDS: usize = 4;

impl<'t> References<'t> {
    /// The type of a field, or of a field's field.
    fn field(&self, owner: &str, path: &str, results: &Results<'_, 't>) -> Option<&'t str> {
        let mut of: Option<&'t str> = None;
        for (number, name) in path.split('.').map(str::trim).enumerate() {
            if number == FIELDS {
                return None;
            }
            let owner = of.unwrap_or(owner);
            let owner = results.of(owner).unwrap_or(owner);
            of = Some((*self.fields.get(owner)?.get(name)?)?);
        }
        of
    }

    /// In order of first appearance. `positions`: from the number of a definition to its place in the result.
    /// `types`: numbers of definitions by qualified name.
    pub(crate) fn into_facts(
        mut self,
        positions: &[Option<u32>],
        drafts: &[Draft],
        types: &Types<'_>,
    ) -> Vec<ReferenceFacts> {
        let results = Results::new(&self.results, drafts);
        let mut facts = Facts::default();
        for reference in std::mem::take(&mut self.pending) {
            // Some grammars take control characters for letters.
            if reference.name.contains(char::is_control) {
                continue;
            }
            let (receiver, learned) = match reference.receiver {
                Known::Nothing => (Receiver::None, false),
                Known::This => (Receiver::This, false),
                Known::Super => (Receiver::Super, false),
                Known::Path(GLOBAL_SCOPE) => (Receiver::Path(GLOBAL_SCOPE.to_owned()), false),
                Known::Path(path) => (Receiver::Path(joined(path)), false),
                Known::Typed(of) => results.typed(of),
                Known::FieldOf(owner, path) => match self.field(&owner, &joined(path), &results) {
                    Some(of) => (results.typed(of).0, true),
                    None => (Receiver::Value, true),
                },
                Known::Module(loaded) => (Receiver::Path(path_of(&loaded)), false),
                Known::Value => (Receiver::Value, false),
            };
            let receiver = match receiver {
                // What broken text has for a path or a type may hold no name at all.
                Receiver::Path(names) | Receiver::Typed(names) if names.is_empty() => Receiver::Value,
                receiver => receiver,
            };
            let number = match reference.from {
                From::Definition(number) => number,
                From::Type(name) => types.get(name.as_str()).copied(),
            };
            let from = number.and_then(|number| positions.get(number).copied().flatten());
            let (name, kind, lines) = (reference.name.to_owned(), reference.kind, reference.lines);
            facts.add(ReferenceFacts { name, receiver, kind, from, lines }, learned);
        }
        facts.finish()
    }
}

/// References on their way out. Two that were recorded apart may have turned out to be one.
#[derive(Default)]
struct Facts {
    all: Vec<ReferenceFacts>,
    /// Whether the receiver is known only now, by place.
    learned: Vec<bool>,
}

impl Facts {
    fn add(&mut self, mut facts: ReferenceFacts, learned: bool) {
        facts.lines.sort_unstable();
        facts.lines.dedup();
        self.all.push(facts);
        self.learned.push(learned);
    }

    fn finish(self) -> Vec<ReferenceFacts> {
        type Key = (String, ReferenceKind, Option<u32>);
        let key = |of: &ReferenceFacts| -> Key { (of.name.clone(), of.kind, of.from) };
        // The places of what the learned ones may be equal to, by receiver.
        let learned = self.all.iter().zip(&self.learned).filter(|(_, learned)| **learned);
        let mut seen: HashMap<Key, HashMap<Receiver, usize>> =
            learned.map(|(of, _)| (key(of), HashMap::new())).collect();
        if seen.is_empty() {
            return self.all;
        }
        let mut facts: Vec<ReferenceFacts> = Vec::with_capacity(self.all.len());
        for of in self.all {
            if let Some(places) = seen.get_mut(&key(&of)) {
                if let Some(known) = places.get(&of.receiver).and_then(|place| facts.get_mut(*place)) {
                    known.lines.extend(of.lines);
                    known.lines.sort_unstable();
                    known.lines.dedup();
                    known.lines.truncate(MAX_LINES_ITEMS);
                    continue;
                }
                places.insert(of.receiver.clone(), facts.len());
            }
            facts.push(of);
        }
        facts
    }
}

/// What the functions of a file give, by qualified name; `None` where the file says two things.
struct Results<'d, 't>(HashMap<&'d str, Option<&'t str>>);

impl<'d, 't> Results<'d, 't> {
    fn new(results: &[(usize, &'t str)], drafts: &'d [Draft]) -> Self {
        let mut by_name: HashMap<&str, Option<&'t str>> = HashMap::with_capacity(results.len());
        for (number, of) in results {
            let Some(draft) = drafts.get(*number) else { continue };
            by_name
                .entry(draft.qualified_name.as_str())
                .and_modify(|known| *known = known.filter(|known| known == of))
                .or_insert(Some(*of));
        }
        Self(by_name)
    }

    fn of(&self, function: &str) -> Option<&'t str> {
        self.0.get(function).copied().flatten()
    }

    /// A value of that type, or what the function of that name gives; and whether it is the latter.
    fn typed(&self, of: &str) -> (Receiver, bool) {
        let of = joined(of);
        match self.of(&of) {
            Some(result) => (Receiver::Typed(joined(result)), true),
            None => (Receiver::Typed(of), false),
        }
    }
}
