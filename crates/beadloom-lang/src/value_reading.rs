//! Names that are read or passed on as values: which leaves of a tree are, and what stands before them.
//!
//! The walk hands over every leaf that may be a name. Where it stands, by the kind of node around it, says whether the
//! name is read there, bound there, or neither; the text before it says what it is read of. What a function around binds
//! is no value of anything else. What a name means is decided later, like that of a call.

use crate::bindings::{Bound, Known, Loaded};
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::value_places::{Place, ValueRules};
use crate::value_sites::{Site, SiteForm};
use crate::values::{Leaf, Sight, Values};

/// Names of a path that are read back to its first.
const MAX_PATH_ITEMS: usize = 12;

/// What stands before a name in the text.
enum Prefix<'t> {
    Nothing,
    /// A separator, and nothing that could be a name before it: `::name`, `.name`.
    Separator(&'static str),
    /// Names with separators between them.
    Path(&'t str),
    /// A call that makes a value of a type: `Ledger(1).`
    Made(&'t str),
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
        if let Some(store) = self.store_of(name) {
            if !self.is_local(store, leaf.start) {
                self.value_of(store, Known::Nothing, leaf.start + 1);
            }
            return;
        }
        let prefix = prefix(self.text, leaf.start, rules);
        match values.place(leaf) {
            Place::Skip => return,
            // What begins with a capital in a pattern is a constant.
            Place::Bind if rules.capital_patterns && name.starts_with(char::is_uppercase) => {}
            Place::Bind if matches!(prefix, Prefix::Nothing) => return self.shadow(name),
            // The name of a field, or a value that is the key of a map.
            Place::Element if is_before(after, b':') && !leaf.in_map => return,
            Place::Bind | Place::Value | Place::Element => {}
        }
        let is_implicit = rules.implicit_members && matches!(prefix, Prefix::Separator("."));
        // Called: said as such.
        if after.first() == Some(&b'(') && !is_implicit || values.may_be_label(leaf) && is_label(after) {
            return;
        }
        let receiver = match prefix {
            Prefix::Nothing if leaf.sight == Sight::Member => return,
            Prefix::Nothing => return self.value_alone(name, leaf, after),
            Prefix::Separator("::" | "\\") => Known::Nothing,
            Prefix::Separator(_) | Prefix::Value => Known::Value,
            Prefix::Made(of) => self.receiver(Before::Typed(of)),
            Prefix::Path(path) => match self.read_of(path, leaf.start, rules) {
                Some(known) => known,
                None => return,
            },
        };
        self.value_of(name, receiver, leaf.start);
    }

    /// The store that a name reads.
    pub(crate) fn store_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix('$').filter(|store| self.stores && !store.is_empty() && !store.starts_with('$'))
    }

    /// A name alone that is read.
    fn value_alone(&mut self, name: &'t str, leaf: &Leaf, after: &[u8]) {
        match self.references.of(name, leaf.start) {
            Some(Bound::Member(number, theirs)) => {
                let known = Known::Module(Loaded { number, path: ("", ""), sure: true });
                return self.value_of(theirs, known, leaf.start);
            }
            Some(Bound::Module(number) | Bound::ModuleAtTop(number)) if !is_member_next(after) => {
                self.hand_on(number);
            }
            _ => {}
        }
        if self.is_local(name, leaf.start) {
            return;
        }
        // `size = size` in a class of Python reads what is around the class.
        if self.container() == Some(Container::Type) && self.is_given_to(name, leaf.start) {
            if self.spend(24) {
                let from = self.number_around_type();
                self.value_sites.push(Site {
                    name,
                    receiver: Known::Nothing,
                    from,
                    at: leaf.start,
                    form: SiteForm::Read,
                });
            }
            return;
        }
        self.value_of(name, Known::Nothing, leaf.start);
    }

    /// A value that a visitor sees.
    pub(crate) fn value_to(&mut self, name: &'t str, before: Before<'t>, at: usize) {
        if is_plain(name.trim_end_matches(['?', '!', '=']))
            && !(matches!(before, Before::Nothing) && self.is_local(name, at))
        {
            let receiver = self.receiver(before);
            self.value_of(name, receiver, at);
        }
    }

    /// A member that a pattern takes out of a value.
    pub(crate) fn destructured(&mut self, name: &'t str, before: Before<'t>, at: usize) {
        if is_plain(name) && self.spend(24) {
            let (receiver, from) = (self.receiver(before), self.enclosing_number());
            self.value_sites.push(Site { name, receiver, from, at, form: SiteForm::Destructured });
        }
    }

    fn value_of(&mut self, name: &'t str, receiver: Known<'t>, at: usize) {
        if self.spend(24) {
            let from = self.enclosing_number();
            self.value_sites.push(Site { name, receiver, from, at, form: SiteForm::Read });
        }
    }

    /// A call that the tree may not have: kept where nothing of that name is said on its line.
    pub(crate) fn lost_call(&mut self, name: &'t str, before: Before<'t>, at: usize) {
        if is_plain(name) && self.spend(24) {
            let (receiver, from) = (self.receiver(before), self.enclosing_number());
            self.value_sites.push(Site { name, receiver, from, at, form: SiteForm::Call });
        }
    }

    /// What a member is read of.
    fn read_of(&self, path: &'t str, at: usize, rules: &ValueRules) -> Option<Known<'t>> {
        let head = path.split(|c: char| !is_name_char(c)).next().unwrap_or(path);
        let rest = path.get(head.len()..).unwrap_or("").trim_start_matches(|c: char| !is_name_char(c));
        if rules.this.contains(&head) {
            return Some(if rest.is_empty() { Known::This } else { self.receiver(Before::Field(rest)) });
        }
        if rules.above.contains(&head) {
            return rest.is_empty().then_some(Known::Super);
        }
        // A number has the members that somebody adds to its type.
        if head.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Known::Value);
        }
        if self.store_of(head).is_some() {
            return Some(Known::Value);
        }
        if self.references.of(head, at).is_none() && self.references.is_shadowed(head, at) {
            return Some(Known::Value);
        }
        Some(self.receiver(Before::Path(path)))
    }

    /// A name that a pattern or declaration binds in the function around.
    fn shadow(&mut self, name: &'t str) {
        if self.in_function() && self.spend(16) {
            self.references.shadow(self.scopes(), name, self.extent(name));
        }
    }

    fn is_local(&self, name: &str, at: usize) -> bool {
        match self.references.of(name, at) {
            Some(Bound::Declared(_) | Bound::ModuleAtTop(_) | Bound::Loader(_)) | None => {
                self.references.is_shadowed(name, at)
            }
            Some(_) => true,
        }
    }
}

