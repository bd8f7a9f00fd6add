//! Kotlin.

mod bindings;
mod definitions;
mod file;
mod readable;
mod references;
mod routes;
mod stray;
mod value_places;

use beadloom_model::LanguageId;

use std::borrow::Cow;
use std::collections::HashMap;

use tree_sitter::Node;

use self::file::{Fields, File, Kinds, Kotlin, Role, Stray, bare};
use super::indented::Indented;
use super::jvm::spring::Spring;
use super::jvm::{Claims, open_anonymous};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

/// Kotlin.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Kotlin,
    docs: DocComments::Marked,
    place: Some(place),
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::KOTLIN, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("string_literal", Step::Enter(Role::Template)),
    ("multiline_string_literal", Step::Enter(Role::Multiline)),
    ("string_content", Step::Enter(Role::Text)),
    ("line_comment", Step::Comment),
    ("block_comment", Step::Comment),
    ("shebang", Step::Skip),
    ("source_file", Step::Enter(Role::File)),
    ("import", Step::Enter(Role::Import)),
    ("class_declaration", Step::Enter(Role::Class)),
    ("object_declaration", Step::Enter(Role::Object)),
    ("companion_object", Step::Enter(Role::Companion)),
    ("type_alias", Step::Enter(Role::Alias)),
    ("function_declaration", Step::Enter(Role::Function)),
    ("secondary_constructor", Step::Enter(Role::Constructor)),
    ("property_declaration", Step::Enter(Role::Property)),
    ("anonymous_initializer", Step::Enter(Role::Block)),
    ("anonymous_function", Step::Enter(Role::Block)),
    ("getter", Step::Enter(Role::Block)),
    ("block", Step::Enter(Role::Block)),
    ("setter", Step::Enter(Role::Setter)),
    ("lambda_literal", Step::Enter(Role::Lambda)),
    ("object_literal", Step::Enter(Role::ObjectLiteral)),
    ("enum_entry", Step::Enter(Role::EnumEntry)),
    ("function_value_parameters", Step::Enter(Role::Parameters)),
    ("for_statement", Step::Enter(Role::For)),
    ("catch_block", Step::Enter(Role::Catch)),
    ("when_subject", Step::Enter(Role::Subject)),
    ("type_parameter", Step::Enter(Role::TypeParameter)),
    ("annotation", Step::Enter(Role::Annotation)),
    ("file_annotation", Step::Enter(Role::Annotation)),
    ("annotated_expression", Step::Enter(Role::AnnotatedExpression)),
    ("user_type", Step::Enter(Role::Type)),
    ("call_expression", Step::Enter(Role::Call)),
    ("infix_expression", Step::Enter(Role::Infix)),
    ("navigation_expression", Step::Enter(Role::Navigation)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Kotlin {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Kotlin {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        readable::readable(text)
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            // Scripts are run, but a build script is the build's.
            script: is_script(path),
            claims: Claims::default(),
            declared: Vec::new(),
            stray: Stray::default(),
            spring: Spring::default(),
            texts: HashMap::new(),
            indented: Indented::default(),
        }
    }
}

/// A text whose common indentation is taken away when the program runs.
fn indented(node: Node<'_>, outline: &Outline<'_>) -> Indented {
    let after = outline.text.get(node.end_byte()..).unwrap_or("").trim_start();
    if !after.starts_with(".trimIndent()") {
        return Indented::default();
    }
    let lines = outline.text(node).trim_end_matches('"').split('\n').skip(1);
    let white = |line: &str| line.len() - line.trim_start().len();
    let width = lines.filter(|line| !line.trim().is_empty()).map(white).min().unwrap_or(0);
    Indented::new(node.byte_range(), width)
}

/// Scripts are run, but a build script is the build's.
fn is_script(path: &str) -> bool {
    path.ends_with(".kts") && !path.ends_with(".gradle.kts")
}

/// What a path says of what is in the file.
fn place(path: &str) -> String {
    if is_script(path) { "script".to_owned() } else { String::new() }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Kotlin;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        if !self.declared.is_empty() {
            self.bind_declared(node.start_byte(), outline);
        }
        match role {
            Role::File => outline.entry_point |= self.script,
            Role::Template => references::template(node, outline),
            Role::Multiline => {
                references::template(node, outline);
                self.indented = indented(node, outline);
            }
            Role::Text => self.indented.cut(node.byte_range(), outline),
            Role::Import => self.import(node, outline),
            Role::Class => self.class(node, outline),
            Role::Object => self.object(node, outline),
            Role::Companion => self.companion(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Function => self.function(node, outline),
            Role::Constructor => self.constructor(node, outline),
            Role::Property => self.property(node, outline),
            Role::Block => outline.open(node, None, Container::Function),
            Role::Setter => self.setter(node, outline),
            Role::Lambda => self.lambda(node, outline),
            Role::ObjectLiteral => self.object_literal(node, outline),
            Role::EnumEntry => {
                self.enum_entry(node, outline);
                if self.rules.kinds.class_body.child(node).is_some() {
                    open_anonymous(node, outline);
                }
            }
            Role::Parameters => self.parameters(node, outline),
            Role::For => self.for_statement(node, outline),
            Role::Catch => self.catch(node, outline),
            Role::Subject => self.subject(node, outline),
            Role::TypeParameter => outline.bind_type_parameter(self.rules.kinds.identifier.child(node)),
            Role::Annotation => self.annotation(node, outline),
            Role::AnnotatedExpression => self.annotated(node, outline),
            Role::Type => self.type_use(node, outline),
            Role::Call => self.call(node, outline),
            Role::Infix => self.infix(node, outline),
            Role::Navigation => self.class_literal(node, outline),
        }
    }
}
