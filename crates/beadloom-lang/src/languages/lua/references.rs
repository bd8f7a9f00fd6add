//! What is called, and what variables stand for.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// The language's own functions, sorted.
const BASIC: &[&str] = &[
    "assert", "collectgarbage", "error", "getfenv", "getmetatable", "ipairs", "load", "loadstring", "module",
    "next", "pairs", "print", "rawequal", "rawget", "rawlen", "rawset", "select", "setfenv", "setmetatable",
    "tonumber", "tostring", "type", "unpack", "xpcall",
];

impl File<'_> {
    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = fields.name.of(node) else { return };
        if kinds.identifier.is(function) {
            let Some(name) = outline.name(Some(function)) else { return };
            if name == "setmetatable" {
                self.note_metatable(node, outline);
            }
            if self.import_call(name, node, outline)
                || BASIC.binary_search(&name).is_ok()
                || self.is_outer_local(name, outline)
            {
                return;
            }
            outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
            return;
        }
        let member = fields.method.of(function).or(fields.field.of(function));
        let (Some(member), Some(table)) = (member, fields.table.of(function)) else { return };
        if !kinds.identifier.is(member) {
            return;
        }
        let before = self.before(table, outline);
        outline.reference(ReferenceKind::Call, Some(member), before);
    }

    /// What a table says about the function that is called on it.
    fn before<'t>(&self, table: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        let Some(path) = outline.name(Some(table)) else { return Before::Value };
        if kinds.identifier.is(table) {
            return match path {
                "self" => Before::This,
                path if self.is_outer_local(path, outline) => Before::Value,
                path => Before::Path(path),
            };
        }
        if kinds.function_call.is(table) {
            return self.made_by(table, outline).map_or(Before::Value, Before::Typed);
        }
        let plain = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        if !kinds.dot_index_expression.is(table) || !plain {
            return Before::Value;
        }
        let (head, rest) = path.split_once('.').unwrap_or((path, ""));
        match head {
            "self" => Before::Field(rest),
            head if self.is_outer_local(head, outline) => Before::Value,
            _ => Before::Path(path),
        }
    }

    /// The table that a call makes an object of: `Account.new(…)`, `Account:new(…)`, `Account(…)`.
    pub(super) fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let function = fields.name.of(value).filter(|_| kinds.function_call.is(value))?;
        if kinds.identifier.is(function) {
            return outline.name(Some(function)).filter(|name| name.starts_with(char::is_uppercase));
        }
        let member = fields.method.of(function).or(fields.field.of(function))?;
        let table = fields.table.of(function)?;
        let plain = kinds.identifier.is(table) || kinds.dot_index_expression.is(table);
        let makes = matches!(outline.text(member), "new" | "New" | "create");
        outline.name(Some(table)).filter(|table| plain && makes && *table != "self")
    }

    /// A variable of the file's top of which nothing is known.
    fn is_outer_local(&self, name: &str, outline: &Outline<'_>) -> bool {
        self.locals.contains(name) && !outline.is_bound(name)
    }

    // Bindings

    pub(super) fn bind_names(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for name in named_children(node).filter(|name| self.rules.kinds.identifier.is(*name)) {
            outline.bind(Some(name), None);
        }
    }

    pub(super) fn bind_variable(
        &mut self,
        name: Node<'_>,
        value: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let made = value.and_then(|value| self.made_by(value, outline));
        outline.bind(Some(name), made);
        if made.is_none()
            && !outline.in_function()
            && let Some(name) = outline.name(Some(name))
            && outline.spend(name.len() + 48)
        {
            self.locals.insert(name.to_owned());
        }
    }

    /// `for i = …`, `for k, v in …`
    pub(super) fn loop_variables(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(names) = self.rules.kinds.variable_list.child(node) {
            self.bind_names(names, outline);
        } else {
            outline.bind(self.rules.fields.name.of(node), None);
        }
    }
}
