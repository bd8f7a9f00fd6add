//! Arguments of calls, paths, methods and handlers as expressions.

use tree_sitter::Node;

use super::super::File;
use super::Web;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::is_dotted;
use crate::vocabulary::named_children;

/// Arguments of one call that are looked at.
pub(super) const ARGUMENTS: usize = 32;
/// Expressions within expressions that are looked into.
const EXPRESSIONS: usize = 4;

/// The arguments of a call.
pub(super) struct Arguments<'n, 't> {
    pub(super) positional: Vec<Node<'n>>,
    pub(super) keywords: Vec<(&'t str, Node<'n>)>,
}

impl<'n> Arguments<'n, '_> {
    /// An argument by keyword, or by its place.
    pub(super) fn of(&self, keyword: &str, place: usize) -> Option<Node<'n>> {
        self.keyword(keyword).or_else(|| self.positional.get(place).copied())
    }

    pub(super) fn keyword(&self, keyword: &str) -> Option<Node<'n>> {
        self.keywords.iter().find(|(name, _)| *name == keyword).map(|(_, value)| *value)
    }
}

impl File<'_> {
    pub(super) fn arguments<'n, 't>(&self, call: Node<'n>, outline: &Outline<'t>) -> Arguments<'n, 't> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut arguments = Arguments { positional: Vec::new(), keywords: Vec::new() };
        let Some(list) = fields.arguments.of(call) else { return arguments };
        for argument in named_children(list).take(ARGUMENTS) {
            if kinds.keyword_argument.is(argument) {
                if let Some(name) = outline.name(fields.name.of(argument))
                    && let Some(value) = fields.value.of(argument)
                {
                    arguments.keywords.push((name, value));
                }
            } else if !kinds.comment.is(argument) {
                arguments.positional.push(argument);
            }
        }
        arguments
    }

    /// The content of a string literal, whatever its prefix; expressions in it as they are written.
    pub(super) fn string(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        if kinds.string.is(node) {
            let text = outline.text(node);
            return unquote(text.trim_start_matches(|c: char| c.is_ascii_alphabetic()))
                .or_else(|| raw(text))
                .map(str::to_owned);
        }
        if !kinds.concatenated_string.is(node) {
            return None;
        }
        named_children(node).take(ARGUMENTS).map(|part| self.string(part, outline)).collect()
    }

    /// A path: a literal, or a constant of the file.
    pub(super) fn path(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        if let Some(text) = self.string(node, outline) {
            return Some(web.filled(text));
        }
        if self.rules.kinds.call.is(node) {
            // `_("about/")`, where the translation of the path is the path.
            let only = self.arguments(node, outline).positional;
            let plain = node.child(0).is_some_and(|of| self.rules.kinds.identifier.is(of));
            return only
                .first()
                .filter(|_| plain && only.len() == 1)
                .and_then(|of| self.string(*of, outline));
        }
        outline.name(Some(node)).and_then(|name| web.strings.get(name)).cloned()
    }

    /// A prefix; what is no literal stands in braces, as the source has it.
    pub(super) fn prefix(&self, web: &Web, node: Node<'_>, outline: &Outline<'_>) -> String {
        let (kinds, text) = (&self.rules.kinds, outline.text(node));
        match self.path(web, node, outline) {
            Some(path) => path,
            None if (kinds.identifier.is(node) || kinds.attribute.is(node)) && text.len() <= 80 => {
                format!("{{{text}}}")
            }
            None => String::new(),
        }
    }

    /// `methods=["GET", "post"]`, in upper case; empty where none are named.
    pub(super) fn methods(&self, node: Option<Node<'_>>, outline: &Outline<'_>) -> Vec<String> {
        let kinds = &self.rules.kinds;
        let mut methods: Vec<String> = Vec::new();
        let list = node.filter(|node| kinds.list.is(*node) || kinds.tuple.is(*node) || kinds.set.is(*node));
        for of in list.into_iter().flat_map(named_children).take(ARGUMENTS) {
            let named = self.string(of, outline);
            // `HTTPMethod.GET`
            let last = outline.text(of).rsplit('.').next().unwrap_or("");
            let name = named.as_deref().unwrap_or(last).to_ascii_uppercase();
            let plain = !name.is_empty() && name.len() <= 20 && name.bytes().all(|b| b.is_ascii_uppercase());
            if plain && !methods.contains(&name) {
                methods.push(name);
            }
        }
        methods
    }

    /// What answers a route: a name, or the class of `View.as_view()`, perhaps wrapped by other calls.
    pub(super) fn handler(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        let mut of = node;
        for _ in 0..EXPRESSIONS {
            if kinds.identifier.is(of) || kinds.attribute.is(of) {
                return outline.name(Some(of)).map(str::to_owned);
            }
            if !kinds.call.is(of) {
                return None;
            }
            let callee = outline.text(of.child(0)?);
            if let Some(view) = callee.strip_suffix(".as_view").or_else(|| callee.strip_suffix(".as_asgi")) {
                return Some(view.to_owned()).filter(|view| view.len() <= 200);
            }
            match self.arguments(of, outline).positional.first() {
                Some(wrapped) => of = *wrapped,
                // An object of a class that can be called.
                None => return Some(callee.to_owned()).filter(|callee| is_dotted(callee)),
            }
        }
        None
    }
}

/// The content of a literal in which backslashes are just that: `r"^\d+$"`.
fn raw(literal: &str) -> Option<&str> {
    let rest = literal.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let prefix = literal.strip_suffix(rest)?;
    if !prefix.contains(['r', 'R']) {
        return None;
    }
    let quote = rest.chars().next()?;
    rest.strip_prefix(quote)?.strip_suffix(quote).filter(|content| !content.contains(['\n', quote]))
}
