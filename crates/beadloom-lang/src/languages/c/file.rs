//! A file of C or C++, as far as the walk has come.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use beadloom_model::SymbolKind;

use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Root,
    Include,
    Define,
    DefineFunction,
    MacroBody,
    Function,
    Declaration,
    Field,
    Typedef,
    Type(SymbolKind, &'static str),
    Enumerator,
    Alias,
    Concept,
    Namespace,
    NamespaceAlias,
    Using,
    Template,
    TypeParameter,
    Access,
    Friend,
    Bases,
    Lambda,
    Block,
    Parameter,
    Loop,
    Call,
    New,
    Initializer,
    Qualified,
    TypeName,
    TemplateArguments,
}

vocabulary! {
    kinds {
        identifier, field_identifier, type_identifier, qualified_identifier,
        template_type, template_function, template_method, dependent_name, destructor_name, operator_name,
        operator_cast, abstract_function_declarator, function_declarator, pointer_declarator, reference_declarator, array_declarator,
        parenthesized_declarator, init_declarator, attributed_declarator, structured_binding_declarator,
        variadic_declarator, struct_specifier, class_specifier, union_specifier, enum_specifier,
        storage_class_specifier, type_qualifier, namespace_definition, function_definition, declaration,
        template_declaration, type_definition, alias_declaration, concept_definition, linkage_specification,
        field_initializer_list, try_statement, type_descriptor, placeholder_type_specifier, call_expression,
        new_expression, compound_literal_expression, cast_expression, field_expression, pointer_expression,
        parenthesized_expression, string_literal, system_lib_string, parameter_declaration,
        macro_type_specifier,
    }
    fields {
        name, body, path, r#type, declarator, value, default_value, parameters, scope, function, argument,
        field, arguments, operator,
    }
}

/// The rules of a dialect.
pub(super) struct Family {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
    pub(super) cpp: bool,
    /// Who includes the file sees all of it.
    pub(super) header: bool,
    /// Whether the text may turn out to be C++.
    pub(super) asks: bool,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Family,
    /// Where namespaces begin that hold all that the file defines, and how many of their names do.
    pub(super) file_wide: BTreeMap<usize, usize>,
    /// Names of the namespaces of this file.
    pub(super) namespaces: BTreeSet<String>,
    /// The namespaces around the place that is read: where each ends, and the names that lead there.
    pub(super) open: Vec<(usize, Vec<String>)>,
    /// What begins before this place is in an unnamed namespace.
    pub(super) hidden: usize,
    /// The outermost template around whose definition is still to come.
    pub(super) template: Option<Range<usize>>,
    /// What begins before this place is declared a friend.
    pub(super) friend: usize,
    /// The classes around, outermost first.
    pub(super) classes: Vec<Access>,
    /// Places of type names that define or inherit rather than use.
    pub(super) named: BTreeSet<usize>,
    pub(super) scopes: Scopes,
    /// First byte of the body of the last function.
    pub(super) body: usize,
    /// First byte of the block of the last call that reads like a function.
    pub(super) called_block: usize,
}

/// A class around, and who may see what comes next in it.
pub(super) struct Access {
    /// Where its members begin and end.
    pub(super) body: usize,
    pub(super) end: usize,
    pub(super) public: bool,
    pub(super) name: String,
}

/// Qualified names whose last part is still to come.
pub(super) const PENDING: usize = 16;

/// The qualifications of type names that are still to come.
#[derive(Default)]
pub(super) struct Scopes {
    /// First byte of the name, and of what it is qualified with.
    pub(super) pending: Vec<(usize, usize)>,
}

impl Scopes {
    pub(super) fn expect(&mut self, name: usize, from: usize) {
        self.pending.retain(|(at, _)| *at > from);
        if self.pending.len() < PENDING && self.pending.iter().all(|(at, _)| *at != name) {
            self.pending.push((name, from));
        }
    }

    pub(super) fn of(&self, name: usize) -> Option<usize> {
        self.pending.iter().find(|(at, _)| *at == name).map(|(_, from)| *from)
    }
}
