//! Python.

mod bindings;
mod definitions;
mod file;
mod imports;
mod references;
mod routes;
mod types;
mod value_places;

use beadloom_model::LanguageId;

use tree_sitter::Node;

use self::file::{Fields, File, Kinds, Python, Role};
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::references::Before;
use crate::walk::{Step, Steps, Visitor, steps};

/// Python.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Python,
    docs: DocComments::Docstrings,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_python::LANGUAGE, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("line_continuation", Step::Skip),
    ("string", Step::Enter(Role::String)),
    ("string_content", Step::Token),
    ("format_specifier", Step::Token),
    ("interpolation", Step::Enter(Role::Interpolation)),
    ("module", Step::Enter(Role::Module)),
    ("block", Step::Enter(Role::Block)),
    ("decorator", Step::Enter(Role::Decorator)),
    ("function_definition", Step::Enter(Role::Function)),
    ("class_definition", Step::Enter(Role::Class)),
    ("lambda", Step::Enter(Role::Lambda)),
    ("list_comprehension", Step::Enter(Role::Comprehension)),
    ("set_comprehension", Step::Enter(Role::Comprehension)),
    ("dictionary_comprehension", Step::Enter(Role::Comprehension)),
    ("generator_expression", Step::Enter(Role::Comprehension)),
    ("assignment", Step::Enter(Role::Assignment)),
    ("augmented_assignment", Step::Enter(Role::Extend)),
    ("named_expression", Step::Enter(Role::Walrus)),
    ("for_statement", Step::Enter(Role::For)),
    ("as_pattern", Step::Enter(Role::As)),
    ("case_pattern", Step::Enter(Role::CasePattern)),
    ("keyword_pattern", Step::Enter(Role::CasePattern)),
    ("class_pattern", Step::Enter(Role::ClassPattern)),
    ("splat_pattern", Step::Enter(Role::SplatPattern)),
    ("except_clause", Step::Enter(Role::Except)),
    ("except_group_clause", Step::Enter(Role::Except)),
    ("raise_statement", Step::Enter(Role::Raise)),
    ("global_statement", Step::Enter(Role::Global)),
    ("type", Step::Enter(Role::Type)),
    ("type_alias_statement", Step::Enter(Role::TypeAlias)),
    ("import_statement", Step::Enter(Role::Import)),
    ("import_from_statement", Step::Enter(Role::ImportFrom)),
    ("future_import_statement", Step::Enter(Role::Future)),
    ("if_statement", Step::Enter(Role::If)),
    ("call", Step::Enter(Role::Call)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Python {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Python {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            decorators: Vec::new(),
            type_checking: 0..0,
            type_flags: Vec::new(),
            main: LANGUAGE.is_entry_file(path),
            types_until: 0,
            alias_read: usize::MAX,
            classes: Vec::new(),
            globals: Vec::new(),
            web: None,
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Python;

    /// A string is one token unless expressions stand in it.
    fn is_token(&self, role: Role, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let Role::String = role else { return false };
        let text = outline.text.as_bytes().get(node.start_byte()..).unwrap_or(&[]);
        let prefix = text.iter().take(3).take_while(|byte| byte.is_ascii_alphabetic());
        !prefix.into_iter().any(|byte| matches!(byte, b'f' | b'F' | b't' | b'T'))
    }

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
            Role::Lambda => self.lambda(node, outline),
            Role::Comprehension => self.comprehension(node, outline),
            Role::Assignment => self.assignment(node, outline),
            Role::Extend => self.extend(node, outline),
            Role::Walrus => self.walrus(node, outline),
            Role::For => {
                if let Some(left) = self.rules.fields.left.of(node) {
                    self.bind_pattern(left, outline);
                }
            }
            Role::As => self.alias(node, outline),
            Role::CasePattern => self.case_pattern(node, outline),
            Role::ClassPattern => self.class_pattern(node, outline),
            Role::SplatPattern => {
                let name = self.rules.kinds.identifier.child(node);
                self.bind_plain(name, Before::Value, outline);
            }
            Role::Except => self.except(node, outline),
            Role::Raise => self.raise(node, outline),
            Role::Global => self.global(node, outline),
            Role::Type => self.annotation(node, outline),
            Role::TypeAlias => self.type_alias(node, outline),
            Role::Import => self.import(node, outline),
            Role::ImportFrom => self.import_from(node, outline),
            Role::Future => {
                let (names, aliases) = self.imported_names(node, None, outline);
                let kind = beadloom_model::ImportKind::Import;
                outline.import_as("__future__", names, aliases, kind, node.start_byte());
            }
            Role::If => self.condition(node, outline),
            Role::Call => self.call(node, outline),
            Role::String => {}
            Role::Interpolation => self.interpolation(node, outline),
        }
    }
}

impl File<'_> {
    /// `{x = }` shows its own text, white space included, which therefore counts.
    fn interpolation(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if crate::vocabulary::has_word(node, "=") {
            outline.token(node.start_byte(), node.end_byte());
        }
    }

    /// Whether a condition holds for a type checker alone, or for all others alone: `TYPE_CHECKING` of any module or under
    /// another name, `MYPY`, also with more conditions behind `and`.
    fn checks_types(&self, condition: &str) -> Option<bool> {
        let condition = condition.trim();
        let inner = condition.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        if let Some(inner) = inner.filter(|inner| !inner.contains(['(', ')'])) {
            return self.checks_types(inner);
        }
        if let Some(negated) = condition.strip_prefix("not ").filter(|rest| !rest.contains(' ')) {
            return self.checks_types(negated).map(|holds| !holds);
        }
        let is_flag = |word: &str| {
            let word = word.trim();
            let last = word.rsplit('.').next().unwrap_or(word);
            matches!(last, "TYPE_CHECKING" | "MYPY") || self.type_flags.iter().any(|flag| flag == word)
        };
        let is_any = !condition.contains(" or ") && condition.split(" and ").any(is_flag);
        is_any.then_some(true)
    }

    /// `TYPE_CHECKING` blocks and the entry point.
    fn condition(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(condition) = outline.name(fields.condition.of(node)) else { return };
        if let Some(holds) = self.checks_types(condition) {
            if let Some(block) = fields.consequence.of(node) {
                // Of its negation, what follows `else` is never run.
                self.type_checking =
                    if holds { block.byte_range() } else { block.end_byte()..node.end_byte() };
            }
        } else if condition.starts_with("__name__") || condition.ends_with("__name__") {
            outline.entry_point |=
                condition.contains("__main__") && condition.contains("==") && outline.container().is_none();
        }
    }

    /// The name of the class around, as its definition writes it.
    fn class_around<'t>(&mut self, at: usize, outline: &Outline<'t>) -> Option<&'t str> {
        while self.classes.last().is_some_and(|(end, _)| *end <= at) {
            self.classes.pop();
        }
        let (_, name) = self.classes.last()?;
        outline.text.get(name.clone())
    }
}
