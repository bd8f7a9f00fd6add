//! C and C++: one set of rules, because the grammar of C++ grew out of the one of C.

mod bodies;
mod classify;
mod conditionals;
mod declarators;
mod file;
mod functions;
mod header;
mod keywords;
mod lost_calls;
mod macros;
mod mask_macros;
mod misread;
mod names;
mod namespaces;
mod objective_c;
mod preprocessor;
mod references;
mod scan;
mod types;
mod value_places;
mod variables;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use self::file::{Family, Fields, File, Kinds, Role, Scopes};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

use self::namespaces::using;

/// C. A `.h` is read as C++ where its content is: the grammar of C++ would read most headers of C, but slower, and
/// not those that name something `new`, `class` or `template`.
pub(crate) const C: Language = Language {
    id: LanguageId::C,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[
        Dialect {
            extensions: &["c"],
            reading: Reading::Tree { grammar: tree_sitter_c::LANGUAGE, rules: c_source },
        },
        Dialect {
            extensions: &["h"],
            reading: Reading::Tree { grammar: tree_sitter_c::LANGUAGE, rules: c_header },
        },
        Dialect {
            extensions: &[],
            reading: Reading::Tree { grammar: tree_sitter_cpp::LANGUAGE, rules: cpp_header },
        },
    ],
};

/// The number of the dialect of C for headers of C++.
const HEADER_OF_CPP: usize = 2;

