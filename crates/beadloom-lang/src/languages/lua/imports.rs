//! `require`, `dofile`, `loadfile`.
//!
//! Modules are recorded as they are written (`a.b`), files that are run with `./` in front.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use crate::literals::unquote;
use crate::outline::Outline;

impl File<'_> {
    /// `local x = require "m"`, `local x = require("m").y`, `local ok, x = pcall(require, "m")`.
    pub(super) fn required_into(
        &mut self,
        target: Node<'_>,
        value: Option<Node<'_>>,
        targets: &[Node<'_>],
        values: &[Node<'_>],
        outline: &mut Outline<'_>,
    ) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let tried = || {
            let call = values.first().copied().filter(|_| targets.get(1) == Some(&target))?;
            Some((call, self.tried_module(call, outline)?, None))
        };
        let found = value.and_then(|value| {
            let field = fields.field.of(value).filter(|_| kinds.dot_index_expression.is(value));
            let call = if field.is_some() { fields.table.of(value)? } else { value };
            Some((call, self.required_module(call, outline)?, field))
        });
        let Some((call, module, field)) = found.or_else(tried) else { return false };
        let member = outline.name(field).unwrap_or("");
        let local = outline.name(Some(target)).filter(|_| kinds.identifier.is(target));
        let aliases = local
            .filter(|local| *local != member)
            .map(|local| (local.to_owned(), member.to_owned()))
            .into_iter()
            .collect();
        let names = if member.is_empty() { Vec::new() } else { vec![member.to_owned()] };
        self.required.push(call.id());
        outline.import_as(module, names, aliases, ImportKind::Import, call.start_byte());
        if let Some(local) = local {
            self.locals.remove(local);
        }
        true
    }

    /// A call of something that loads a file. Whether it was one.
    pub(super) fn import_call(&mut self, name: &str, call: Node<'_>, outline: &mut Outline<'_>) -> bool {
        match name {
            "require" => {
                if !self.was_required(call)
                    && let Some(module) = self.required_module(call, outline)
                {
                    outline.import(module, Vec::new(), ImportKind::Import, call.start_byte());
                }
            }
            "pcall" => {
                if !self.was_required(call)
                    && let Some(module) = self.tried_module(call, outline)
                {
                    outline.import(module, Vec::new(), ImportKind::Import, call.start_byte());
                }
            }
            "dofile" | "loadfile" => {
                let path = self.argument(call, 0).and_then(|path| self.literal(path, outline));
                if let Some(path) = path {
                    let path =
                        if path.starts_with(['.', '/']) { path.to_owned() } else { format!("./{path}") };
                    outline.import(&path, vec!["*".to_owned()], ImportKind::Import, call.start_byte());
                }
            }
            _ => return false,
        }
        true
    }

    fn was_required(&mut self, call: Node<'_>) -> bool {
        let place = self.required.iter().position(|required| *required == call.id());
        place.map(|place| self.required.swap_remove(place)).is_some()
    }

    fn argument<'n>(&self, call: Node<'n>, place: u32) -> Option<Node<'n>> {
        self.rules.fields.arguments.of(call)?.named_child(place)
    }

    /// The literal that `require` is called with.
    fn required_module<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_call = kinds.function_call.is(call) && outline.name(fields.name.of(call)) == Some("require");
        self.literal(self.argument(call, 0).filter(|_| is_call)?, outline)
    }

    /// The literal of `pcall(require, "m")`.
    fn tried_module<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_call = kinds.function_call.is(call) && outline.name(fields.name.of(call)) == Some("pcall");
        let function = self.argument(call, 0).filter(|_| is_call)?;
        if outline.name(Some(function)) != Some("require") {
            return None;
        }
        self.literal(self.argument(call, 1)?, outline)
    }

    fn literal<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        if !self.rules.kinds.string.is(node) {
            return None;
        }
        let text = outline.name(Some(node))?;
        let content = unquote(text).or_else(|| text.strip_prefix("[[")?.strip_suffix("]]"))?;
        (!content.is_empty()).then_some(content)
    }
}
