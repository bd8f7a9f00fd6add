//! Definitions, as visitors describe them and as they are recorded.

use std::ops::Range;

use beadloom_model::SymbolKind;
use tree_sitter::Node;

/// What a scope is to the names in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// Module, namespace, file.
    Module,
    /// Class, interface, trait, impl.
    Type,
    /// Function body: what is in it is not visible outside.
    Function,
}

/// A definition as a visitor describes it.
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    /// The language's own word.
    pub(crate) form: &'static str,
    /// First byte with decorators.
    pub(crate) outer: usize,
    /// First byte of the signature.
    pub(crate) start: usize,
    /// Where the body begins; equals `end` where there is none.
    pub(crate) body: usize,
    /// Where what the signature *shows* ends; differs from `body` for constants, whose value is shown.
    pub(crate) shown: usize,
    pub(crate) end: usize,
    /// Annotations within the signature that are not part of it.
    pub(crate) skip: Vec<Range<usize>>,
    /// Written before the signature: the keyword of the group that the definition stands in.
    pub(crate) lead: &'static str,
    /// The group's first byte: a comment above it speaks for each of its members.
    pub(crate) group: Option<usize>,
    /// Visible by its own modifiers or name; what is around it may still hide it.
    pub(crate) visible: bool,
    /// The type it belongs to where that is not around it.
    pub(crate) owner: Option<String>,
    /// The owner alone names it, whatever is around it: an extension in a class that only holds it.
    pub(crate) by_owner: bool,
    /// The scope that it opens.
    pub(crate) opens: Option<Container>,
    /// A docstring's place.
    pub(crate) docstring: Option<Range<usize>>,
    /// As [`beadloom_model::SymbolFacts::part`] has it.
    pub(crate) part: bool,
}

impl Definition {
    /// A definition that is all signature, visible, and opens nothing.
    pub(crate) fn new(name: impl Into<String>, kind: SymbolKind, form: &'static str, node: Node<'_>) -> Self {
        Self::spanning(name, kind, form, node.byte_range())
    }

    /// Like [`Definition::new`], of a range of the text.
    pub(crate) fn spanning(
        name: impl Into<String>,
        kind: SymbolKind,
        form: &'static str,
        Range { start, end }: Range<usize>,
    ) -> Self {
        Self {
            name: name.into(),
            kind,
            form,
            outer: start,
            start,
            body: end,
            shown: end,
            end,
            skip: Vec::new(),
            lead: "",
            group: None,
            visible: true,
            owner: None,
            by_owner: false,
            opens: None,
            docstring: None,
            part: false,
        }
    }

    /// The body begins here; the signature ends before it.
    pub(crate) fn body(mut self, body: Option<Node<'_>>) -> Self {
        if let Some(body) = body {
            self.body = body.start_byte();
            self.shown = self.body;
        }
        self
    }

    /// Decorators or attributes begin here.
    pub(crate) fn outer(mut self, outer: usize) -> Self {
        self.outer = outer.min(self.outer);
        self
    }

    pub(crate) fn visible(mut self, visible: bool) -> Self {
        self.visible = visible;
        self
    }

    /// It belongs to the text of the type around it.
    pub(crate) fn part(mut self) -> Self {
        self.part = true;
        self
    }

    pub(crate) fn opens(mut self, container: Container) -> Self {
        self.opens = Some(container);
        self
    }

    /// The value begins here: it is the body, and shown with the signature if it is short.
    pub(crate) fn value(mut self, value: Option<Node<'_>>) -> Self {
        const MAX_SHOWN_VALUE_BYTES: usize = 80;
        if let Some(value) = value {
            self.body = value.start_byte();
            if self.end.saturating_sub(self.body) > MAX_SHOWN_VALUE_BYTES {
                self.shown = self.body;
            }
        }
        self
    }
}

/// A recorded definition.
pub(crate) struct Draft {
    pub(crate) definition: Definition,
    pub(crate) qualified_name: String,
    /// The definition around it.
    pub(crate) parent: Option<usize>,
    /// The type it belongs to, qualified, where that is not around it.
    pub(crate) owner: Option<String>,
    /// In a function's body: not visible outside.
    pub(crate) local: bool,
    /// Its own body holds JSX.
    pub(crate) jsx: bool,
    /// It declares the route that it answers.
    pub(crate) route: bool,
}

/// How a list of exported names reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExportRule {
    /// Listed names are exported besides those that say so themselves.
    Also,
    /// Only listed names are exported (`__all__`).
    Only,
}