/// C++.
pub(crate) const CPP: Language = Language {
    id: LanguageId::Cpp,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[
        Dialect {
            extensions: &["cc", "cpp", "cxx", "c++", "ino"],
            reading: Reading::Tree { grammar: tree_sitter_cpp::LANGUAGE, rules: cpp_source },
        },
        // What an interface of modules exports is for others, as in a header.
        Dialect {
            extensions: &["hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp", "txx", "tcc", "cppm", "ixx"],
            reading: Reading::Tree { grammar: tree_sitter_cpp::LANGUAGE, rules: cpp_header },
        },
    ],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string_literal", Step::Token),
    ("raw_string_literal", Step::Token),
    ("system_lib_string", Step::Token),
    ("char_literal", Step::Token),
    ("number_literal", Step::Token),
    ("primitive_type", Step::Token),
    ("namespace_identifier", Step::Token),
    ("translation_unit", Step::Enter(Role::Root)),
    ("preproc_include", Step::Enter(Role::Include)),
    ("preproc_def", Step::Enter(Role::Define)),
    ("preproc_function_def", Step::Enter(Role::DefineFunction)),
    ("preproc_arg", Step::Enter(Role::MacroBody)),
    ("function_definition", Step::Enter(Role::Function)),
    ("declaration", Step::Enter(Role::Declaration)),
    ("field_declaration", Step::Enter(Role::Field)),
    ("type_definition", Step::Enter(Role::Typedef)),
    ("struct_specifier", Step::Enter(Role::Type(SymbolKind::Class, "struct"))),
    ("class_specifier", Step::Enter(Role::Type(SymbolKind::Class, "class"))),
    ("union_specifier", Step::Enter(Role::Type(SymbolKind::Type, "union"))),
    ("enum_specifier", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("enumerator", Step::Enter(Role::Enumerator)),
    ("alias_declaration", Step::Enter(Role::Alias)),
    ("concept_definition", Step::Enter(Role::Concept)),
    ("namespace_definition", Step::Enter(Role::Namespace)),
    ("namespace_alias_definition", Step::Enter(Role::NamespaceAlias)),
    ("using_declaration", Step::Enter(Role::Using)),
    ("template_declaration", Step::Enter(Role::Template)),
    ("type_parameter_declaration", Step::Enter(Role::TypeParameter)),
    ("variadic_type_parameter_declaration", Step::Enter(Role::TypeParameter)),
    ("optional_type_parameter_declaration", Step::Enter(Role::TypeParameter)),
    ("access_specifier", Step::Enter(Role::Access)),
    ("friend_declaration", Step::Enter(Role::Friend)),
    ("base_class_clause", Step::Enter(Role::Bases)),
    ("lambda_expression", Step::Enter(Role::Lambda)),
    ("compound_statement", Step::Enter(Role::Block)),
    ("parameter_declaration", Step::Enter(Role::Parameter)),
    ("optional_parameter_declaration", Step::Enter(Role::Parameter)),
    ("variadic_parameter_declaration", Step::Enter(Role::Parameter)),
    ("for_range_loop", Step::Enter(Role::Loop)),
    ("call_expression", Step::Enter(Role::Call)),
    ("new_expression", Step::Enter(Role::New)),
    ("field_initializer", Step::Enter(Role::Initializer)),
    ("qualified_identifier", Step::Enter(Role::Qualified)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("template_argument_list", Step::Enter(Role::TemplateArguments)),
];

fn family(language: &tree_sitter::Language, cpp: bool, header: bool, asks: bool) -> Box<dyn Grammar> {
    Box::new(Family {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
        cpp,
        header,
        asks,
    })
}

fn c_source(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    family(language, false, false, false)
}

fn c_header(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    family(language, false, true, true)
}

fn cpp_source(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    family(language, true, false, false)
}

fn cpp_header(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    family(language, true, true, false)
}

impl Rules for Family {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            file_wide: BTreeMap::new(),
            namespaces: BTreeSet::new(),
            open: Vec::new(),
            hidden: 0,
            template: None,
            friend: 0,
            classes: Vec::new(),
            named: BTreeSet::new(),
            scopes: Scopes::default(),
            body: usize::MAX,
            called_block: usize::MAX,
        }
    }

    fn dialect(&self, text: &str) -> Option<usize> {
        (self.asks && header::is_cpp(text)).then_some(HEADER_OF_CPP)
    }

    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let masked = if self.header { objective_c::masked(text) } else { None };
        match masked {
            Some(text) => Cow::Owned(mask_macros::screen(&text, self.cpp).into_owned()),
            None => mask_macros::screen(text, self.cpp),
        }
    }

    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        Some(scan::first_token)
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::C;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        self.leave_classes(node.start_byte());
        match role {
            Role::TypeName => self.type_name(node, outline),
            Role::TemplateArguments => self.template_arguments(node, outline),
            Role::Call => self.call(node, outline),
            Role::Qualified => self.qualified(node),
            Role::Declaration => self.declaration(node, outline),
            Role::Parameter => self.parameter(node, outline),
            Role::Field => self.field(node, outline),
            // What stands outside of any known function was one to its author.
            Role::Block => {
                if !outline.in_function() {
                    outline.open(node, None, Container::Function);
                } else if node.start_byte() != self.body {
                    self.macro_of_block(node, outline);
                }
            }
            Role::Function => self.function(node, outline),
            Role::Type(kind, form) => self.type_specifier(node, kind, form, outline),
            Role::Typedef => self.typedef(node, outline),
            Role::Enumerator => self.enumerator(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Concept => self.concept(node, outline),
            Role::Namespace => self.namespace(node, outline),
            Role::NamespaceAlias => self.namespace_alias(node, outline),
            Role::Using => using(node, outline),
            Role::Template => self.template(node, outline),
            Role::TypeParameter => self.type_parameter(node, outline),
            Role::Access => self.access(node, outline),
            Role::Friend => self.friend = node.end_byte(),
            Role::Bases => self.bases(node, outline),
            Role::Lambda => outline.open(node, None, Container::Function),
            Role::Loop => self.range_loop(node, outline),
            Role::New => self.new_expression(node, outline),
            Role::Initializer => self.base_initializer(node, outline),
            Role::Define => self.define_value(node, outline),
            Role::DefineFunction => self.define_function(node, outline),
            Role::MacroBody => preprocessor::body(node, outline),
            Role::Include => self.include(node, outline),
            Role::Root => {
                if self.rules.header {
                    objective_c::define(outline);
                }
                self.root(node, outline);
            }
        }
    }
}

impl File<'_> {
    /// Where a definition begins: at its `template` line, and before that at the macros that the grammar did not
    /// see.
    fn start_of(&mut self, node: Node<'_>, outline: &Outline<'_>) -> usize {
        let start = node.start_byte();
        let template = self.template.take().filter(|template| template.contains(&start));
        let start = template.map_or(start, |template| template.start);
        preprocessor::macros_before(start, outline).unwrap_or(start)
    }

    /// Whether what is defined at a place can be seen from outside.
    fn is_reachable(&self, at: usize) -> bool {
        at >= self.hidden
            && self.classes.iter().rev().find(|class| class.end > at).is_none_or(|class| class.public)
    }
}
