//! Strings as they are written.

use tree_sitter::Node;

use crate::literals::unquote;
use crate::outline::Outline;

/// A string's content, if it is a plain literal.
pub(super) fn literal<'t>(node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
    unquote(outline.text(node)).filter(|content| !content.contains("${"))
}
