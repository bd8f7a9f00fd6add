//! Tables as modules and classes, what assignments define, and what a file returns.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::file::{Constructor, Declaration, File, Table};
use crate::definition::{Container, Definition};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Variables of one assignment.
const VARIABLES: usize = 64;

impl File<'_> {
    /// `local …`: the assignment in it comes next.
    pub(super) fn local(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(inner) = node.named_child(0) else { return };
        if kinds.assignment_statement.is(inner) {
            let (start, end) = (node.start_byte(), node.end_byte());
            self.declaration = Some(Declaration { inner: inner.id(), start, end });
        } else {
            for name in named_children(inner).take(VARIABLES).filter(|name| kinds.identifier.is(*name)) {
                self.bind_variable(name, None, outline);
            }
        }
    }

    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let declaration = self.declaration.take_if(|declaration| declaration.inner == node.id());
        let (Some(targets), Some(values)) =
            (kinds.variable_list.child(node), kinds.expression_list.child(node))
        else {
            return;
        };
        let targets: Vec<Node<'_>> =
            named_children(targets).filter(|target| !kinds.attribute.is(*target)).take(VARIABLES).collect();
        let values: Vec<Node<'_>> = named_children(values).take(VARIABLES).collect();
        let whole = targets.len() == 1;
        for (place, target) in targets.iter().enumerate() {
            let value = values.get(place).copied();
            let definition = |name: &str, kind, form| {
                let mut definition = Definition::new(name, kind, form, if whole { node } else { *target });
                if let Some(declaration) = declaration.filter(|_| whole) {
                    (definition.outer, definition.start) = (declaration.start, declaration.start);
                    (definition.end, definition.body, definition.shown) =
                        (declaration.end, declaration.end, declaration.end);
                }
                definition
            };
            if self.required_into(*target, value, &targets, &values, outline) {
                continue;
            }
            if kinds.identifier.is(*target) {
                self.variable(*target, value, declaration.is_some(), &definition, outline);
            } else {
                self.member_assignment(*target, value, &definition, outline);
            }
        }
    }

    /// A variable is given a function, a table, a class, or anything else.
    fn variable(
        &mut self,
        target: Node<'_>,
        value: Option<Node<'_>>,
        local: bool,
        definition: &dyn Fn(&str, SymbolKind, &'static str) -> Definition,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        let Some(name) = outline.name(Some(target)) else { return };
        if let Some(function) = value.filter(|value| kinds.function_definition.is(*value)) {
            let form = if local { "local function" } else { "function" };
            let definition = definition(name, SymbolKind::Function, form).visible(!local);
            self.awaited = Some((function.id(), definition));
            return;
        }
        if outline.container().is_some() {
            self.bind_variable(target, value, outline);
            return;
        }
        if let Some(table) = value.filter(|value| kinds.table_constructor.is(*value)) {
            if is_upper_case(name) && table.named_child_count() > 0 {
                outline
                    .define(definition(name, SymbolKind::Constant, "constant").value(value).visible(!local));
                return;
            }
            self.add_table(name, definition(name, SymbolKind::Module, "table").value(value), local, outline);
            // Below the assignment stand the list of values, the table, and then its fields.
            let depth = outline.depth + 3;
            self.constructors.push(Constructor { end: table.end_byte(), name: name.to_owned(), depth });
        } else if let Some((call, base)) =
            value.and_then(|value| Some((value, self.class_made_by(value, outline)?)))
        {
            self.add_table(name, definition(name, SymbolKind::Class, "class").value(value), local, outline);
            self.note_class(name, outline);
            if let Some(base) = base {
                self.inherit(name, base, call, outline);
            }
        } else {
            if is_upper_case(name) || self.is_constant(target, outline) {
                outline
                    .define(definition(name, SymbolKind::Constant, "constant").value(value).visible(!local));
            }
            self.bind_variable(target, value, outline);
        }
    }

    /// `<const>`
    fn is_constant(&self, target: Node<'_>, outline: &Outline<'_>) -> bool {
        target.next_named_sibling().is_some_and(|next| {
            self.rules.kinds.attribute.is(next) && outline.text(next).trim_matches(['<', '>', ' ']) == "const"
        })
    }

    fn add_table(&mut self, name: &str, definition: Definition, local: bool, outline: &mut Outline<'_>) {
        if outline.spend(name.len() + 256) {
            let pending = Some(definition.visible(!local));
            self.tables.insert(name.to_owned(), Table { pending, number: None, local });
        }
    }

    /// Defines a table, now that something belongs to it.
    pub(super) fn settle(&mut self, name: &str, outline: &mut Outline<'_>) {
        if let Some(table) = self.tables.get_mut(name)
            && let Some(definition) = table.pending.take()
        {
            table.number = outline.define(definition);
            if let Some(number) = table.number {
                self.members.push((number, name.to_owned()));
            }
        }
    }

    // Members

    /// A function that is written as a member of a table.
    pub(super) fn member(
        &mut self,
        node: Node<'_>,
        definition: Definition,
        table: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let Some(owner) = self.path_of(table, outline) else {
            outline.open(node, None, Container::Function);
            return;
        };
        let definition = self.as_member(definition, &owner, outline);
        if let Some(number) = outline.define(definition) {
            self.note_member(number, &owner, outline);
        }
    }

    fn as_member(
        &mut self,
        mut definition: Definition,
        owner: &str,
        outline: &mut Outline<'_>,
    ) -> Definition {
        let root = owner.split('.').next().unwrap_or(owner);
        if outline.container().is_none() {
            self.settle(root, outline);
        }
        definition.visible = !self.tables.get(root).is_some_and(|table| table.local);
        definition.owner = Some(owner.to_owned()).filter(|owner| !owner.is_empty());
        definition
    }

    pub(super) fn note_member(&mut self, number: usize, owner: &str, outline: &mut Outline<'_>) {
        let root = owner.split('.').next().unwrap_or(owner);
        if let Some(table) = self.tables.get(root).and_then(|table| table.number)
            && let Some(draft) = outline.drafts.get_mut(number)
            && draft.parent.is_none()
        {
            draft.parent = Some(table);
        }
        if outline.spend(root.len() + 32) {
            self.members.push((number, root.to_owned()));
        }
    }

    /// The names of a table: `M`, `M.sub`.
    fn path_of(&self, table: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let path: String = outline.name(Some(table))?.split_whitespace().collect();
        let plain = path
            .split('.')
            .all(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        plain.then_some(path)
    }

    /// `M.f = …`, `M["f"] = …`
    fn member_assignment(
        &mut self,
        target: Node<'_>,
        value: Option<Node<'_>>,
        definition: &dyn Fn(&str, SymbolKind, &'static str) -> Definition,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (Some(table), Some(field)) = (fields.table.of(target), fields.field.of(target)) else { return };
        let name = if kinds.bracket_index_expression.is(target) {
            unquote(outline.text(field)).filter(|_| kinds.string.is(field))
        } else {
            outline.name(Some(field))
        };
        let (Some(name), Some(value)) = (name, value) else { return };
        if kinds.function_definition.is(value) {
            let Some(owner) = self.path_of(table, outline) else { return };
            let definition = definition(name, SymbolKind::Function, "function");
            let definition = self.as_member(definition, &owner, outline);
            self.awaited = Some((value.id(), definition));
            return;
        }
        if outline.name(Some(table)) == Some("self") {
            if let Some(of) = self.made_by(value, outline) {
                outline.bind_field(Some(field), of);
            }
            return;
        }
        if outline.container().is_some() {
            return;
        }
        let Some(owner) = self.path_of(table, outline) else { return };
        if name == "__index" && outline.text(value) == owner {
            self.note_class(&owner, outline);
        } else if kinds.identifier.is(value) {
            // `M.f = f` gives a local function away.
            if let Some(number) = self.functions.get(outline.text(value)).copied() {
                self.note_member(number, &owner, outline);
            }
        } else if kinds.table_constructor.is(value) {
            let depth = outline.depth + 3;
            self.constructors.push(Constructor {
                end: value.end_byte(),
                name: format!("{owner}.{name}"),
                depth,
            });
        } else if is_upper_case(name) || self.wraps_function(value) {
            let definition = if is_upper_case(name) {
                definition(name, SymbolKind::Constant, "constant").value(Some(value))
            } else {
                definition(name, SymbolKind::Function, "function")
                    .body(Some(value))
                    .opens(Container::Function)
            };
            let definition = self.as_member(definition, &owner, outline);
            if let Some(number) = outline.define(definition) {
                self.note_member(number, &owner, outline);
            }
        }
    }

    /// `M.f = memoize(function …)` gives a function that a call makes of another.
    fn wraps_function(&self, value: Node<'_>) -> bool {
        const MAX_ARGUMENTS: usize = 4;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let arguments = fields.arguments.of(value).filter(|_| kinds.function_call.is(value));
        arguments
            .into_iter()
            .flat_map(named_children)
            .take(MAX_ARGUMENTS)
            .any(|argument| kinds.function_definition.is(argument))
    }

    /// `f = function …` in a table of the file's top.
    pub(super) fn table_field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        while self.constructors.last().is_some_and(|table| table.end <= node.start_byte()) {
            self.constructors.pop();
        }
        let Some(table) = self.constructors.last().filter(|table| table.depth == outline.depth) else {
            return;
        };
        let (Some(key), Some(value)) = (fields.name.of(node), fields.value.of(node)) else { return };
        let name = if kinds.string.is(key) { unquote(outline.text(key)) } else { outline.name(Some(key)) };
        let Some(name) = name else { return };
        let owner = table.name.clone();
        if kinds.function_definition.is(value) {
            let definition = Definition::new(name, SymbolKind::Function, "function", node);
            let definition = self.as_member(definition, &owner, outline);
            self.awaited = Some((value.id(), definition));
        } else if kinds.table_constructor.is(value) && owner.len() < 200 {
            let name = if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") };
            self.constructors.push(Constructor { end: value.end_byte(), name, depth: outline.depth + 2 });
        }
    }
}

fn is_upper_case(name: &str) -> bool {
    name.len() > 1 && name.starts_with(|c: char| c.is_uppercase()) && !name.contains(char::is_lowercase)
}
