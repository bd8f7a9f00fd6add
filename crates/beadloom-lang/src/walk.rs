//! The one pass over a syntax tree: every leaf becomes a token or a comment, and the language's visitor sees
//! the few kinds of node that it asked for.

use std::ops::ControlFlow;

use tree_sitter::{Language, Node, TreeCursor};

use crate::layout::Style;
use crate::outline::Outline;
use crate::shapes::{Shape, shapes};
use crate::values::{Leaf, Sight, Values};

/// What the walk does with a kind of node.
#[derive(Clone, Copy)]
pub(crate) enum Step<R> {
    /// Goes down; a leaf is a token.
    Plain,
    /// One token, whatever is inside: string literals.
    Token,
    /// Running text, in which the amount of white space says nothing.
    Text,
    /// A comment.
    Comment,
    /// Nothing that counts: line continuations.
    Skip,
    /// The visitor sees it, then as `Plain`.
    Enter(R),
}

/// A language's part of the walk. Made anew for each file.
pub(crate) trait Visitor {
    /// What the visitor calls the kinds of node that it wants to see.
    type Role: Copy;

    /// What formatters change in texts of the language.
    const STYLE: Style = Style::Exact;

    /// Whether a node of that role is one token after all, whatever is inside; then `enter` does not see it.
    fn is_token(&self, _role: Self::Role, _node: Node<'_>, _outline: &Outline<'_>) -> bool {
        false
    }

    /// A node of that role begins. What it contains comes later; what came before is in the outline.
    fn enter(&mut self, role: Self::Role, node: Node<'_>, outline: &mut Outline<'_>);
}

/// Kinds of node that are leaves in every grammar that has them. Not having to ask each of them for children
/// saves a tenth of the walk.
const LEAVES: &[&str] = &[
    "identifier",
    "property_identifier",
    "field_identifier",
    "type_identifier",
    "package_identifier",
    "shorthand_property_identifier",
    "integer",
    "float",
    "number",
    "int_literal",
    "float_literal",
    "integer_literal",
    "decimal_integer_literal",
    "true",
    "false",
    "none",
    "nil",
    "null",
    "null_literal",
    "this",
    "self",
    "super",
];

/// What the walk does with every kind of node of a grammar, and what the kinds are to who compares texts.
pub(crate) struct Steps<R> {
    by_kind: Vec<Step<R>>,
    shapes: Vec<Shape>,
}

impl<R> Steps<R> {
    /// A word or sign of the grammar does not count.
    pub(crate) fn skip_word(&mut self, language: &Language, word: &str) {
        if let Some(step) = self.by_kind.get_mut(language.id_for_node_kind(word, false) as usize) {
            *step = Step::Skip;
        }
    }
}

/// The step of every kind of node, by kind id. Names that the grammar does not have are passed over, so that
/// dialects may share a table.
pub(crate) fn steps<R: Copy>(language: &Language, table: &[(&str, Step<R>)]) -> Steps<R> {
    let is_leaf = |id: usize| {
        let id = u16::try_from(id).unwrap_or(0);
        let kind = language.node_kind_for_id(id).unwrap_or(" ");
        // Keywords and punctuation are leaves; what has a space in it (`not in`) is two of them.
        if language.node_kind_is_named(id) { LEAVES.contains(&kind) } else { !kind.contains(' ') }
    };
    let mut steps: Vec<Step<R>> = (0..language.node_kind_count())
        .map(|id| if is_leaf(id) { Step::Token } else { Step::Plain })
        .collect();
    for (kind, step) in table {
        let id = language.id_for_node_kind(kind, true);
        if id != 0
            && let Some(slot) = steps.get_mut(id as usize)
        {
            *slot = *step;
        }
    }
    Steps { by_kind: steps, shapes: shapes(language) }
}

/// How the walk ended.
pub(crate) struct Walked {
    /// `stop` said so; the rest of the file was not seen.
    pub(crate) stopped: bool,
    /// Something nested deeper than `depth` and was taken as one token.
    pub(crate) too_deep: bool,
}

impl Walked {
    /// What holds for two parts of a file.
    pub(crate) fn join(&mut self, other: Self) {
        self.stopped |= other.stopped;
        self.too_deep |= other.too_deep;
    }
}

