//! What a file returns, and who sees what because of it.

use std::collections::HashSet;

use tree_sitter::Node;

use super::File;
use super::file::Constructor;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// `return M`, `return setmetatable(M, …)`, `return { f = f }` at the end of the file.
    pub(super) fn end_of_file(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.container().is_some() || outline.depth != 1 || self.ended {
            return;
        }
        self.ended = true;
        let Some(mut value) = node.named_child(0).and_then(|list| list.named_child(0)) else { return };
        if kinds.function_call.is(value)
            && outline.name(fields.name.of(value)) == Some("setmetatable")
            && let Some(table) = fields.arguments.of(value).and_then(|arguments| arguments.named_child(0))
        {
            value = table;
        }
        if kinds.identifier.is(value) {
            self.give_away(&[outline.text(value)], outline);
            self.name_exports(outline.text(value), outline);
        } else if kinds.table_constructor.is(value) {
            let mut named: Vec<&str> = Vec::new();
            for field in named_children(value) {
                let (key, value) = (fields.name.of(field), fields.value.of(field));
                let Some(local) = outline.name(value.filter(|value| kinds.identifier.is(*value))) else {
                    continue;
                };
                named.push(local);
                if let Some(exported) = outline.name(key.filter(|key| kinds.identifier.is(*key))) {
                    outline.export_as(exported, local);
                }
            }
            self.give_away(&named, outline);
            let depth =
                if node.named_child(0).and_then(|list| list.named_child(0)) == Some(value) { 3 } else { 5 };
            let depth = outline.depth + depth;
            self.constructors.push(Constructor { end: value.end_byte(), name: String::new(), depth });
        }
    }

    /// The file as a whole is the table that it returns, whose members are its own.
    fn name_exports(&self, table: &str, outline: &mut Outline<'_>) {
        outline.export_as("default", table);
        for (number, root) in &self.members {
            let Some(draft) = outline.drafts.get(*number).filter(|_| root == table) else { continue };
            let name = draft.definition.name.clone();
            let local = draft.qualified_name.clone();
            let direct =
                local.strip_prefix(table).and_then(|rest| rest.strip_prefix('.')) == Some(name.as_str());
            // `M.f = f` gives away what is not called so here.
            if direct || (local == name && local != table) {
                outline.export_as(&name, &local);
            }
        }
    }

    /// What belongs to these names is seen by whoever loads the file.
    fn give_away(&mut self, names: &[&str], outline: &mut Outline<'_>) {
        let names: HashSet<&str> = names.iter().copied().collect();
        let functions = self.functions.iter().filter(|(name, _)| names.contains(name.as_str()));
        let members = self.members.iter().filter(|(_, root)| names.contains(root.as_str()));
        let numbers = functions.map(|(_, number)| *number).chain(members.map(|(number, _)| *number));
        for number in numbers {
            if let Some(draft) = outline.drafts.get_mut(number) {
                draft.definition.visible = true;
            }
        }
    }
}
