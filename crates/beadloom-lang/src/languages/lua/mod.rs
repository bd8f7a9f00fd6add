//! Lua. Tables are its modules and classes: those that functions are given to, and those that are made as such.

mod classes;
mod exports;
mod file;
mod imports;
mod references;
mod tables;
mod value_places;

use std::collections::{HashMap, HashSet};

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use self::file::{Fields, File, Kinds, Lua, Role};
use crate::definition::{Container, Definition};
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::has_word;
use crate::walk::{Step, Steps, Visitor, steps};

/// Lua.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Lua,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_lua::LANGUAGE, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("hash_bang_line", Step::Skip),
    ("empty_statement", Step::Skip),
    ("string", Step::Token),
    ("function_declaration", Step::Enter(Role::Function)),
    ("function_definition", Step::Enter(Role::Nameless)),
    ("parameters", Step::Enter(Role::Parameters)),
    ("variable_declaration", Step::Enter(Role::Local)),
    ("assignment_statement", Step::Enter(Role::Assignment)),
    ("field", Step::Enter(Role::Field)),
    ("function_call", Step::Enter(Role::Call)),
    ("for_numeric_clause", Step::Enter(Role::Loop)),
    ("for_generic_clause", Step::Enter(Role::Loop)),
    ("return_statement", Step::Enter(Role::Return)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    let mut steps = steps(language, STEPS);
    // Statements end without it as well.
    steps.skip_word(language, ";");
    Box::new(Lua { kinds: Kinds::new(language), fields: Fields::new(language), steps })
}

impl Rules for Lua {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            tables: HashMap::new(),
            constructors: Vec::new(),
            members: Vec::new(),
            locals: HashSet::new(),
            functions: HashMap::new(),
            awaited: None,
            declaration: None,
            required: Vec::new(),
            ended: false,
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Lua;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Function => self.function(node, outline),
            Role::Nameless => self.nameless(node, outline),
            Role::Parameters => self.bind_names(node, outline),
            Role::Local => self.local(node, outline),
            Role::Assignment => self.assignment(node, outline),
            Role::Field => self.table_field(node, outline),
            Role::Call => self.call(node, outline),
            Role::Loop => self.loop_variables(node, outline),
            Role::Return => self.end_of_file(node, outline),
        }
    }
}

impl File<'_> {
    /// `function f()`, `local function f()`, `function M.f()`, `function M:f()`.
    fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = fields.name.of(node) else { return };
        let is_local = has_word(node, "local");
        if kinds.identifier.is(name_node) {
            let Some(name) = outline.name(Some(name_node)) else { return };
            let form = if is_local { "local function" } else { "function" };
            let at_top = outline.container().is_none();
            let definition =
                self.function_definition(name, SymbolKind::Function, form, node).visible(!is_local);
            if let Some(number) = outline.define(definition)
                && is_local
                && at_top
            {
                self.functions.insert(name.to_owned(), number);
            }
            return;
        }
        let is_method = kinds.method_index_expression.is(name_node);
        let member = if is_method { fields.method.of(name_node) } else { fields.field.of(name_node) };
        let (Some(table), Some(name)) = (fields.table.of(name_node), outline.name(member)) else { return };
        let (kind, form) =
            if is_method { (SymbolKind::Method, "method") } else { (SymbolKind::Function, "function") };
        let definition = self.function_definition(name, kind, form, node);
        self.member(node, definition, table, outline);
    }

    fn function_definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
    ) -> Definition {
        let mut definition = Definition::new(name, kind, form, node).opens(Container::Function);
        if let Some(parameters) = self.rules.fields.parameters.of(node) {
            definition.body = parameters.end_byte();
            definition.shown = definition.body;
        }
        definition
    }

    /// A function that is a value: it may wait for its name.
    fn nameless(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some((_, mut definition)) = self.awaited.take_if(|(awaited, _)| *awaited == node.id()) else {
            outline.open(node, None, Container::Function);
            return;
        };
        if let Some(parameters) = self.rules.fields.parameters.of(node) {
            definition.body = parameters.end_byte();
            definition.shown = definition.body;
        }
        let (name, owner) = (definition.name.clone(), definition.owner.clone());
        let is_local = definition.form == "local function" && outline.container().is_none();
        let Some(number) = outline.define(definition.opens(Container::Function)) else { return };
        match owner {
            Some(owner) => self.note_member(number, &owner, outline),
            None if is_local => {
                self.functions.insert(name, number);
            }
            None => {}
        }
    }
}
