//! Scala.

mod bindings;
mod definitions;
mod imports;
mod members;
mod references;
mod value_places;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use super::jvm::Claims;
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::vocabulary;
use crate::walk::{Step, Steps, Visitor, steps};

/// Scala 2 and 3.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Scala,
    docs: DocComments::Marked,
    place: Some(place),
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::SCALA, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    File,
    Import,
    Export,
    Type(SymbolKind, &'static str),
    EnumCase,
    /// `case Red extends Color(1)`
    SimpleCase,
    PackageObject,
    Given,
    Extension,
    Function,
    Value,
    Alias,
    /// Statements in braces: what local variables end with.
    Block,
    /// Statements that only their indentation keeps together.
    IndentedBlock,
    IndentedCases,
    /// A body that may be shown by indentation.
    Body,
    Case,
    Lambda,
    /// `xs.map: x => …`
    ColonArgument,
    For,
    Enumerator,
    Binding,
    Parameters,
    TypeParameters,
    /// A pattern whose parts may be names.
    Pattern,
    TypedPattern,
    Annotation,
    TypeName,
    StableTypeName,
    Construction,
    Call,
    GenericFunction,
    /// `a.b`, which may call `b`.
    Selection,
    /// `a op b`
    Infix,
    /// `a op`
    Postfix,
    InterpolatedText,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("block_comment", Step::Comment),
    ("string", Step::Token),
    ("character_literal", Step::Token),
    ("compilation_unit", Step::Enter(Role::File)),
    ("import_declaration", Step::Enter(Role::Import)),
    ("export_declaration", Step::Enter(Role::Export)),
    ("class_definition", Step::Enter(Role::Type(SymbolKind::Class, "class"))),
    ("object_definition", Step::Enter(Role::Type(SymbolKind::Class, "object"))),
    ("trait_definition", Step::Enter(Role::Type(SymbolKind::Interface, "trait"))),
    ("enum_definition", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("full_enum_case", Step::Enter(Role::EnumCase)),
    ("simple_enum_case", Step::Enter(Role::SimpleCase)),
    ("package_object", Step::Enter(Role::PackageObject)),
    ("given_definition", Step::Enter(Role::Given)),
    ("extension_definition", Step::Enter(Role::Extension)),
    ("function_definition", Step::Enter(Role::Function)),
    ("function_declaration", Step::Enter(Role::Function)),
    ("val_definition", Step::Enter(Role::Value)),
    ("val_declaration", Step::Enter(Role::Value)),
    ("var_definition", Step::Enter(Role::Value)),
    ("var_declaration", Step::Enter(Role::Value)),
    ("type_definition", Step::Enter(Role::Alias)),
    ("block", Step::Enter(Role::Block)),
    ("indented_block", Step::Enter(Role::IndentedBlock)),
    ("indented_cases", Step::Enter(Role::IndentedCases)),
    ("template_body", Step::Enter(Role::Body)),
    ("with_template_body", Step::Enter(Role::Body)),
    ("enum_body", Step::Enter(Role::Body)),
    ("case_clause", Step::Enter(Role::Case)),
    ("lambda_expression", Step::Enter(Role::Lambda)),
    ("colon_argument", Step::Enter(Role::ColonArgument)),
    ("for_expression", Step::Enter(Role::For)),
    ("enumerator", Step::Enter(Role::Enumerator)),
    ("binding", Step::Enter(Role::Binding)),
    ("parameters", Step::Enter(Role::Parameters)),
    ("type_parameters", Step::Enter(Role::TypeParameters)),
    ("type_lambda", Step::Enter(Role::TypeParameters)),
    ("tuple_pattern", Step::Enter(Role::Pattern)),
    ("case_class_pattern", Step::Enter(Role::Pattern)),
    ("infix_pattern", Step::Enter(Role::Pattern)),
    ("capture_pattern", Step::Enter(Role::Pattern)),
    ("typed_pattern", Step::Enter(Role::TypedPattern)),
    ("annotation", Step::Enter(Role::Annotation)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("stable_type_identifier", Step::Enter(Role::StableTypeName)),
    ("instance_expression", Step::Enter(Role::Construction)),
    ("call_expression", Step::Enter(Role::Call)),
    ("generic_function", Step::Enter(Role::GenericFunction)),
    ("field_expression", Step::Enter(Role::Selection)),
    ("infix_expression", Step::Enter(Role::Infix)),
    ("postfix_expression", Step::Enter(Role::Postfix)),
    ("interpolated_string", Step::Enter(Role::InterpolatedText)),
];

vocabulary! {
    kinds {
        identifier, annotation, modifiers, access_modifier, opaque_modifier, template_body, with_template_body,
        class_parameters, class_parameter, parameter, parameters, type_identifier, stable_type_identifier, generic_type,
        annotated_type, compound_type, applied_constructor_type, lazy_parameter_type, covariant_type_parameter,
        contravariant_type_parameter, wildcard, val_definition, val_declaration, var_definition,
        var_declaration, function_definition, function_declaration, identifiers, self_type, if_expression,
        field_expression, generic_function, call_expression, instance_expression, parenthesized_expression,
        string, object_definition, enum_definition, namespace_selectors, namespace_wildcard, arrow_renamed_identifier, as_renamed_identifier,
    }
    fields {
        name, body, r#type, pattern, value, field, function, left, operator, parameters, return_type, extend,
        base, alternative, alias, type_parameters, default_value,
    }
}

struct Scala {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Scala {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Scala {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            script: is_script(path),
            claims: Claims::default(),
            types_from: 0,
            imported: HashMap::new(),
            own: HashSet::new(),
            selves: Vec::new(),
        }
    }
}

/// Scripts are run, but a build script is the build's.
fn is_script(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.ends_with(".sc") && name != "build.sc"
}

/// What a path says of what is in the file.
fn place(path: &str) -> String {
    if is_script(path) { "script".to_owned() } else { String::new() }
}

struct File<'r> {
    rules: &'r Scala,
    script: bool,
    claims: Claims,
    /// Names before this place are part of a dotted type that has been seen as a whole.
    types_from: usize,
    /// Full paths of what the file imports by name: later imports may begin with it.
    imported: HashMap<String, String>,
    /// Objects and enums at the top of the file: imports may begin with them.
    own: HashSet<String>,
    /// Where types end that call themselves something, and what. Innermost last.
    selves: Vec<(usize, Range<usize>)>,
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Lines;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::File => {
                outline.entry_point |= self.script;
                self.top(node, outline);
            }
            Role::Import => self.import(node, false, outline),
            Role::Export => self.import(node, true, outline),
            Role::Type(kind, form) => self.type_definition(node, kind, form, outline),
            Role::EnumCase => self.enum_case(node, outline),
            Role::SimpleCase => self.simple_case(node, outline),
            Role::PackageObject => self.package_object(node, outline),
            Role::Given => self.given(node, outline),
            Role::Extension => self.extension(node, outline),
            Role::Function => self.function(node, outline),
            Role::Value => self.values(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Block => outline.open(node, None, Container::Function),
            Role::IndentedBlock => {
                self.mark_block(node, outline);
                outline.open(node, None, Container::Function);
            }
            Role::IndentedCases => outline.tokens.open_block(node.start_byte(), node.end_byte()),
            Role::Body => {
                if !outline.text(node).starts_with('{') {
                    outline.tokens.open_block(node.start_byte(), node.end_byte());
                }
            }
            Role::Case => self.case(node, outline),
            Role::Lambda => self.lambda(node, outline),
            Role::ColonArgument => self.colon_argument(node, outline),
            Role::For => outline.open(node, None, Container::Function),
            Role::Enumerator => self.bind_pattern(node.named_child(0), outline),
            Role::Binding => self.binding(node, outline),
            Role::Parameters => self.parameters(node, outline),
            Role::TypeParameters => self.type_parameters(node, outline),
            Role::Pattern => self.pattern(node, outline),
            Role::TypedPattern => self.typed_pattern(node, outline),
            Role::Annotation => self.annotation(node, outline),
            Role::TypeName => self.type_name(node, outline),
            Role::StableTypeName => self.stable_type_name(node, outline),
            Role::Construction => self.construction(node, outline),
            Role::Call => self.call(node, outline),
            Role::GenericFunction => self.generic_function(node, outline),
            Role::Selection => self.selection(node, outline),
            Role::Infix => self.infix(node, outline),
            Role::Postfix => self.postfix(node, outline),
            Role::InterpolatedText => outline.verbatim(node.end_byte()),
        }
    }
}

/// A name without the backquotes that allow any characters in it.
fn bare(name: &str) -> &str {
    name.strip_prefix('`').and_then(|name| name.strip_suffix('`')).unwrap_or(name)
}
