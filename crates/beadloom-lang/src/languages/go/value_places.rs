//! Where names stand that are read as values.

use crate::value_places::{OwnName, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    members: &["field_identifier"],
    closed: &["import_declaration", "package_clause"],
    skips: &[
        ("const_spec", "name"),
        ("var_spec", "name"),
        ("function_declaration", "name"),
        ("parameter_declaration", "name"),
        ("variadic_parameter_declaration", "name"),
        ("type_parameter_declaration", "name"),
        ("labeled_statement", "*"),
    ],
    elements: &[("literal_element", "")],
    this: &[],
    own_name: OwnName::Outer,
    ..PLAIN
};
