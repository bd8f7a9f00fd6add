//! Names that the grammars take for types, and are none.
//!
//! `Builder builder(make());` is a declaration of a function to a grammar, `ASSIGN(auto a, make(1))` a broken one, and
//! `const struct entry EXPORT(account) = {` takes a parameter. In each, what is called and what is passed on reads like a type.

use tree_sitter::Node;

use super::File;
use super::declarators::is_macro;
use super::names::scope;
use crate::outline::Outline;
use crate::references::Before;

/// What is between a name and the node of its type, and a pointer's name: looked at this far.
const WRAPPERS: usize = 8;
const MAX_POINTER_BYTES: usize = 80;
/// What stands before a member.
const MAX_RECEIVER_BYTES: usize = 120;

/// What a name that reads like a type is.
pub(super) enum Misread<'t> {
    /// What is called.
    Call(Before<'t>),
    /// What is passed on.
    Value(Before<'t>),
    /// What a macro makes something of.
    MacroArgument,
    /// A type.
    No,
}

impl File<'_> {
    /// What a name of a type is where it stands.
    pub(super) fn misread<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Misread<'t> {
        let text = outline.text;
        let rest = text.get(node.end_byte()..).unwrap_or("").trim_start();
        if !self.rules.cpp && !outline.in_function() {
            let is_argument = rest.starts_with([')', ',']);
            return if is_argument && self.is_argument_of_macro(node, outline) {
                Misread::MacroArgument
            } else {
                Misread::No
            };
        }
        if !outline.in_function() {
            return Misread::No;
        }
        if rest.starts_with('(') && !declares_pointer(rest) {
            let whole = self.whole(node);
            let called = whole.parent().is_none_or(|around| {
                let kinds = &self.rules.kinds;
                // `CHECK(load(a)) int b;`: a macro gives the type.
                let of_macro = || around.parent().is_some_and(|of| kinds.macro_type_specifier.is(of));
                !kinds.operator_cast.is(around) && (!kinds.type_descriptor.is(around) || of_macro())
            });
            return if called {
                Misread::Call(self.before_misread(whole, node, outline))
            } else {
                Misread::No
            };
        }
        if self.rules.cpp && rest.starts_with([')', ',']) && self.is_passed_on(self.whole(node)) {
            return Misread::Value(self.before_misread(self.whole(node), node, outline));
        }
        Misread::No
    }

    /// The whole name that ends with a node.
    fn whole<'n>(&self, node: Node<'n>) -> Node<'n> {
        let kinds = &self.rules.kinds;
        let mut whole = node;
        for _ in 0..WRAPPERS {
            match whole.parent().filter(|around| kinds.qualified_identifier.is(*around)) {
                Some(around) => whole = around,
                None => break,
            }
        }
        whole
    }

    /// What stands before a name: its namespaces, or the value that the grammar lost.
    fn before_misread<'t>(&self, whole: Node<'_>, node: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let path = outline.text.get(whole.start_byte()..node.start_byte()).unwrap_or("");
        if !path.is_empty() {
            return scope(path);
        }
        let before = outline.text.get(..node.start_byte()).unwrap_or("").trim_end();
        if !before.ends_with("->") && !before.ends_with('.') {
            return Before::Nothing;
        }
        let value = before.trim_end_matches(['-', '>', '.']);
        let chain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '>');
        let start = value.trim_end_matches(chain).len();
        let Some(value) = value.get(start..).filter(|value| value.len() <= MAX_RECEIVER_BYTES) else {
            return Before::Value;
        };
        let head = value.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let is_plain = before.get(..start).is_some_and(|before| !before.ends_with([')', ']', ':']));
        match head {
            "" => Before::Value,
            "this" => Before::Field(value.strip_prefix("this->").unwrap_or("")),
            head if is_plain && outline.is_bound(head) => Before::Path(value),
            _ if is_plain => Before::Field(value),
            _ => Before::Value,
        }
    }

    /// Whether it is all of a parameter of what is no function: of a variable in a function, or of a call.
    fn is_passed_on(&self, whole: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        let parameter = whole.parent().filter(|of| kinds.parameter_declaration.is(*of));
        let Some(list) = parameter.filter(|of| of.named_child_count() == 1).and_then(|of| of.parent()) else {
            return false;
        };
        let Some(declarator) = list.parent() else { return false };
        let Some(around) = declarator.parent() else { return false };
        if kinds.function_declarator.is(declarator) {
            kinds.declaration.is(around) || kinds.init_declarator.is(around)
        } else {
            kinds.abstract_function_declarator.is(declarator) && kinds.parameter_declaration.is(around)
        }
    }

    /// `EXPORT(account)`
    fn is_argument_of_macro(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let parameter = node.parent().filter(|of| kinds.parameter_declaration.is(*of));
        let list = parameter.filter(|of| of.named_child_count() == 1).and_then(|of| of.parent());
        let declarator = list.and_then(|list| list.parent()).filter(|of| kinds.function_declarator.is(*of));
        let name = declarator.and_then(|of| fields.declarator.of(of));
        name.is_some_and(|name| is_macro(outline.text(name)))
    }
}

/// Whether what begins with `(` is `(*name)(` or `(&name)[`: a variable of the type before it.
fn declares_pointer(rest: &str) -> bool {
    let inner = rest.trim_start_matches('(').trim_start();
    let Some(name) = inner.strip_prefix(['*', '&']) else { return false };
    let end = name.char_indices().take(MAX_POINTER_BYTES).find(|(_, c)| *c == ')');
    let after = end.and_then(|(end, _)| name.get(end + 1..)).unwrap_or("");
    after.trim_start().starts_with(['(', '['])
}
