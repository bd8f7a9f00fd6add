//! From the places where values are read to references: what cannot lead to anything in the project goes, and so does
//! what is said already as a call, a type or a definition.

use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_model::{ImportFacts, Receiver, ReferenceFacts, ReferenceKind};

use crate::bindings::{From, Known, Pending, References};
use crate::comments::Lines;
use crate::definition::Draft;
use crate::value_places::{Bare, ValueRules, may_be_elsewhere};

/// A place where a name is read.
pub(crate) struct Site<'t> {
    pub(crate) name: &'t str,
    pub(crate) receiver: Known<'t>,
    /// The number of the definition around.
    pub(crate) from: Option<usize>,
    pub(crate) at: usize,
    pub(crate) form: SiteForm,
}

/// How a name is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SiteForm {
    Read,
    /// It is called there, and the tree may say so, or not.
    Call,
    /// A pattern takes it out of a value, and gives it to a name of its own: `const { total } = order`.
    Destructured,
}

/// What a file says beside its values.
pub(crate) struct Around<'o> {
    pub(crate) rules: &'static ValueRules,
    pub(crate) lines: &'o Lines,
    pub(crate) drafts: &'o [Draft],
    pub(crate) imports: &'o [ImportFacts],
    /// Names that it exports by listing them.
    pub(crate) exports: &'o BTreeSet<String>,
    pub(crate) text: &'o str,
}

impl Around<'_> {
    /// Whether a member is read of what ends there.
    fn is_member_next(&self, end: usize) -> bool {
        let after = self.text.get(end..).unwrap_or("").trim_ascii_start();
        [".", "?.", "[\"", "['"].iter().any(|sign| after.starts_with(sign))
    }
}

/// Adds the values to the references of the file.
/// Returns local names of modules as a whole that are read by themselves: whoever gets them may use any of their names.
pub(crate) fn add_values<'t>(
    sites: Vec<Site<'t>>,
    around: &Around<'_>,
    references: &mut References<'t>,
) -> BTreeSet<String> {
    let mut handed_on = BTreeSet::new();
    if sites.is_empty() {
        return handed_on;
    }
    let heads = Heads::new(around);
    let said: HashSet<(&str, u32)> =
        references.pending.iter().flat_map(|of| of.lines.iter().map(move |line| (of.name, *line))).collect();
    let defined = DefinitionHeads::new(around.drafts);
    let inherits = references.pending.iter().any(|of| of.kind == ReferenceKind::Inherit);
    let mut kept: Vec<(Pending<'t>, u32)> = Vec::new();
    for Site { name, receiver, from, at, form } in sites {
        if matches!(receiver, Known::Nothing)
            && heads.is_module(name)
            && !around.is_member_next(at + name.len())
        {
            handed_on.insert(name.to_owned());
        }
        let may_mean = match &receiver {
            Known::Nothing => heads.may_mean(name),
            Known::Path(path) => heads.may_lead(path),
            // A member of the type around, or of what that inherits from.
            Known::This => defined.has(name) || inherits || !around.rules.own_members,
            _ => true,
        };
        // What the file defines is no use of it by being exported; what it imports is passed on.
        let listed = from.is_none()
            && defined.has(name)
            && matches!(receiver, Known::Nothing)
            && around.exports.contains(name);
        let line = around.lines.line_of(at);
        let is_definition = form != SiteForm::Destructured && defined.names(name, at);
        if is_definition || !may_mean || listed || said.contains(&(name, line)) {
            continue;
        }
        let of = Pending {
            name,
            receiver,
            kind: if form == SiteForm::Call { ReferenceKind::Call } else { ReferenceKind::Value },
            from: From::Definition(from),
            lines: vec![line],
        };
        kept.push((of, line));
    }
    for (of, line) in kept {
        references.add(of, line);
    }
    handed_on
}

/// Where definitions of each name begin, and where their bodies do: there the name is said, not read.
struct DefinitionHeads<'o>(HashMap<&'o str, Vec<(usize, usize)>>);

