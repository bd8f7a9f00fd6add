//! Classes, objects, traits, enums, givens, extensions.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{File, bare};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Longer made-up names are cut (bytes).
const MADE_UP: usize = 100;

/// The last of the last of a definition is looked for this deep, behind so many comments.
const NESTED: usize = 100;

impl File<'_> {
    /// The definition with annotations kept out of its signature.
    pub(super) fn definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let kinds = &self.rules.kinds;
        let mut definition = Definition::new(name, kind, form, node);
        definition.end = end_of(node, outline);
        definition.skip = named_children(node)
            .take_while(|child| kinds.annotation.is(*child) || child.is_extra())
            .filter(|child| kinds.annotation.is(*child))
            .map(|child| child.byte_range())
            .collect();
        if let Some(first) = definition.skip.first().filter(|first| first.start == definition.start) {
            // Comments between annotations and the rest are looked for up to here.
            definition.start = first.end;
        }
        // `private[a]` is for package `a`.
        let access = kinds.modifiers.child(node).and_then(|of| kinds.access_modifier.child(of));
        let private = access.is_some_and(|access| outline.text(access).starts_with("private"));
        definition.visible(!private)
    }

    pub(super) fn type_definition(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)).map(bare) else { return };
        let form = match form {
            "class" if has_word(node, "case") => "case class",
            "class" if self.rules.kinds.modifiers.child(node).is_some_and(|of| has_word(of, "implicit")) => {
                "implicit class"
            }
            "object" if has_word(node, "case") => "case object",
            form => form,
        };
        let definition = self
            .definition(name, kind, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
        self.inheritance(fields.extend.of(node), outline);
        self.components(node, outline);
        self.fields_of_head(node, form == "case class", outline);
        if form.ends_with("object") && !outline.in_function() {
            outline.entry_point |= self.is_application(node, outline);
        }
        self.members(fields.body.of(node), outline);
    }

    /// `extends App`
    fn is_application(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let extends = self.rules.fields.extend.of(node);
        let first = extends.and_then(|of| self.rules.fields.r#type.of(of));
        first.is_some_and(|first| outline.text(first) == "App")
    }

    /// `case Rgb(r: Int)`: a class of its own.
    pub(super) fn enum_case(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)).map(bare) else { return };
        let mut definition = Definition::new(name, SymbolKind::Class, "case", node).opens(Container::Type);
        definition.lead = "case ";
        outline.define(definition);
        self.inheritance(fields.extend.of(node), outline);
        self.components(node, outline);
    }

    /// `case Red, Green`, `case Red extends Color(1)`: a value, which may construct its base.
    pub(super) fn simple_case(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(name) = outline.name(self.rules.fields.name.of(node)).map(bare) {
            let mut definition = Definition::new(name, SymbolKind::Constant, "case", node);
            definition.lead = "case ";
            outline.define(definition);
        }
        self.bases(self.rules.fields.extend.of(node), ReferenceKind::Call, outline);
    }

    /// A package object is its package: what it holds is named without it.
    pub(super) fn package_object(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)).map(bare) else { return };
        let body = fields.body.of(node);
        let definition =
            self.definition(name, SymbolKind::Module, "package object", node, outline).body(body);
        outline.define(definition);
        self.inheritance(fields.extend.of(node), outline);
        outline.open(node, None, Container::Module);
        self.members(body, outline);
    }

    /// `given ord: Ordering[Int] with { … }`, `given Ordering[Int] = …`
    pub(super) fn given(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.return_type.of(node);
        let made_up;
        let name = match outline.name(fields.name.of(node)) {
            Some(name) => bare(name),
            None => {
                made_up = name_of_given(of.map_or("", |of| outline.text(of)));
                &made_up
            }
        };
        let body = fields.body.of(node);
        let has_members =
            body.is_some_and(|body| kinds.with_template_body.is(body) || kinds.template_body.is(body));
        let kind = if has_members { SymbolKind::Class } else { SymbolKind::Constant };
        let opens = if has_members { Container::Type } else { Container::Function };
        let definition = self.definition(name, kind, "given", node, outline).opens(opens);
        let definition = if has_members { definition.body(body) } else { definition.value(body) };
        outline.define(definition);
        if has_members
            && let Some(of) = of
            && let Some((name, before)) = self.named(of, outline)
        {
            outline.reference(ReferenceKind::Inherit, Some(name), before);
            self.claims.add([of.start_byte()]);
        }
        self.members(body.filter(|_| has_members), outline);
    }

    /// `extension (s: String) def shout = …`: its functions are members of the extended type.
    pub(super) fn extension(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(body) = fields.body.of(node)
            && !has_word(node, "{")
        {
            outline.tokens.open_block(body.start_byte(), node.end_byte());
        }
        // The last list without `using` holds what is extended.
        let subject = named_children(node)
            .take_while(|child| !kinds.function_definition.is(*child))
            .filter(|child| kinds.parameters.is(*child) && !has_word(*child, "using"))
            .find_map(|list| kinds.parameter.child(list));
        let of = subject.and_then(|subject| fields.r#type.of(subject));
        let name = of.and_then(|of| self.bound_type(of, outline));
        outline.open(node, name, if name.is_some() { Container::Type } else { Container::Module });
    }

    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)).map(bare) else { return };
        self.claims.add([name_node.start_byte()]);
        let form = if kinds.opaque_modifier.child(node).is_some() { "opaque type" } else { "type" };
        // Its type parameters end with it.
        let definition = self.definition(name, SymbolKind::Type, form, node, outline).opens(Container::Type);
        outline.define(definition);
    }

    /// Marks where statements end that only indentation keeps together. A single one needs no marks – a formatter
    /// may put it on the line before – unless an `else` that follows could be taken for its own.
    pub(super) fn mark_block(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let mut statements = named_children(node).filter(|child| !child.is_extra());
        let first = statements.next();
        let open = first.is_some_and(|first| {
            self.rules.kinds.if_expression.is(first) && self.rules.fields.alternative.of(first).is_none()
        });
        if open || statements.next().is_some() {
            outline.tokens.open_block(node.start_byte(), node.end_byte());
        }
    }
}

/// Where a definition ends. What only its indentation closes ends, in the tree, where the next thing begins: comments
/// before that are none of it.
fn end_of(node: Node<'_>, outline: &Outline<'_>) -> usize {
    let text = outline.text(node).trim_end();
    let last_line = text.rsplit('\n').next().unwrap_or(text);
    if !last_line.contains("//") && !last_line.contains("*/") {
        return node.end_byte();
    }
    let mut at = node;
    for _ in 0..NESTED {
        let count = at.child_count();
        let mut children = (0..count).rev().take(NESTED).filter_map(|number| at.child(number));
        match children.find(|child| !child.is_extra() && child.end_byte() > child.start_byte()) {
            Some(last) => at = last,
            None => break,
        }
    }
    at.end_byte()
}

/// `given_Ordering_Int`, as the compiler calls it. Single letters are type parameters.
fn name_of_given(of: &str) -> String {
    let mut name = "given".to_owned();
    let names = of.split(|c: char| !c.is_alphanumeric() && c != '_');
    for part in names.filter(|part| part.len() > 1) {
        if name.len() + part.len() > MADE_UP {
            break;
        }
        name.push('_');
        name.push_str(part);
    }
    name
}
