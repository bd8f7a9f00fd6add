//! Classes, enums and other types.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::file::Access;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::has_word;

impl File<'_> {
    /// The name of the class that a place is directly in.
    pub(super) fn class_around(&self, at: usize) -> Option<&str> {
        self.classes.iter().rev().find(|class| class.end > at).map(|class| class.name.as_str())
    }

    /// Classes that end before a place are around it no more.
    #[inline]
    pub(super) fn leave_classes(&mut self, at: usize) {
        while self.classes.last().is_some_and(|class| class.end <= at) {
            self.classes.pop();
        }
    }

    fn enter_class(&mut self, body: Node<'_>, name: &str, public: bool) {
        let start = body.start_byte();
        self.classes.push(Access { body: start, end: body.end_byte(), public, name: name.to_owned() });
    }

    /// `struct`, `class`, `union` or `enum`, defined, announced or used.
    pub(super) fn type_specifier(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let fields = &self.rules.fields;
        let name = fields.name.of(node);
        let Some(body) = fields.body.of(node) else {
            let after = outline.text.get(node.end_byte()..).unwrap_or("");
            if let Some(name) = name.filter(|_| after.trim_start().starts_with(';')) {
                self.not_a_use(self.rules.last_part(name));
            }
            return;
        };
        let at = node.start_byte();
        let Some(name) = name else {
            if form != "enum" {
                let public = self.is_reachable(at) || at < self.hidden;
                self.enter_class(body, "", public);
            }
            return;
        };
        let start = self.start_of(node, outline);
        let last = self.rules.last_part(name);
        let owner = outline.text.get(name.start_byte()..last.start_byte()).and_then(owner_of);
        let last = if self.rules.kinds.template_type.is(last) { fields.name.of(last) } else { Some(last) };
        let Some(last) = last else { return };
        self.not_a_use(last);
        let scoped = form == "enum" && (has_word(node, "class") || has_word(node, "struct"));
        let Some(text) = outline.name(Some(last)) else { return };
        let form_of = match form {
            "enum" if scoped => "enum class",
            "struct" if self.is_named_alike(node, text, outline) => "typedef struct",
            "union" if self.is_named_alike(node, text, outline) => "typedef union",
            form => form,
        };
        let mut definition = Definition::new(text, kind, form_of, node)
            .body(Some(body))
            .outer(start)
            .visible(self.is_type_visible(at));
        // What an enum without a scope of its own lists is found by its name alone.
        if form != "enum" || scoped {
            definition = definition.opens(Container::Type);
        }
        definition.start = definition.outer;
        definition.owner = owner;
        outline.define(definition);
        if form != "enum" {
            self.enter_class(body, text, form != "class");
        }
    }

    /// `typedef struct a { … } a;`: the name needs no `struct` before it.
    fn is_named_alike(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        let around = node.parent().filter(|of| self.rules.kinds.type_definition.is(*of));
        around.is_some_and(|around| {
            self.rules.fields.declarator.all(around).any(|declarator| outline.text(declarator) == name)
        })
    }

    /// What links do not carry – types, macros, names of values – is seen outside only where it is included.
    fn is_type_visible(&self, at: usize) -> bool {
        self.rules.header && self.is_reachable(at)
    }

    pub(super) fn access(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let at = node.start_byte();
        let public = !outline.text(node).starts_with("private");
        if let Some(class) = self.classes.iter_mut().rev().find(|class| class.end > at)
            && class.body < at
        {
            class.public = public;
        }
    }

    /// A value of an enum.
    pub(super) fn enumerator(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let at = node.start_byte();
        if outline.in_function() {
            return;
        }
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = Definition::new(name, SymbolKind::Constant, "enumerator", node)
            .value(fields.value.of(node))
            .visible(self.is_type_visible(at));
        outline.define(definition);
    }

    /// `typedef`. A struct without a name is called by its first one.
    pub(super) fn typedef(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let start = self.start_of(node, outline);
        let of = fields.r#type.of(node);
        let body = of.and_then(|of| fields.body.of(of));
        let tag = of.filter(|_| body.is_some()).and_then(|of| fields.name.of(of));
        let (kind, form) = match of {
            Some(of) if body.is_some() && kinds.struct_specifier.is(of) => {
                (SymbolKind::Class, "typedef struct")
            }
            Some(of) if body.is_some() && kinds.class_specifier.is(of) => (SymbolKind::Class, "class"),
            Some(of) if body.is_some() && kinds.union_specifier.is(of) => (SymbolKind::Type, "typedef union"),
            Some(of) if body.is_some() && kinds.enum_specifier.is(of) => (SymbolKind::Type, "enum"),
            _ => (SymbolKind::Type, "typedef"),
        };
        let mut for_tag: Option<Definition> = None;
        for declarator in self.rules.fields.declarator.all(node) {
            let Some(declared) = self.rules.declared(declarator, outline) else { continue };
            self.not_a_use(declared.node);
            let same = tag.is_some_and(|tag| outline.text(tag) == declared.name);
            if same || outline.in_function() {
                continue;
            }
            let plain = self.rules.kinds.type_identifier.is(declarator);
            let names_it = for_tag.is_none() && plain && body.is_some() && tag.is_none();
            let (kind, form) = if names_it { (kind, form) } else { (SymbolKind::Type, "typedef") };
            let mut definition = Definition::new(declared.name, kind, form, node)
                .outer(start)
                .visible(self.is_type_visible(node.start_byte()));
            definition.start = definition.outer;
            definition.skip = body.map(|body| body.byte_range()).into_iter().collect();
            if names_it {
                for_tag = Some(if form == "enum" { definition } else { definition.opens(Container::Type) });
            } else {
                outline.define(definition);
            }
        }
        // Last, because it opens the scope of its members.
        if let Some(definition) = for_tag {
            outline.define(definition);
        }
    }

    /// `using Name = …;`
    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let start = self.start_of(node, outline);
        let Some(name) = self.rules.fields.name.of(node) else { return };
        self.not_a_use(name);
        let Some(text) = outline.name(Some(name)).filter(|_| !outline.in_function()) else { return };
        let mut definition = Definition::new(text, SymbolKind::Type, "alias", node)
            .outer(start)
            .visible(self.is_type_visible(node.start_byte()));
        definition.start = definition.outer;
        outline.define(definition);
    }

    pub(super) fn concept(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let start = self.start_of(node, outline);
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Interface, "concept", node)
            .outer(start)
            .visible(self.is_type_visible(node.start_byte()));
        definition.start = definition.outer;
        outline.define(definition);
    }

    /// The line that a template begins with, and the scope of its parameters.
    pub(super) fn template(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if self.template.as_ref().is_none_or(|template| template.end <= at) {
            self.template = Some(node.byte_range());
        }
        outline.open(node, None, outline.container().unwrap_or(Container::Module));
    }

    pub(super) fn type_parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let name = fields.name.of(node).or_else(|| kinds.type_identifier.child(node));
        if let Some(name) = name {
            self.not_a_use(name);
            outline.bind_type_parameter(Some(name));
        }
    }
}

/// `Outer` of `Outer::`, `a.b` of `a::b::`; `None` where nothing stands before a name.
fn owner_of(path: &str) -> Option<String> {
    let parts: Vec<&str> = path
        .split("::")
        .map(|part| part.split('<').next().unwrap_or("").trim())
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join("."))
}
