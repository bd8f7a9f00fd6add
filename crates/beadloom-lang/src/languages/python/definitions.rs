//! Functions, classes, constants, `__all__`.

use std::ops::Range;

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition, ExportRule};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// The string that a module or body begins with.
    pub(super) fn docstring(&self, body: Node<'_>) -> Option<Range<usize>> {
        let kinds = &self.rules.kinds;
        let first = named_children(body).find(|child| !kinds.comment.is(*child))?;
        let literal = first.named_child(0).filter(|_| kinds.expression_statement.is(first))?;
        kinds.string.is(literal).then(|| literal.byte_range())
    }

    pub(super) fn decorator(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let continues = outline.decorate(node);
        if !continues {
            self.decorators.clear();
        }
        let text = outline.text(node).trim_start_matches('@');
        let dotted = text.split(['(', '\n', ' ']).next().unwrap_or("");
        self.decorators.push(dotted.rsplit('.').next().unwrap_or("").chars().take(40).collect());
        self.decoration(node, outline);
        self.web_decorator(node, continues, outline);
    }

    /// The decorators of the definition that begins now.
    fn take_decorators(&mut self, outline: &Outline<'_>) -> (Option<usize>, Vec<String>) {
        let from = outline.decorated_from();
        let decorators = std::mem::take(&mut self.decorators);
        (from, if from.is_some() { decorators } else { Vec::new() })
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, decorators) = self.take_decorators(outline);
        let Some(name_node) = fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        let body = fields.body.of(node);
        let is_async = node.child(0).is_some_and(|child| child.kind() == "async");
        let method = outline.container() == Some(Container::Type);
        let has = |wanted: &[&str]| decorators.iter().any(|name| wanted.contains(&name.as_str()));
        let form = match (method, is_async) {
            (true, false) if has(&["property", "cached_property", "setter", "deleter", "getter"]) => {
                "property"
            }
            (true, false) if has(&["classmethod"]) => "classmethod",
            (true, false) if has(&["staticmethod"]) => "staticmethod",
            (true, false) => "method",
            (true, true) => "async method",
            (false, false) => "function",
            (false, true) => "async function",
        };
        let kind = if method { SymbolKind::Method } else { SymbolKind::Function };
        let mut definition = Definition::new(name, kind, form, node)
            .body(body)
            .outer(from.unwrap_or(usize::MAX))
            .visible(is_public(name))
            .opens(Container::Function);
        definition.docstring = body.and_then(|body| self.docstring(body));
        let Some(number) = outline.define(definition) else { return };
        self.web_function(node, number, name, outline);
        self.parameters(node, outline);
        if let Some(of) = fields.return_type.of(node).and_then(|of| self.bound_type(of, outline)) {
            if form == "property" {
                outline.bind_field(Some(name_node), of);
            } else {
                outline.gives(Some(number), of);
            }
        }
    }

    pub(super) fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, decorators) = self.take_decorators(outline);
        let Some(name_node) = fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        let body = fields.body.of(node);
        let bases = fields.superclasses.of(node);
        let form = if decorators.iter().any(|name| name == "dataclass") {
            "dataclass"
        } else {
            bases.and_then(|bases| self.form_by_base(bases, outline)).unwrap_or("class")
        };
        let mut definition = Definition::new(name, SymbolKind::Class, form, node)
            .body(body)
            .outer(from.unwrap_or(usize::MAX))
            .visible(is_public(name))
            .opens(Container::Type);
        definition.docstring = body.and_then(|body| self.docstring(body));
        if outline.define(definition).is_some() {
            self.class_around(node.start_byte(), outline);
            self.classes.push((node.end_byte(), name_node.byte_range()));
            self.web_class(node, name, outline);
            self.type_parameters(node, outline);
            if let Some(bases) = bases {
                self.inheritance(bases, outline);
            }
        }
    }

    fn form_by_base(&self, bases: Node<'_>, outline: &Outline<'_>) -> Option<&'static str> {
        named_children(bases).take(16).find_map(|base| {
            let base = outline.name(Some(base))?;
            let base = base.split('[').next()?.rsplit('.').next()?;
            match base {
                "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag" | "TextChoices" | "IntegerChoices" => {
                    Some("enum")
                }
                "Protocol" => Some("protocol"),
                "TypedDict" => Some("typed dict"),
                "NamedTuple" => Some("named tuple"),
                _ => None,
            }
        })
    }

    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node) else { return };
        let (of, right) = (fields.r#type.of(node), fields.right.of(node));
        if kinds.identifier.is(left) {
            match outline.container() {
                None => self.constant(node, left, of, right, outline),
                Some(Container::Type) => class_constant(node, left, right, outline),
                _ => {}
            }
        }
        self.bind_assignment(left, of, right, outline);
        self.web_assignment(left, right, outline);
    }

    /// Constants, types made by calls, `__all__`. Only at the top of the module.
    fn constant(
        &mut self,
        node: Node<'_>,
        left: Node<'_>,
        of: Option<Node<'_>>,
        right: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name) = outline.name(Some(left)) else { return };
        if name == "__all__" {
            self.export_list(right, false, outline);
            return;
        }
        let annotation = of.map_or("", |of| outline.text(of));
        let annotation = annotation.split('[').next().unwrap_or("").rsplit('.').next().unwrap_or("").trim();
        let made_by = right
            .filter(|right| kinds.call.is(*right))
            .and_then(|call| outline.name(fields.function.of(call)))
            .and_then(|function| function.rsplit('.').next())
            .unwrap_or("");
        let (kind, form) = match (annotation, made_by) {
            ("TypeAlias", _) => (SymbolKind::Type, "type alias"),
            (_, "NewType") => (SymbolKind::Type, "NewType"),
            (_, "TypeVar" | "ParamSpec" | "TypeVarTuple") => (SymbolKind::Type, "type variable"),
            (_, "namedtuple" | "NamedTuple") => (SymbolKind::Class, "named tuple"),
            (_, "TypedDict") => (SymbolKind::Class, "typed dict"),
            ("Final", _) => (SymbolKind::Constant, "constant"),
            _ if is_upper_case(name) => (SymbolKind::Constant, "constant"),
            _ => return,
        };
        let mut definition = Definition::new(name, kind, form, node).visible(is_public(name));
        if kind == SymbolKind::Constant {
            definition = definition.value(right);
        }
        outline.define(definition);
    }

    pub(super) fn extend(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if outline.container().is_none() && outline.name(fields.left.of(node)) == Some("__all__") {
            self.export_list(fields.right.of(node), true, outline);
        } else if let Some(left) = fields.left.of(node) {
            self.web_extension(left, fields.right.of(node), outline);
        }
    }

    /// `__all__ = [...]`; what is not literal leaves the rule of the underscore in place.
    fn export_list(&mut self, list: Option<Node<'_>>, extends: bool, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(list) = list.filter(|list| kinds.list.is(*list) || kinds.tuple.is(*list)) else { return };
        if !extends {
            outline.export_rule = ExportRule::Only;
        }
        for item in named_children(list).filter(|item| kinds.string.is(*item)) {
            if let Some(name) = unquote(outline.text(item)) {
                outline.export(name);
            }
        }
    }

    pub(super) fn type_alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(left) = outline.name(self.rules.fields.left.of(node)) else { return };
        let name = left.split('[').next().unwrap_or(left).trim();
        outline.define(Definition::new(name, SymbolKind::Type, "type alias", node).visible(is_public(name)));
        self.alias_parameters(node, outline);
    }
}

/// `LIMIT = 3` in a class is a constant. What an enum lists are parts of it, and so are other attributes that a class declares.
fn class_constant(node: Node<'_>, left: Node<'_>, right: Option<Node<'_>>, outline: &mut Outline<'_>) {
    let enumerates = outline.enclosing().is_some_and(|around| around.definition.form == "enum");
    let Some(name) = outline.name(Some(left)).filter(|_| !outline.in_function()) else { return };
    let is_constant = right.is_some() && is_upper_case(name) && !enumerates;
    if !is_constant && name.starts_with('_') {
        return;
    }
    let form = match (is_constant, enumerates) {
        (true, _) => "constant",
        (false, true) => "enum member",
        (false, false) => "attribute",
    };
    let mut definition = Definition::new(name, SymbolKind::Constant, form, node).value(right);
    definition.part = !is_constant;
    outline.define(definition.visible(is_public(name)));
}

/// No leading underscore; names like `__init__` are the language's own and no secret.
fn is_public(name: &str) -> bool {
    !name.starts_with('_') || (name.len() > 4 && name.starts_with("__") && name.ends_with("__"))
}

fn is_upper_case(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    bare.starts_with(|c: char| c.is_uppercase()) && !bare.contains(char::is_lowercase)
}
