//! A file of TypeScript or JavaScript, as far as the walk has come.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use beadloom_model::SymbolKind;

use super::routes::Routes;
use crate::definition::Definition;
use crate::vocabulary::{Kind, vocabulary};
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Decorator,
    Export,
    Ambient,
    Function(&'static str),
    /// A function without a name of its own: arrow, function expression.
    Nameless,
    Class(&'static str),
    /// Interfaces, enums: members have no bodies of their own.
    Type(SymbolKind, &'static str),
    Alias,
    Namespace,
    Method,
    MethodSignature,
    /// Types of functions: their type parameters are their own.
    Signature,
    Field,
    /// The members of an enum.
    Members,
    /// `Mode['On']`
    Element,
    Property,
    /// `static { … }`
    StaticBlock,
    Return,
    Variables,
    Variable,
    Pair,
    /// An object, or a pattern of one.
    Object,
    Assignment,
    Loop,
    Catch,
    Import,
    Call,
    New,
    /// `a instanceof B` among others.
    Binary,
    /// `extends`, `implements`
    Heritage,
    TypeName,
    QualifiedType,
    TypeParameters,
    /// `infer T`, `[T in …]`
    TypeVariable,
    Jsx,
    /// `<Card …>`, `<Card …/>`
    Tag,
}

vocabulary! {
    kinds {
        identifier, decorator, accessibility_modifier, arrow_function, function_expression,
        generator_function, class, call_expression, member_expression, object, object_pattern, pair_pattern,
        shorthand_property_identifier, shorthand_property_identifier_pattern, object_assignment_pattern,
        export_clause, import_clause, named_imports, import_specifier, import_require_clause, import,
        parenthesized_expression, as_expression, satisfies_expression, non_null_expression, internal_module,
        module, variable_declarator, assignment_expression, assignment_pattern, array_pattern, rest_pattern,
        await_expression, ternary_expression, binary_expression, expression_statement, new_expression, this, array, string, template_string, regex, number,
        namespace_import, namespace_export, export_specifier,
        type_annotation, type_identifier, nested_type_identifier, predefined_type, generic_type, union_type,
        parenthesized_type, readonly_type, array_type, tuple_type, type_parameter,
        pair, method_definition, return_statement, property_identifier, enum_assignment, statement_block, unary_expression,
    }
    fields {
        name, body, value, property, declaration, source, left, right, arguments, object, key, alias, pattern,
        parameter, parameters, r#type, return_type, type_parameters, type_arguments, constructor, kind,
        module, index, consequence, alternative, operator,
    }
}

pub(super) struct Ecma {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
    /// The operator of that name.
    pub(super) instanceof: u16,
    /// `super`
    pub(super) base: Kind,
    /// The language declares what objects hold.
    pub(super) typed: bool,
}

/// `export`, `export default`, `declare`: what stands before a declaration and belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Wrapper {
    /// The declaration's node.
    pub(super) inner: usize,
    /// First byte with decorators.
    pub(super) outer: usize,
    /// First byte of the signature.
    pub(super) start: usize,
    pub(super) exported: bool,
    /// How many levels the declaration stands below where it would stand alone.
    pub(super) levels: usize,
}

/// The declaration around the variables that follow.
#[derive(Clone, Copy, Default)]
pub(super) struct Variables {
    pub(super) outer: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    /// `const`, `let`, `var`
    pub(super) word: &'static str,
    pub(super) several: bool,
    pub(super) exported: bool,
    pub(super) top_level: bool,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Ecma,
    pub(super) wrapper: Option<Wrapper>,
    /// The last `declare namespace`: all in it is visible.
    pub(super) ambient: Range<usize>,
    /// A function or class that is named by the variable, field or property it is given to: its node, and
    /// what to define when the walk comes there.
    pub(super) awaited: Option<(usize, Definition)>,
    pub(super) variables: Variables,
    /// The object literals around whose entries are definitions, innermost last.
    pub(super) literals: Vec<Literal>,
    /// The `require` call that was recorded together with the names taken from it.
    pub(super) required: Option<usize>,
    /// Calls that load a module whose use was seen with what is around them; ahead of the walk.
    pub(super) followed: HashSet<usize>,
    /// Functions that are called with modules; ahead of the walk.
    pub(super) given: Vec<(usize, Modules)>,
    /// Functions around that return an object by the name of a variable, innermost last.
    pub(super) factories: Vec<Factory>,
    /// Objects of the functions around that get members.
    pub(super) filled: Vec<Filled>,
    /// The assignment ahead that was read with what it is given on to.
    pub(super) passed_on: Option<usize>,
    /// Where names of types begin that are no uses of them, or recorded already; ahead of the walk.
    pub(super) named: VecDeque<usize>,
    /// Where objects and patterns begin whose types are written beside them, with these; ahead of the walk.
    pub(super) typed: Vec<(usize, KeysOf)>,
    pub(super) routes: Routes,
}

/// What the keys of an object or a pattern are members of.
#[derive(Clone)]
pub(super) enum KeysOf {
    /// A value of the type that is written there.
    Type(Range<usize>),
    /// What the names there lead to.
    Path(Range<usize>),
    /// The module with that number.
    Module(u32),
    /// What an import binds, and so says.
    Imported,
}

/// Modules that one value holds, by number.
#[derive(Clone)]
pub(super) enum Modules {
    One(u32),
    /// A list of them, with other things.
    Several(Vec<Option<u32>>),
}

/// An object literal whose entries are definitions.
pub(super) struct Literal {
    pub(super) end: usize,
    /// Of its entries.
    pub(super) depth: usize,
    pub(super) entries: Entries,
    /// Parts in it that hold functions add nothing to their names.
    pub(super) options: bool,
}

/// What the entries of an object literal are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    /// Members of what has the object.
    Members,
    /// What the file exports, without another name in front.
    Exports,
    /// Members of the component that the file is.
    Component,
}

/// A function that gives an object back which it fills.
pub(super) struct Factory {
    pub(super) end: usize,
    /// The variable that it returns.
    pub(super) variable: String,
    /// Its qualified name.
    pub(super) name: String,
    /// Where its own name is written.
    pub(super) written: Option<(usize, usize)>,
}

/// A variable of a function for an object that gets members.
pub(super) struct Filled {
    pub(super) end: usize,
    pub(super) variable: String,
    /// The qualified name of what has the members.
    pub(super) owner: String,
}
