//! Classes, interfaces, enums, functions, methods, constants.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// A namespace that the whole file is in is no prefix; one of several in a file is.
    pub(super) fn namespace(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(body) = fields.body.of(node) else { return };
        let next = node.next_named_sibling();
        self.namespaces |= next.is_some_and(|next| kinds.namespace_definition.is(next));
        let Some(name) = outline.name(fields.name.of(node)).filter(|_| self.namespaces) else { return };
        let (owner, name) = match name.rsplit_once('\\') {
            Some((owner, name)) => (Some(owner.replace('\\', ".")), name),
            None => (None, name),
        };
        let mut definition = Definition::new(name, SymbolKind::Module, "namespace", node)
            .body(Some(body))
            .opens(Container::Module);
        definition.owner = owner;
        outline.define(definition);
    }

    /// A definition whose attributes stand inside its node.
    fn definition(&self, name: &str, kind: SymbolKind, form: &'static str, node: Node<'_>) -> Definition {
        let mut definition = Definition::new(name, kind, form, node);
        if let Some(attributes) = self.rules.fields.attributes.of(node) {
            definition.start = attributes.end_byte();
        }
        definition
    }

    pub(super) fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.nameless_class = false;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let form = if kinds.abstract_modifier.child(node).is_some() { "abstract class" } else { "class" };
        let definition = self.definition(name, SymbolKind::Class, form, node);
        outline.define(definition.body(fields.body.of(node)).opens(Container::Type));
    }

    pub(super) fn interface(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.nameless_class = false;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Interface, form, node);
        outline.define(definition.body(fields.body.of(node)).opens(Container::Type));
    }

    pub(super) fn enumeration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        self.nameless_class = false;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Type, "enum", node);
        outline.define(definition.body(fields.body.of(node)).opens(Container::Type));
    }

    pub(super) fn case(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Constant, "case", node);
        outline.define(definition.value(fields.value.of(node)));
    }

    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Function, "function", node);
        let number = outline.define(definition.body(fields.body.of(node)).opens(Container::Function));
        if let Some(of) = fields.return_type.of(node).and_then(|of| self.type_name(of, outline)) {
            outline.gives(number, of);
        }
    }

    pub(super) fn method(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self.definition(name, SymbolKind::Method, "method", node);
        outline.define(
            definition
                .body(fields.body.of(node))
                .visible(self.is_visible(node, outline))
                .opens(Container::Function),
        );
    }

    /// What is not private: subclasses in other files see what is protected.
    fn is_visible(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let modifier = self.rules.kinds.visibility_modifier.child(node);
        modifier.is_none_or(|modifier| !outline.text(modifier).eq_ignore_ascii_case("private"))
    }

    /// `const A = 1, B = 2;` of a class or of the file.
    pub(super) fn constants(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if outline.container() == Some(Container::Function) {
            return;
        }
        let visible = self.is_visible(node, outline);
        let elements: Vec<Node<'_>> =
            named_children(node).filter(|child| kinds.const_element.is(*child)).collect();
        let several = elements.len() > 1;
        for element in elements {
            let Some(name) = outline.name(element.named_child(0)) else { continue };
            let value = element.named_child(1);
            let definition = if several {
                let mut definition = Definition::new(name, SymbolKind::Constant, "const", element);
                definition.lead = "const ";
                definition.group = Some(node.start_byte());
                definition
            } else {
                self.definition(name, SymbolKind::Constant, "const", node)
            };
            outline.define(definition.value(value).visible(visible));
        }
    }

    /// `define('MAX', 10)`: a constant of everybody's, wherever it stands. Whether it was one.
    pub(super) fn define_call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) -> bool {
        let Some(arguments) = self.rules.fields.arguments.of(node) else { return false };
        let value_of = |place| arguments.named_child(place).and_then(|argument| argument.named_child(0));
        let Some(path) = value_of(0).and_then(|name| self.rules.literal(name, outline)) else { return false };
        if outline.container().is_none() {
            let name = path.rsplit('\\').next().unwrap_or(path);
            let definition = Definition::new(name, SymbolKind::Constant, "define", node).value(value_of(1));
            outline.define(definition);
        }
        true
    }

    /// Remembers the types of properties. Those that others can read are parts of their class.
    pub(super) fn property(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.r#type.of(node).and_then(|of| self.type_name(of, outline));
        let is_part = !self.nameless_class && self.is_visible(node, outline);
        for element in named_children(node).filter(|child| kinds.property_element.is(*child)) {
            let name = fields.name.of(element).and_then(|name| name.named_child(0));
            if let Some(of) = of {
                outline.bind_field(name, of);
            }
            if is_part {
                self.property_part(name, node, fields.default_value.of(element), outline);
            }
        }
    }

    fn property_part(
        &self,
        name: Option<Node<'_>>,
        node: Node<'_>,
        value: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let Some(name) = outline.name(name).filter(|_| !outline.in_function()) else { return };
        let definition = self.definition(name, SymbolKind::Constant, "property", node);
        outline.define(definition.value(value).part());
    }

    /// A parameter of a constructor that is a property too.
    pub(super) fn promoted(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let name = fields.name.of(node).and_then(|name| name.named_child(0));
        if let Some(of) = fields.r#type.of(node).and_then(|of| self.type_name(of, outline)) {
            outline.bind_field(name, of);
        }
        let class = outline.enclosing().and_then(|constructor| constructor.parent);
        let class =
            class.and_then(|class| outline.drafts.get(class)).map(|class| class.qualified_name.clone());
        if let (Some(class), Some(name)) = (class, outline.name(name))
            && !self.nameless_class
            && self.is_visible(node, outline)
        {
            let mut definition = self.definition(name, SymbolKind::Constant, "property", node);
            definition.owner = Some(class);
            definition.by_owner = true;
            outline.define_outside(definition.value(fields.default_value.of(node)).part());
        }
    }
}

impl super::Php {
    /// The content of a string that holds no variables.
    pub(super) fn literal<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.kinds;
        let text = outline.name(Some(node))?;
        if kinds.string.is(node) {
            // A backslash stands for itself before anything but a quote or another one.
            let content = text.strip_prefix('\'')?.strip_suffix('\'')?;
            (!content.contains("\\\\") && !content.contains("\\'")).then_some(content)
        } else if kinds.encapsed_string.is(node) {
            unquote(text).filter(|content| !content.contains('$'))
        } else {
            None
        }
    }
}
