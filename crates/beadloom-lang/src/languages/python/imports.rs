//! Import statements, with the names that they bind.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Imported names, and local names that differ from them.
type Names = (Vec<String>, Vec<(String, String)>);

impl File<'_> {
    fn kind_of_import(&self, at: usize) -> ImportKind {
        if self.type_checking.contains(&at) { ImportKind::Type } else { ImportKind::Import }
    }

    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kind = self.kind_of_import(node.start_byte());
        for child in named_children(node) {
            let Some((module, local)) = self.imported(child, outline) else { continue };
            self.web_module(&module, local.as_deref());
            // Here an alias stands for the module as a whole.
            let aliases = local.map(|local| (local, String::new())).into_iter().collect();
            outline.import_as(&module, Vec::new(), aliases, kind, node.start_byte());
        }
    }

    pub(super) fn import_from(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(module) = self.rules.fields.module_name.of(node) else { return };
        let (names, aliases) = self.imported_names(node, Some(module), outline);
        let kind = self.kind_of_import(node.start_byte());
        let module = dotted(outline.text(module));
        self.web_names(&module, &names, &aliases);
        let flags = aliases.iter().filter(|(_, name)| matches!(name.as_str(), "TYPE_CHECKING" | "MYPY"));
        self.type_flags.extend(flags.map(|(local, _)| local.clone()));
        outline.import_as(&module, names, aliases, kind, node.start_byte());
    }

    /// The dotted names of an import statement, without the module they come from.
    pub(super) fn imported_names(
        &self,
        node: Node<'_>,
        module: Option<Node<'_>>,
        outline: &Outline<'_>,
    ) -> Names {
        let (mut names, mut aliases) = (Vec::new(), Vec::new());
        for child in named_children(node).filter(|child| Some(child.id()) != module.map(|module| module.id()))
        {
            if self.rules.kinds.wildcard_import.is(child) {
                names.push("*".to_owned());
            } else if let Some((name, local)) = self.imported(child, outline) {
                aliases.extend(local.map(|local| (local, name.clone())));
                names.push(name);
            }
        }
        (names, aliases)
    }

    /// One imported name, and its local one where that differs.
    fn imported(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<(String, Option<String>)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.dotted_name.is(node) {
            return Some((dotted(outline.text(node)), None));
        }
        if !kinds.aliased_import.is(node) {
            return None;
        }
        let name = dotted(outline.text(fields.name.of(node)?));
        let local = outline.name(fields.alias.of(node)).filter(|local| *local != name);
        Some((name, local.map(str::to_owned)))
    }

    /// `importlib.import_module("literal")` and `__import__("literal")`.
    pub(super) fn dynamic_import(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let first = fields.arguments.of(node).and_then(|arguments| named_children(arguments).next());
        if let Some(module) =
            first.filter(|first| kinds.string.is(*first)).and_then(|first| unquote(outline.text(first)))
            && is_module(module)
        {
            outline.import(module, Vec::new(), ImportKind::Dynamic, node.start_byte());
        }
    }
}

/// Whether a text names a module: no white space, no empty name between dots.
pub(super) fn is_module(text: &str) -> bool {
    let dots = text.len() - text.trim_start_matches('.').len();
    text.split('.').skip(dots).all(|part| !part.is_empty()) && !text.contains(char::is_whitespace)
}

/// A dotted name without the white space that may stand around its dots.
fn dotted(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}