/// Asks `stop` once per this many nodes.
const NODES_PER_CHECK: u32 = 4096;

/// Walks a node and what is below it in source order, without recursion. `depth` bounds how far it goes down.
pub(crate) fn walk<V: Visitor>(
    root: Node<'_>,
    steps: &Steps<V::Role>,
    visitor: &mut V,
    outline: &mut Outline<'_>,
    depth: usize,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Walked {
    let before = outline.set_style(V::STYLE);
    let walked = walk_all(root, steps, visitor, outline, depth, stop);
    outline.tokens.set_style(before);
    walked
}

fn walk_all<V: Visitor>(
    root: Node<'_>,
    steps: &Steps<V::Role>,
    visitor: &mut V,
    outline: &mut Outline<'_>,
    depth: usize,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Walked {
    let mut walked = Walked { stopped: false, too_deep: false };
    let mut cursor = root.walk();
    let mut countdown = NODES_PER_CHECK;
    let values = outline.values.clone();
    // The nodes around.
    let mut around: Vec<Node<'_>> = Vec::new();
    loop {
        countdown -= 1;
        if countdown == 0 {
            countdown = NODES_PER_CHECK;
            if stop().is_break() {
                walked.stopped = true;
                return walked;
            }
        }
        let node = cursor.node();
        let kind = node.kind_id() as usize;
        let step = steps.by_kind.get(kind).copied().unwrap_or(Step::Plain);
        match steps.shapes.get(kind) {
            None | Some(Shape::Other) => {}
            Some(shape) => outline.shape(*shape, node),
        }
        if let Some(values) = &values {
            if let Some(declaration) = values.declarations.of(node.kind_id()) {
                outline.declares(declaration, node);
            }
            let sight = values.sight(node.kind_id());
            if sight != Sight::None {
                outline.arrive(node.start_byte());
                see(values, sight, &cursor, &around, outline);
            }
        }
        if visit(step, node, visitor, outline) {
            if outline.depth < depth {
                if cursor.goto_first_child() {
                    around.push(node);
                    outline.depth += 1;
                    continue;
                }
            } else if node.child_count() > 0 {
                walked.too_deep = true;
            }
            // A visitor may have cut a leaf into tokens itself.
            if outline.seen() < node.end_byte() {
                outline.token(node.start_byte(), node.end_byte());
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return walked;
            }
            around.pop();
            outline.depth -= 1;
        }
    }
}

/// Takes one node; returns whether the walk goes down into it.
#[inline]
fn visit<V: Visitor>(
    step: Step<V::Role>,
    node: Node<'_>,
    visitor: &mut V,
    outline: &mut Outline<'_>,
) -> bool {
    let (start, end) = (node.start_byte(), node.end_byte());
    match step {
        Step::Plain => return true,
        Step::Enter(role) if !visitor.is_token(role, node, outline) => {
            outline.arrive(start);
            visitor.enter(role, node, outline);
            return true;
        }
        Step::Enter(_) | Step::Token => outline.token(start, end),
        Step::Text => outline.running_text(start, end),
        Step::Comment => outline.comment(start, end),
        Step::Skip => outline.skip(start, end),
    }
    false
}

/// A node that values take notice of. `around`: the nodes around it, the innermost last.
fn see(
    values: &Values,
    sight: Sight,
    cursor: &TreeCursor<'_>,
    around: &[Node<'_>],
    outline: &mut Outline<'_>,
) {
    let node = cursor.node();
    if sight == Sight::Closed {
        outline.values_from = outline.values_from.max(node.end_byte());
        return;
    }
    let above = |number: usize| around.iter().rev().nth(number).copied();
    let kind = |number: usize| above(number).map_or(0, |node| node.kind_id());
    let leaf = Leaf {
        start: node.start_byte(),
        end: node.end_byte(),
        sight,
        around: (kind(0), kind(1)),
        field: cursor.field_id(),
        in_map: !values.rules.elements.is_empty() && above(3).is_some_and(is_map),
    };
    outline.value(values, &leaf);
}

/// Whether a literal says itself that it is a map or a list, four levels above its keys.
fn is_map(literal: Node<'_>) -> bool {
    literal.child_by_field_name("type").is_some_and(|of| {
        !matches!(of.kind(), "type_identifier" | "qualified_type" | "generic_type" | "struct_type")
    })
}
