//! Strings that a file shows.

use std::borrow::Cow;

use tree_sitter::Node;

use super::CSharp;
use crate::outline::Outline;

impl CSharp {
    /// The content of a string literal; `None` for anything else.
    pub(super) fn literal<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<Cow<'t, str>> {
        let kinds = &self.kinds;
        let text = outline.text(node);
        if kinds.string_literal.is(node) {
            let content = text.strip_prefix('"')?.strip_suffix('"')?;
            return plain(content, '\\');
        }
        if kinds.verbatim_string_literal.is(node) {
            let content = text.strip_prefix("@\"")?.strip_suffix('"')?;
            return (!content.contains('\n')).then(|| Cow::Owned(content.replace("\"\"", "\"")));
        }
        if kinds.raw_string_literal.is(node) {
            let content = text.trim_matches('"');
            return (!content.contains('\n')).then_some(Cow::Borrowed(content));
        }
        None
    }
}

/// Content without escapes other than of the escape itself and of quotes.
fn plain(content: &str, escape: char) -> Option<Cow<'_, str>> {
    if !content.contains(escape) {
        return Some(Cow::Borrowed(content));
    }
    let mut plain = String::with_capacity(content.len());
    let mut chars = content.chars();
    while let Some(c) = chars.next() {
        if c != escape {
            plain.push(c);
            continue;
        }
        let next = chars.next()?;
        if next != escape && next != '"' {
            return None;
        }
        plain.push(next);
    }
    Some(Cow::Owned(plain))
}
