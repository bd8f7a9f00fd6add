//! `require` and its like.
//!
//! What is named relative to the file is recorded with `./` or `../` in front, so that it differs from what is
//! looked for on the load path.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use super::names::underscore;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parts of a path that `File.join` takes.
const PARTS: usize = 16;

impl File<'_> {
    /// Whether a call without a receiver brings in a file; it is recorded.
    pub(super) fn import_call(&mut self, name: &str, node: Node<'_>, outline: &mut Outline<'_>) -> bool {
        match name {
            "require" | "load" | "require_dependency" => {
                if let Some(path) = self.argument(node, 0).and_then(|path| self.path(path, outline)) {
                    outline.import(&path, everything(), ImportKind::Import, node.start_byte());
                }
            }
            "require_relative" => {
                if let Some(path) = self.argument(node, 0).and_then(|path| self.literal(path, outline)) {
                    outline.import(&beside(path), everything(), ImportKind::Import, node.start_byte());
                }
            }
            "autoload" => self.autoload(node, outline),
            "autoload_under" => {
                let block = self.rules.fields.block.of(node);
                let folder = self.argument(node, 0).and_then(|folder| self.literal(folder, outline));
                if let (Some(block), Some(folder)) = (block, folder) {
                    self.autoload_under = Some((folder.to_owned(), block.end_byte()));
                }
            }
            _ => return false,
        }
        true
    }

    /// `autoload :Base, "shop/base"`; where the path follows from the name, `autoload :Base`.
    fn autoload(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(constant) = self.argument(node, 0).and_then(|name| self.literal(name, outline)) else {
            return;
        };
        let path = match self.argument(node, 1) {
            Some(path) => self.path(path, outline),
            None => outline.enclosing_type().map(|around| {
                let at = node.start_byte();
                let under = self.autoload_under.as_ref().filter(|(_, end)| at < *end);
                let folder = under.map_or(String::new(), |(folder, _)| format!("{folder}/"));
                format!("{}/{folder}{}", underscore(&around), underscore(constant))
            }),
        };
        if let Some(path) = path {
            outline.import(&path, vec![constant.to_owned()], ImportKind::Import, node.start_byte());
        }
    }

    /// A path as it is written, or the ways in which one says "beside this file".
    fn path(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(path) = self.literal(node, outline) {
            return Some(path.to_owned());
        }
        let text = outline.name(Some(node))?;
        if kinds.string.is(node) {
            let path = text.strip_prefix("\"#{__dir__}/")?.strip_suffix('"')?;
            return (!path.contains(['#', '\\', '"'])).then(|| beside(path));
        }
        if kinds.binary.is(node) {
            // `File.dirname(__FILE__) + "/x"`
            let (left, right) = (fields.left.of(node)?, fields.right.of(node)?);
            let path = self.literal(right, outline).filter(|_| is_folder_of_file(outline.text(left)))?;
            return Some(beside(path.trim_start_matches('/')));
        }
        if !kinds.call.is(node) || outline.name(fields.receiver.of(node)) != Some("File") {
            return None;
        }
        let arguments = fields.arguments.of(node)?;
        let mut parts = named_children(arguments).take(PARTS);
        match outline.name(fields.method.of(node))? {
            "join" => {
                if !is_folder_of_file(outline.text(parts.next()?)) {
                    return None;
                }
                let parts: Option<Vec<&str>> = parts.map(|part| self.literal(part, outline)).collect();
                Some(beside(&parts?.join("/")))
            }
            "expand_path" => {
                let path = parts.next()?;
                match parts.next().map(|base| outline.text(base)) {
                    None => self.path(path, outline),
                    // The first `..` leads from the file to its folder.
                    Some("__FILE__") => self.literal(path, outline)?.strip_prefix("../").map(beside),
                    Some(base) if is_folder_of_file(base) => self.literal(path, outline).map(beside),
                    Some(_) => None,
                }
            }
            _ => None,
        }
    }
}

/// A required file's definitions are there for everybody.
fn everything() -> Vec<String> {
    vec!["*".to_owned()]
}

fn beside(path: &str) -> String {
    if path.starts_with("./") || path.starts_with("../") || path.starts_with('/') {
        path.to_owned()
    } else {
        format!("./{path}")
    }
}

fn is_folder_of_file(text: &str) -> bool {
    matches!(
        text,
        "__dir__" | "File.dirname(__FILE__)" | "File.dirname __FILE__" | "File.expand_path(__dir__)"
    )
}
