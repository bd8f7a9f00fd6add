//! Rust.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use crate::fingerprint::revision;
use crate::language::{Dialect, DocComments, Language};
use crate::outline::{Container, Definition, Outline, unquote};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::{has_word, named_children, vocabulary};
use crate::walk::{Step, Visitor, steps};

/// Rust.
pub(crate) const LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust",
    extensions: &["rs"],
    file_names: &[],
    entry_files: &[],
    docs: DocComments::Marked,
    dialects: &[Dialect {
        extensions: &[],
        grammar: tree_sitter_rust::LANGUAGE,
        rules,
        revision: revision(&[include_bytes!("rust.rs")]),
    }],
};

/// One `use` declaration names at most this many things.
const USE_LEAVES: usize = 10_000;

#[derive(Clone, Copy)]
enum Role {
    Attribute,
    Function,
    Closure,
    /// Kind, form, and whether the definition has members of its own.
    Item(SymbolKind, &'static str),
    Value(&'static str),
    Macro,
    Impl,
    Module,
    Use,
    ExternCrate,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("line_comment", Step::Comment),
    ("block_comment", Step::Comment),
    ("shebang", Step::Skip),
    ("string_literal", Step::Token),
    ("raw_string_literal", Step::Token),
    ("attribute_item", Step::Enter(Role::Attribute)),
    ("function_item", Step::Enter(Role::Function)),
    ("function_signature_item", Step::Enter(Role::Function)),
    ("closure_expression", Step::Enter(Role::Closure)),
    ("struct_item", Step::Enter(Role::Item(SymbolKind::Class, "struct"))),
    ("union_item", Step::Enter(Role::Item(SymbolKind::Type, "union"))),
    ("enum_item", Step::Enter(Role::Item(SymbolKind::Type, "enum"))),
    ("trait_item", Step::Enter(Role::Item(SymbolKind::Interface, "trait"))),
    ("type_item", Step::Enter(Role::Item(SymbolKind::Type, "type"))),
    ("const_item", Step::Enter(Role::Value("const"))),
    ("static_item", Step::Enter(Role::Value("static"))),
    ("macro_definition", Step::Enter(Role::Macro)),
    ("impl_item", Step::Enter(Role::Impl)),
    ("mod_item", Step::Enter(Role::Module)),
    ("use_declaration", Step::Enter(Role::Use)),
    ("extern_crate_declaration", Step::Enter(Role::ExternCrate)),
];

vocabulary! {
    kinds {
        visibility_modifier, function_modifiers, field_declaration_list, generic_type,
        scoped_type_identifier, reference_type, dynamic_type, scoped_use_list, use_list, use_as_clause,

    }
    fields { name, body, r#type, r#trait, value, argument, path, list }
}

struct Rust {
    kinds: Kinds,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Rust {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Rust {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self, attributes: Attributes::default(), impl_of_trait: 0..0, modules: Vec::new() }
    }
}

/// What the attributes before the next item say.
#[derive(Default)]
struct Attributes {
    /// `#[path = "…"]`
    path: Option<String>,
    /// `#[macro_export]`
    macro_export: bool,
}

struct File<'r> {
    rules: &'r Rust,
    attributes: Attributes,
    /// The last `impl Trait for Type`: its members need no `pub`.
    impl_of_trait: std::ops::Range<usize>,
    /// Inline modules around: name and end.
    modules: Vec<(String, usize)>,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Attribute => self.attribute(node, outline),
            Role::Function => self.function(node, outline),
            Role::Closure => outline.open(node, None, Container::Function),
            Role::Item(kind, form) => self.item(node, kind, form, outline),
            Role::Value(form) => self.value(node, form, outline),
            Role::Macro => self.macro_rules(node, outline),
            Role::Impl => self.impl_block(node, outline),
            Role::Module => self.module(node, outline),
            Role::Use => self.use_declaration(node, outline),
            Role::ExternCrate => self.extern_crate(node, outline),
        }
    }
}

