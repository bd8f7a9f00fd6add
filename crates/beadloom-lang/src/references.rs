//! What a file calls and uses, with as much about the receiver as the file itself says.
//!
//! Visitors bind what functions, types and the file declare ([`Outline::bind`], [`Outline::bind_field`],
//! [`Outline::bind_type_parameter`]) and report what they see ([`Outline::reference`]). A name that a function
//! around binds is no reference to anything of that name elsewhere; a value whose type is written down makes
//! its receiver known.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use crate::bindings::{Bound, From, Known, Loaded, Pending, is_name, joined};
use crate::outline::Outline;

/// Longer receivers are values like any other (bytes).
const PATH_BYTES: usize = 200;

/// What stands before a name, as a visitor says it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Before<'t> {
    /// Nothing.
    Nothing,
    /// `this`, `self`, `cls`, `Self`: the type around or a value of it.
    This,
    /// The base of the type around.
    Super,
    /// A field of `this`, or a path of fields: `ledger` of `self.ledger.post()`.
    Field(&'t str),
    /// Names with separators between them (`.`, `::`, `->`, `?.`, `\`), white space allowed.
    Path(&'t str),
    /// Names of modules and types, which no variable hides: `billing::Charge` of `billing::Charge::new()`. Empty
    /// where the name stands alone, in a language that keeps what it names apart from variables (macros).
    Scope(&'t str),
    /// A value of this type, as written, without type arguments, pointers and the like: a literal, a cast, a
    /// construction (`Ledger().post()`).
    Typed(&'t str),
    /// The module with that number, and names below it.
    Module(u32, &'t str),
    /// Anything else.
    Value,
}

/// The first name of a path and what follows it.
fn split_head(path: &str) -> (&str, &str) {
    let path = path.trim_start_matches(|c: char| !is_name(c));
    let end = path.find(|c: char| !is_name(c)).unwrap_or(path.len());
    let (head, rest) = path.split_at(end);
    (head, rest.trim_start_matches(|c: char| !is_name(c)))
}

/// Whether a text is names with dots between them, as a receiver or a type may be written. White space may stand
/// among them.
pub(crate) fn is_dotted(text: &str) -> bool {
    const MAX_NAME_BYTES: usize = 200;
    let mut bytes = text.bytes();
    text.len() <= MAX_NAME_BYTES
        && bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_' || first >= 0x80)
        && bytes.all(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'_' | b'.' | b' ' | b'\n' | b'\t' | b'\r')
                || byte >= 0x80
        })
}

impl<'t> Outline<'t> {
    /// A parameter or local variable of the function around; `of` is its type as written (a path, without type
    /// arguments and pointers), or the name of what it was made by, or `None` where the file does not say.
    /// At the top of a file and in types only what has a type is bound: the rest is found as a definition.
    pub(crate) fn bind(&mut self, name: Option<Node<'_>>, of: Option<&'t str>) {
        let Some(name) = self.name(name) else { return };
        self.bind_name(name, of);
    }

    /// Like [`Outline::bind`], for a name that is no node of its own.
    pub(crate) fn bind_name(&mut self, name: &'t str, of: Option<&'t str>) {
        let to = match of.filter(|of| of.len() <= PATH_BYTES) {
            Some(of) if self.is_type_parameter(of) => Bound::Unknown,
            Some(of) if self.in_function() => Bound::Typed(of),
            Some(of) => Bound::Declared(of),
            None => Bound::Unknown,
        };
        if of.is_none() && !self.in_function() || !self.spend(16) {
            return;
        }
        self.bind_as(name, to);
    }

    pub(crate) fn bind_as(&mut self, name: &'t str, to: Bound<'t>) {
        self.references.bind(self.scopes(), name, to, self.extent(name));
    }

    /// What a name is bound to at the place of the walk.
    pub(crate) fn bound(&self, name: &str) -> Option<Bound<'t>> {
        self.references.of(name, self.seen())
    }

    /// A variable that is given a value (`x = self.ledger`, `x = y`), as it would be called: bound to the same.
    pub(crate) fn bind_to(&mut self, name: Option<Node<'_>>, value: Before<'t>) {
        let to = match value {
            Before::Typed(of) => return self.bind(name, Some(of)),
            Before::Field(path) if path.len() <= PATH_BYTES => {
                self.enclosing_type().map(|owner| self.references.field_of(owner, path))
            }
            Before::Path(path) if path.len() <= PATH_BYTES => {
                let (head, rest) = split_head(path);
                match self.bound(head) {
                    Some(Bound::Typed(of) | Bound::Declared(of)) if rest.is_empty() => {
                        return self.bind(name, Some(of));
                    }
                    Some(Bound::Typed(of) | Bound::Declared(of)) => {
                        Some(self.references.field_of(joined(of), rest))
                    }
                    Some(to @ Bound::Field(..)) if rest.is_empty() => Some(to),
                    _ => None,
                }
            }
            _ => None,
        };
        match (to, self.name(name)) {
            (Some(to), Some(name)) if self.in_function() && self.spend(16) => {
                self.bind_as(name, to);
            }
            (Some(_), _) => {}
            (None, _) => self.bind(name, None),
        }
    }

    /// Whether a variable, parameter or field of that name is in force, for languages that keep the names of
    /// functions apart from those of variables.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.bound(name).is_some()
    }

    /// A type parameter of the definition around: its name refers to nothing else there.
    pub(crate) fn bind_type_parameter(&mut self, name: Option<Node<'_>>) {
        if let Some(name) = self.name(name)
            && self.spend(16)
        {
            self.bind_as(name, Bound::TypeParameter);
        }
    }

    /// Whether the name is that of a type parameter in force.
    pub(crate) fn is_type_parameter(&self, name: &str) -> bool {
        matches!(self.bound(name), Some(Bound::TypeParameter))
    }

    /// The type that a variable, parameter or field of that name is bound to.
    pub(crate) fn type_of(&self, name: &str) -> Option<&'t str> {
        match self.bound(name) {
            Some(Bound::Typed(of) | Bound::Declared(of)) => Some(of),
            _ => None,
        }
    }

    /// The function with this number, as [`Outline::define`] gave it, gives a value of this type: what is bound
    /// to the function's name (`x = make()`) is bound to that type.
    pub(crate) fn gives(&mut self, number: Option<usize>, of: &'t str) {
        if let Some(number) = number
            && of.len() <= PATH_BYTES
            && self.spend(32)
        {
            self.references.results.push((number, of));
        }
    }

    /// A field of the type around (or of the type that the function around belongs to) and its type.
    pub(crate) fn bind_field(&mut self, name: Option<Node<'_>>, of: &'t str) {
        let Some(name) = self.name(name) else { return };
        self.bind_field_name(name, of);
    }

    /// Like [`Outline::bind_field`], for a name that is no node of its own.
    pub(crate) fn bind_field_name(&mut self, name: &'t str, of: &'t str) {
        if let Some(owner) = self.enclosing_type() {
            self.bind_field_of(owner, name, of);
        }
    }

    /// A field of the type with that qualified name.
    pub(crate) fn bind_field_of(&mut self, owner: String, name: &'t str, of: &'t str) {
        if of.is_empty()
            || of.len() > PATH_BYTES
            || self.is_type_parameter(of)
            || !self.spend(owner.len() + 48)
        {
            return;
        }
        let fields = self.references.fields.entry(owner).or_default();
        fields
            .entry(name)
            .and_modify(|known| *known = known.filter(|known| *known == of))
            .or_insert(Some(of));
    }

    /// A call or use of `name`. Inheritance is reported inside the type's scope, right after its `define`.
    pub(crate) fn reference(&mut self, kind: ReferenceKind, name: Option<Node<'_>>, before: Before<'t>) {
        let Some(node) = name else { return };
        let Some(name) = self.name(Some(node)) else { return };
        self.reference_to(kind, name, before, node.start_byte());
    }

    /// Like [`Outline::reference`], for a name that is no node of its own.
    pub(crate) fn reference_to(&mut self, kind: ReferenceKind, name: &'t str, before: Before<'t>, at: usize) {
        if !name.chars().any(is_name) {
            return;
        }
        let mut name = name;
        let receiver = match before {
            Before::Nothing => {
                // The walk may be behind: a statement is seen before what is in it.
                match (self.references.of(name, self.seen().max(at)), kind) {
                    (Some(Bound::TypeParameter), _) => return,
                    (Some(Bound::Unknown | Bound::Typed(_) | Bound::Field(..)), ReferenceKind::Call) => {
                        return;
                    }
                    // What the module is as a whole is called.
                    (Some(Bound::Module(number)), ReferenceKind::Call) => {
                        name = "default";
                        Known::Module(Loaded { number, path: ("", ""), sure: true })
                    }
                    (Some(Bound::ModuleAtTop(number)), ReferenceKind::Call) => {
                        self.use_of_module(kind, "default", (number, true), at);
                        Known::Nothing
                    }
                    (Some(Bound::Member(number, theirs)), _) => {
                        name = theirs;
                        Known::Module(Loaded { number, path: ("", ""), sure: true })
                    }
                    _ => Known::Nothing,
                }
            }
            before => self.receiver(before),
        };
        self.refer(kind, name, receiver, From::Definition(self.enclosing_number()), at);
    }

    /// What stands before a name, with what is bound here.
    pub(crate) fn receiver(&self, before: Before<'t>) -> Known<'t> {
        match before {
            Before::Nothing | Before::Scope("") => Known::Nothing,
            Before::This => Known::This,
            Before::Super => Known::Super,
            Before::Value => Known::Value,
            Before::Module(number, path) => Known::Module(Loaded { number, path: ("", path), sure: true }),
            Before::Scope(path) if path.len() <= PATH_BYTES => {
                if self.is_type_parameter(split_head(path).0) {
                    Known::Value
                } else {
                    Known::Path(path)
                }
            }
            Before::Typed(of) if of.len() <= PATH_BYTES => self.known(of, Known::Typed(of)),
            Before::Field(path) if path.len() <= PATH_BYTES => match self.enclosing_type() {
                Some(owner) => Known::FieldOf(owner, path),
                None => Known::Value,
            },
            Before::Path(path) if path.len() <= PATH_BYTES => {
                let (head, rest) = split_head(path);
                match self.bound(head) {
                    Some(Bound::Typed(of) | Bound::Declared(of)) if rest.is_empty() => {
                        self.known(of, Known::Typed(of))
                    }
                    Some(Bound::Typed(of) | Bound::Declared(of)) => Known::FieldOf(joined(of), rest),
                    Some(Bound::Field(owner, path)) if rest.is_empty() => {
                        let owner = self.references.owners.get(owner).cloned();
                        owner.map_or(Known::Value, |owner| Known::FieldOf(owner, path))
                    }
                    Some(Bound::Module(number) | Bound::ModuleAtTop(number)) => {
                        Known::Module(Loaded { number, path: ("", rest), sure: true })
                    }
                    Some(Bound::Member(number, theirs)) => {
                        Known::Module(Loaded { number, path: (theirs, rest), sure: true })
                    }
                    // What functions have as members, the file says by its definitions.
                    Some(Bound::Loader(_)) => Known::Path(path),
                    Some(Bound::Unknown | Bound::Field(..) | Bound::TypeParameter) => Known::Value,
                    None if head.is_empty() || self.store_of(head).is_some() => Known::Value,
                    None => Known::Path(path),
                }
            }
            _ => Known::Value,
        }
    }

    /// What the type around extends or implements, where the type itself may stand elsewhere in the file.
    pub(crate) fn inherits(&mut self, name: &'t str, before: Before<'t>, at: usize) {
        let receiver = match before {
            Before::Nothing => Known::Nothing,
            Before::Path(path) | Before::Scope(path) if path.len() <= PATH_BYTES => Known::Path(path),
            _ => return,
        };
        if let Some(owner) = self.enclosing_type() {
            self.refer(ReferenceKind::Inherit, name, receiver, From::Type(owner), at);
        }
    }

    fn refer(&mut self, kind: ReferenceKind, name: &'t str, receiver: Known<'t>, from: From, at: usize) {
        let line = self.lines.line_of(at);
        let size = name.len() + 64;
        if self.references.add(Pending { name, receiver, kind, from, lines: vec![line] }, line) {
            self.spend(size);
        }
    }

    fn known(&self, of: &str, known: Known<'t>) -> Known<'t> {
        if self.is_type_parameter(of) { Known::Value } else { known }
    }
}