impl<'o> DefinitionHeads<'o> {
    fn new(drafts: &'o [Draft]) -> Self {
        let mut heads: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for draft in drafts {
            let of = &draft.definition;
            heads.entry(of.name.as_str()).or_default().push((of.start, of.body));
        }
        for of in heads.values_mut() {
            of.sort_unstable();
            // The furthest end so far: a name may have thousands of definitions, and be read as often.
            let mut furthest = 0;
            for (_, end) in of {
                furthest = furthest.max(*end);
                *end = furthest;
            }
        }
        Self(heads)
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Whether the name stands there because a definition has it.
    fn names(&self, name: &str, at: usize) -> bool {
        self.0.get(name).is_some_and(|heads| {
            let before = heads.partition_point(|(start, _)| *start <= at);
            heads.get(..before).and_then(<[_]>::last).is_some_and(|(_, end)| at < *end)
        })
    }
}

/// Reads of values of unknown type lead nowhere. Each name stays once, so that it can be said that it is read.
pub(crate) fn fold_unknown(facts: Vec<ReferenceFacts>) -> Vec<ReferenceFacts> {
    let is_unknown = |of: &ReferenceFacts| of.kind == ReferenceKind::Value && of.receiver == Receiver::Value;
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut kept: Vec<ReferenceFacts> = Vec::with_capacity(facts.len());
    for mut of in facts {
        if is_unknown(&of) {
            of.from = None;
            let next = kept.len();
            match known.get(&of.name).and_then(|place| kept.get_mut(*place)) {
                Some(first) => {
                    first.lines.extend(of.lines);
                    continue;
                }
                None => known.insert(of.name.clone(), next),
            };
        }
        kept.push(of);
    }
    for place in known.into_values() {
        if let Some(of) = kept.get_mut(place) {
            of.lines.sort_unstable();
            of.lines.truncate(1);
        }
    }
    kept
}

/// What a name may begin with that leads out of the file.
struct Heads<'o> {
    known: HashSet<&'o str>,
    /// Local names of modules as a whole: `api` of `import * as api`.
    modules: HashSet<&'o str>,
    bare: Bare,
    /// Paths begin with a known name, too.
    paths: bool,
}

impl<'o> Heads<'o> {
    fn new(around: &Around<'o>) -> Self {
        let mut known: HashSet<&str> = HashSet::new();
        let mut modules = HashSet::new();
        let mut bare = around.rules.bare;
        known.extend(around.drafts.iter().map(|draft| draft.definition.name.as_str()));
        for import in around.imports {
            let first = |text: &'o str| text.split(|c: char| !is_word(c)).find(|word| !word.is_empty());
            known.extend(first(&import.specifier));
            known.extend(import.specifier.rsplit(|c: char| !is_word(c)).find(|word| !word.is_empty()));
            for name in &import.names {
                // Whatever the module has is a name here.
                if name == "*" && bare == Bare::Known && import.aliases.iter().all(|(_, of)| of != "*") {
                    bare = Bare::Anywhere;
                }
                known.extend(first(name));
            }
            for (local, name) in &import.aliases {
                known.insert(local);
                if name == "*" {
                    modules.insert(local.as_str());
                }
            }
        }
        Self { known, modules, bare, paths: around.rules.known_heads }
    }

    fn may_mean(&self, name: &str) -> bool {
        !self.modules.contains(name) && (self.known.contains(name) || may_be_elsewhere(name, self.bare))
    }

    fn is_module(&self, name: &str) -> bool {
        self.modules.contains(name)
    }

    fn may_lead(&self, path: &str) -> bool {
        let head = path.split(|c: char| !is_word(c)).find(|word| !word.is_empty()).unwrap_or("");
        !self.paths || self.known.contains(head) || may_be_elsewhere(head, self.bare)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