impl File<'_> {
    fn attribute(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.decorate(node) {
            self.attributes = Attributes::default();
        }
        let text = outline.text(node).trim_start_matches("#[").trim_end_matches(']').trim();
        if text == "macro_export" || text.starts_with("macro_export(") {
            self.attributes.macro_export = true;
        } else if let Some(("path", value)) =
            text.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
        {
            self.attributes.path = unquote(value).map(str::to_owned);
        }
    }

    /// The attributes of the item that begins now, and where they begin.
    fn take_attributes(&mut self, outline: &Outline<'_>) -> (usize, Attributes) {
        let attributes = std::mem::take(&mut self.attributes);
        match outline.decorated_from() {
            Some(from) => (from, attributes),
            None => (usize::MAX, Attributes::default()),
        }
    }

    /// `pub` and nothing narrower; what belongs to a trait follows the trait or the type.
    fn is_public(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let says =
            self.rules.kinds.visibility_modifier.child(node).is_some_and(|of| outline.text(of) == "pub");
        says || (outline.is_member()
            && (self.impl_of_trait.contains(&node.start_byte())
                || outline.enclosing().is_some_and(|around| around.definition.form == "trait")))
    }

    fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (from, _) = self.take_attributes(outline);
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        let method = outline.container() == Some(Container::Type);
        outline.entry_point |= name == "main" && outline.container().is_none();
        let says =
            |word| kinds.function_modifiers.child(node).is_some_and(|modifiers| has_word(modifiers, word));
        let form = if says("async") { "async fn" } else { "fn" };
        let kind = if method { SymbolKind::Method } else { SymbolKind::Function };
        let definition = Definition::new(name, kind, form, node)
            .body(fields.body.of(node))
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Function);
        outline.define(definition);
    }

    fn item(&mut self, node: Node<'_>, kind: SymbolKind, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, _) = self.take_attributes(outline);
        // An associated type says what the trait's already does.
        if form == "type" && outline.container() == Some(Container::Type) {
            return;
        }
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        // A tuple struct's fields are short and tell more than their absence.
        let body = fields
            .body
            .of(node)
            .filter(|body| form != "struct" || self.rules.kinds.field_declaration_list.is(*body));
        let definition = Definition::new(name, kind, form, node)
            .body(body)
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Type);
        outline.define(definition);
    }

    fn value(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, _) = self.take_attributes(outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        if outline.in_function() || name == "_" {
            return;
        }
        let definition = Definition::new(name, SymbolKind::Constant, form, node)
            .value(fields.value.of(node))
            .outer(from)
            .visible(self.is_public(node, outline));
        outline.define(definition);
    }

    fn macro_rules(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (from, attributes) = self.take_attributes(outline);
        let Some(name_node) = self.rules.fields.name.of(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Function, "macro", node)
            .outer(from)
            .visible(attributes.macro_export);
        definition.body = name_node.end_byte();
        definition.shown = definition.body;
        outline.define(definition);
    }

    fn impl_block(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if fields.r#trait.of(node).is_some() {
            self.impl_of_trait = node.byte_range();
        } else {
            // An inherent block within a trait's function does not inherit its freedom.
            self.impl_of_trait = 0..0;
        }
        let name = fields.r#type.of(node).and_then(|of| self.type_name(of, outline));
        outline.open(node, name.as_deref(), Container::Type);
    }

    /// The short name of the type that an `impl` is for.
    fn type_name(&self, of: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..8 {
            if kinds.generic_type.is(of) || kinds.reference_type.is(of) {
                of = fields.r#type.of(of)?;
            } else if kinds.scoped_type_identifier.is(of) {
                of = fields.name.of(of)?;
            } else if kinds.dynamic_type.is(of) {
                of = fields.r#trait.of(of)?;
            } else {
                break;
            }
        }
        let name: String = outline.name(Some(of))?.split_whitespace().collect();
        (name.len() <= 60).then_some(name)
    }

    fn module(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, attributes) = self.take_attributes(outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        self.modules.retain(|(_, end)| *end > node.start_byte());
        let Some(body) = fields.body.of(node) else {
            let mut specifier: String =
                self.modules.iter().flat_map(|(name, _)| [name.as_str(), "::"]).collect();
            specifier.push_str(name);
            outline.import(
                &specifier,
                attributes.path.into_iter().collect(),
                ImportKind::Module,
                node.start_byte(),
            );
            return;
        };
        // More modules than this in each other are nobody's project.
        if self.modules.len() < 64 {
            self.modules.push((name.to_owned(), node.end_byte()));
        }
        let definition = Definition::new(name, SymbolKind::Module, "mod", node)
            .body(Some(body))
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Module);
        outline.define(definition);
    }

    fn extern_crate(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.take_attributes(outline);
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        let kind = self.kind_of_use(node, outline);
        outline.import(name, Vec::new(), kind, node.start_byte());
    }

    fn kind_of_use(&self, node: Node<'_>, outline: &Outline<'_>) -> ImportKind {
        // `pub(crate) use` passes names on, if only within the crate.
        let says = self
            .rules
            .kinds
            .visibility_modifier
            .child(node)
            .is_some_and(|of| outline.text(of).starts_with("pub"));
        if says { ImportKind::ReExport } else { ImportKind::Import }
    }

    /// Each leaf of the tree is an import of its own. A list of what is still to do stands in for recursion.
    fn use_declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.take_attributes(outline);
        let Some(argument) = fields.argument.of(node) else { return };
        let kind = self.kind_of_use(node, outline);
        self.modules.retain(|(_, end)| *end > node.start_byte());
        let mut open = vec![(argument, String::new())];
        let mut leaves = 0;
        while let Some((part, prefix)) = open.pop() {
            leaves += 1;
            if leaves > USE_LEAVES || prefix.len() > 1024 {
                outline.limited = true;
                return;
            }
            if kinds.use_list.is(part) {
                let from = open.len();
                open.extend(named_children(part).map(|child| (child, prefix.clone())).take(USE_LEAVES));
                if let Some(added) = open.get_mut(from..) {
                    added.reverse();
                }
            } else if kinds.scoped_use_list.is(part) {
                let path = fields.path.of(part).map_or_else(String::new, |path| self.path(path, outline));
                let Some(list) = fields.list.of(part) else { continue };
                open.push((list, join(&prefix, &path)));
            } else if kinds.use_as_clause.is(part) {
                if let Some(path) = fields.path.of(part) {
                    open.push((path, prefix));
                }
            } else {
                let path = self.path(part, outline);
                if path == "self" && !prefix.is_empty() {
                    use_leaf(&prefix, self.modules.len(), kind, node, outline);
                } else {
                    use_leaf(&join(&prefix, &path), self.modules.len(), kind, node, outline);
                }
            }
        }
    }

    /// A path as written, without white space and comments.
    fn path(&self, node: Node<'_>, outline: &Outline<'_>) -> String {
        let text = outline.text(node);
        if text.contains("/*") || text.contains("//") {
            return text
                .lines()
                .filter_map(|line| line.split("//").next())
                .flat_map(str::split_whitespace)
                .collect();
        }
        text.split_whitespace().collect()
    }
}

fn join(prefix: &str, path: &str) -> String {
    let path = path.trim_start_matches("::");
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}::{path}"),
    }
}

/// One leaf of a `use` tree inside `inline` modules of this file. A `super` that only leaves one of those stays in
/// the file, and is written as `self`.
fn use_leaf(path: &str, inline: usize, kind: ImportKind, node: Node<'_>, outline: &mut Outline<'_>) {
    let name = path.rsplit("::").next().unwrap_or(path).to_owned();
    let path = path.trim_start_matches("::");
    let mut rest = path;
    let mut left = 0;
    while left < inline
        && let Some(outer) = rest.strip_prefix("super::")
    {
        rest = outer;
        left += 1;
    }
    if left > 0 && !rest.starts_with("super::") {
        outline.import(&format!("self::{rest}"), vec![name], kind, node.start_byte());
    } else {
        outline.import(rest, vec![name], kind, node.start_byte());
    }
}