/// Whether a member of a name is what is meant.
fn is_member_next(after: &[u8]) -> bool {
    let after = after.trim_ascii_start();
    after.starts_with(b".")
        || after.starts_with(b"?.")
        || after.starts_with(b"[\"")
        || after.starts_with(b"['")
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
fn prefix<'t>(text: &'t str, start: usize, rules: &ValueRules) -> Prefix<'t> {
    let mut begin = start;
    for number in 0..MAX_PATH_ITEMS {
        let before = text.get(..begin).unwrap_or("");
        let separator = rules.separators.iter().copied().find(|separator| before.ends_with(separator));
        // `..` spreads, or is a range.
        let Some(separator) = separator.filter(|of| *of != "." || !before.ends_with("..")) else { break };
        let before = before.get(..before.len() - separator.len()).unwrap_or("");
        // `case .on`: what stands before it on the line is no value.
        if rules.implicit_members && number == 0 && before.ends_with([' ', '\t']) {
            let line = before.rsplit('\n').next().unwrap_or(before);
            if !line.trim().is_empty() {
                return Prefix::Separator(separator);
            }
        }
        let before = before.trim_end_matches(['?', '!']).trim_end();
        let name = before.trim_end_matches(is_name_char);
        if name.len() == before.len() {
            if number == 0
                && rules.calls_make
                && let Some(of) = made(before)
            {
                return Prefix::Made(of);
            }
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

/// The type of `billing.Ledger(1, (2))`, which the text ends with.
fn made(before: &str) -> Option<&str> {
    const MAX_CALL_BYTES: usize = 400;
    if !before.ends_with(')') {
        return None;
    }
    let mut open = 0usize;
    for (at, byte) in before.bytes().enumerate().rev().take(MAX_CALL_BYTES) {
        match byte {
            b')' => open += 1,
            b'(' => open -= 1,
            _ => continue,
        }
        if open == 0 {
            let head = before.get(..at)?;
            let is_path = |c: char| is_name_char(c) || c == '.';
            let path = head.get(head.trim_end_matches(is_path).len()..)?;
            let last = path.rsplit('.').next()?;
            return last.starts_with(char::is_uppercase).then_some(path);
        }
    }
    None
}
