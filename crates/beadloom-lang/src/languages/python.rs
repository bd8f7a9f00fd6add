//! Python.

use std::ops::Range;

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use crate::fingerprint::revision;
use crate::language::{Dialect, DocComments, Language};
use crate::outline::{Container, Definition, ExportRule, Outline, unquote};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::{named_children, vocabulary};
use crate::walk::{Step, Visitor, steps};

/// Python.
pub(crate) const LANGUAGE: Language = Language {
    id: "python",
    name: "Python",
    extensions: &["py", "pyi"],
    file_names: &[],
    entry_files: &["__main__.py"],
    docs: DocComments::Docstrings,
    dialects: &[Dialect {
        extensions: &[],
        grammar: tree_sitter_python::LANGUAGE,
        rules,
        revision: revision(&[include_bytes!("python.rs")]),
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Module,
    Block,
    Decorator,
    Function,
    Class,
    Assignment,
    Extend,
    TypeAlias,
    Import,
    ImportFrom,
    Future,
    If,
    Call,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("line_continuation", Step::Skip),
    ("string", Step::Token),
    ("module", Step::Enter(Role::Module)),
    ("block", Step::Enter(Role::Block)),
    ("decorator", Step::Enter(Role::Decorator)),
    ("function_definition", Step::Enter(Role::Function)),
    ("class_definition", Step::Enter(Role::Class)),
    ("assignment", Step::Enter(Role::Assignment)),
    ("augmented_assignment", Step::Enter(Role::Extend)),
    ("type_alias_statement", Step::Enter(Role::TypeAlias)),
    ("import_statement", Step::Enter(Role::Import)),
    ("import_from_statement", Step::Enter(Role::ImportFrom)),
    ("future_import_statement", Step::Enter(Role::Future)),
    ("if_statement", Step::Enter(Role::If)),
    ("call", Step::Enter(Role::Call)),
];

vocabulary! {
    kinds {
        identifier, attribute, string, call, list, tuple, comment, expression_statement, aliased_import, dotted_name, wildcard_import
    }
    fields { name, body, left, right, r#type, function, arguments, superclasses, condition, consequence, module_name }
}

struct Python {
    kinds: Kinds,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Python {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Python {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        let main = LANGUAGE.is_entry_file(path);
        File { rules: self, decorators: Vec::new(), type_checking: 0..0, main }
    }
}

struct File<'r> {
    rules: &'r Python,
    /// Short names of the decorators before the next definition.
    decorators: Vec<String>,
    /// The last `if TYPE_CHECKING:` block.
    type_checking: Range<usize>,
    /// The file is run as a program by its name.
    main: bool,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Module => {
                outline.docstring = self.docstring(node);
                outline.entry_point |= self.main;
            }
            Role::Block => outline.tokens.open_block(node.start_byte(), node.end_byte()),
            Role::Decorator => self.decorator(node, outline),
            Role::Function => self.function(node, outline),
            Role::Class => self.class(node, outline),
            Role::Assignment => self.assignment(node, outline),
            Role::Extend => self.extend(node, outline),
            Role::TypeAlias => self.type_alias(node, outline),
            Role::Import => self.import(node, outline),
            Role::ImportFrom => self.import_from(node, outline),
            Role::Future => {
                let names = self.imported_names(node, None, outline);
                outline.import("__future__", names, ImportKind::Import, node.start_byte());
            }
            Role::If => self.condition(node, outline),
            Role::Call => self.call(node, outline),
        }
    }
}

impl File<'_> {
    /// The string that a module or body begins with.
    fn docstring(&self, body: Node<'_>) -> Option<Range<usize>> {
        let kinds = &self.rules.kinds;
        let first = named_children(body).find(|child| !kinds.comment.is(*child))?;
        let literal = first.named_child(0).filter(|_| kinds.expression_statement.is(first))?;
        kinds.string.is(literal).then(|| literal.byte_range())
    }

    fn decorator(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.decorate(node) {
            self.decorators.clear();
        }
        let text = outline.text(node).trim_start_matches('@');
        let dotted = text.split(['(', '\n', ' ']).next().unwrap_or("");
        self.decorators.push(dotted.rsplit('.').next().unwrap_or("").chars().take(40).collect());
    }

    /// The decorators of the definition that begins now.
    fn take_decorators(&mut self, outline: &Outline<'_>) -> (Option<usize>, Vec<String>) {
        let from = outline.decorated_from();
        let decorators = std::mem::take(&mut self.decorators);
        (from, if from.is_some() { decorators } else { Vec::new() })
    }

    fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, decorators) = self.take_decorators(outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
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
        outline.define(definition);
    }

    fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, decorators) = self.take_decorators(outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let body = fields.body.of(node);
        let form = if decorators.iter().any(|name| name == "dataclass") {
            "dataclass"
        } else {
            fields
                .superclasses
                .of(node)
                .and_then(|bases| self.form_by_base(bases, outline))
                .unwrap_or("class")
        };
        let mut definition = Definition::new(name, SymbolKind::Class, form, node)
            .body(body)
            .outer(from.unwrap_or(usize::MAX))
            .visible(is_public(name))
            .opens(Container::Type);
        definition.docstring = body.and_then(|body| self.docstring(body));
        outline.define(definition);
    }

    fn form_by_base(&self, bases: Node<'_>, outline: &Outline<'_>) -> Option<&'static str> {
        named_children(bases).take(16).find_map(|base| {
            let base = outline.name(Some(base))?;
            let base = base.split('[').next()?.rsplit('.').next()?;
            match base {
                "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag" => Some("enum"),
                "Protocol" => Some("protocol"),
                "TypedDict" => Some("typed dict"),
                "NamedTuple" => Some("named tuple"),
                _ => None,
            }
        })
    }

    /// Constants, types made by calls, `__all__`. Only at the top of the module.
    fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if outline.container().is_some() {
            return;
        }
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node).filter(|left| kinds.identifier.is(*left)) else { return };
        let Some(name) = outline.name(Some(left)) else { return };
        let right = fields.right.of(node);
        if name == "__all__" {
            self.export_list(right, false, outline);
            return;
        }
        let annotation = fields.r#type.of(node).map_or("", |of| outline.text(of));
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

    fn extend(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if outline.container().is_none() && outline.name(fields.left.of(node)) == Some("__all__") {
            self.export_list(fields.right.of(node), true, outline);
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

    fn type_alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(left) = outline.name(self.rules.fields.left.of(node)) else { return };
        let name = left.split('[').next().unwrap_or(left).trim();
        outline.define(Definition::new(name, SymbolKind::Type, "type alias", node).visible(is_public(name)));
    }

    fn kind_of_import(&self, at: usize) -> ImportKind {
        if self.type_checking.contains(&at) { ImportKind::Type } else { ImportKind::Import }
    }

    fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kind = self.kind_of_import(node.start_byte());
        for module in self.imported_names(node, None, outline) {
            outline.import(&module, Vec::new(), kind, node.start_byte());
        }
    }

    fn import_from(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(module) = self.rules.fields.module_name.of(node) else { return };
        let names = self.imported_names(node, Some(module), outline);
        let kind = self.kind_of_import(node.start_byte());
        outline.import(&dotted(outline.text(module)), names, kind, node.start_byte());
    }

    /// The dotted names of an import statement, without aliases and without the module they come from.
    fn imported_names(&self, node: Node<'_>, module: Option<Node<'_>>, outline: &Outline<'_>) -> Vec<String> {
        let kinds = &self.rules.kinds;
        named_children(node)
            .filter(|child| Some(child.id()) != module.map(|module| module.id()))
            .filter_map(|child| {
                if kinds.wildcard_import.is(child) {
                    return Some("*".to_owned());
                }
                let name =
                    if kinds.aliased_import.is(child) { self.rules.fields.name.of(child)? } else { child };
                (kinds.dotted_name.is(name)).then(|| dotted(outline.text(name)))
            })
            .collect()
    }

    fn condition(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(condition) = outline.name(fields.condition.of(node)) else { return };
        if condition == "TYPE_CHECKING" || condition.ends_with(".TYPE_CHECKING") {
            if let Some(block) = fields.consequence.of(node) {
                self.type_checking = block.byte_range();
            }
        } else if condition.starts_with("__name__") || condition.ends_with("__name__") {
            outline.entry_point |=
                condition.contains("__main__") && condition.contains("==") && outline.container().is_none();
        }
    }

    /// `importlib.import_module("literal")` and `__import__("literal")`.
    fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = node.child(0) else { return };
        if !kinds.identifier.is(function) && !kinds.attribute.is(function) {
            return;
        }
        let name = outline.text(function);
        if name != "import_module" && name != "__import__" && !name.ends_with(".import_module") {
            return;
        }
        let first = fields.arguments.of(node).and_then(|arguments| named_children(arguments).next());
        if let Some(module) =
            first.filter(|first| kinds.string.is(*first)).and_then(|first| unquote(outline.text(first)))
        {
            let dots = module.len() - module.trim_start_matches('.').len();
            let well_formed = module.split('.').skip(dots).all(|part| !part.is_empty())
                && !module.contains(char::is_whitespace);
            if well_formed {
                outline.import(module, Vec::new(), ImportKind::Dynamic, node.start_byte());
            }
        }
    }
}

/// A dotted name without the white space that may stand around the dots.
fn dotted(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}

/// No leading underscore; names like `__init__` are the language's own and no secret.
fn is_public(name: &str) -> bool {
    !name.starts_with('_') || (name.len() > 4 && name.starts_with("__") && name.ends_with("__"))
}

fn is_upper_case(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    bare.starts_with(|c: char| c.is_uppercase()) && !bare.contains(char::is_lowercase)
}
