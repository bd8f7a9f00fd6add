//! `use` of namespaces, and files that are included.
//!
//! A class is imported by its whole name (`App\Support\Money`, without names), functions and constants from their
//! namespace (`App\Support`, name `fmt`). An included path that is relative to the file begins with `./` or `../`.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let group = kinds.namespace_use_group.child(node);
        let base = group.and(kinds.namespace_name.child(node)).map_or("", |base| outline.text(base));
        // `use function a\b, a\c;` says the word once, either before the list or in its first clause.
        let mut members = says_member(node);
        for clause in
            named_children(group.unwrap_or(node)).filter(|clause| kinds.namespace_use_clause.is(*clause))
        {
            let own = says_member(clause);
            members |= own && group.is_none();
            self.clause(base, clause, own || members, outline);
        }
    }

    fn clause(&mut self, base: &str, clause: Node<'_>, member: bool, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_path = |child: &Node<'_>| kinds.name.is(*child) || kinds.qualified_name.is(*child);
        let Some(path) = named_children(clause).find(is_path) else { return };
        let whole = format!("{base}\\{}", outline.text(path));
        let whole: String = whole.trim_matches('\\').chars().filter(|c| !c.is_whitespace()).collect();
        let (namespace, name) = whole.rsplit_once('\\').unwrap_or(("", &whole));
        let alias = outline.name(fields.alias.of(clause));
        let aliases: Vec<(String, String)> =
            alias.map(|alias| (alias.to_owned(), name.to_owned())).into_iter().collect();
        self.routes.note_import(&whole, alias.unwrap_or(name));
        // What has no namespace is there without being imported; only classes may need another name.
        let (specifier, names) =
            if member { (namespace, vec![name.to_owned()]) } else { (whole.as_str(), Vec::new()) };
        outline.import_as(specifier, names, aliases, ImportKind::Import, clause.start_byte());
    }

    /// A class that is used by its whole name is imported by that.
    pub(super) fn whole_name(&mut self, path: &str, at: usize, outline: &mut Outline<'_>) {
        let Some(path) = path.strip_prefix('\\').filter(|path| path.contains('\\')) else { return };
        if !self.whole_names.contains(path) && outline.spend(path.len() + 48) {
            self.whole_names.insert(path.to_owned());
            // It is called by no shorter name.
            let last = path.rsplit('\\').next().unwrap_or(path);
            let aliases = vec![(path.to_owned(), last.to_owned())];
            outline.import_as(path, Vec::new(), aliases, ImportKind::Import, at);
        }
    }

    /// `require __DIR__ . '/x.php'` and its like.
    pub(super) fn include(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(path) = node.named_child(0).and_then(|path| self.rules.file_path(path, outline)) else {
            return;
        };
        self.routes.note_include(&path, node, outline);
        outline.import(&path, vec!["*".to_owned()], ImportKind::Import, node.start_byte());
    }
}

fn says_member(node: Node<'_>) -> bool {
    const MAX_CHILDREN: u32 = 4;
    (0..node.child_count().min(MAX_CHILDREN))
        .filter_map(|at| node.child(at))
        .any(|child| !child.is_named() && matches!(child.kind(), "function" | "const"))
}

impl super::Php {
    /// A path to a file: a literal, or one beside this file or the project's root.
    pub(super) fn file_path(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let node = if kinds.parenthesized_expression.is(node) { node.named_child(0)? } else { node };
        if let Some(path) = self.literal(node, outline) {
            let plain = path.contains(['/', '.']);
            return (!path.is_empty()).then(|| if plain { path.to_owned() } else { format!("./{path}") });
        }
        if kinds.function_call_expression.is(node) {
            // `base_path('routes/admin.php')` is Laravel's for the project's root.
            if outline.name(fields.function.of(node)) != Some("base_path") {
                return None;
            }
            let path = fields.arguments.of(node)?.named_child(0)?.named_child(0)?;
            return self.literal(path, outline).map(|path| path.trim_start_matches('/').to_owned());
        }
        if !kinds.binary_expression.is(node) {
            return None;
        }
        let base = self.folder(fields.left.of(node)?, outline)?;
        let path = self.literal(fields.right.of(node)?, outline)?.strip_prefix('/')?;
        Some(if base == "./" && path.starts_with("../") { path.to_owned() } else { format!("{base}{path}") })
    }

    /// `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__)`, `dirname(__DIR__, 2)` and their like, as `./` or `../`.
    fn folder(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        const LEVELS: usize = 8;
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut ups = 0usize;
        let mut node = node;
        for _ in 0..LEVELS {
            match outline.name(Some(node))? {
                "__DIR__" => break,
                // A file is one level below its folder.
                "__FILE__" => {
                    ups = ups.checked_sub(1)?;
                    break;
                }
                _ if kinds.function_call_expression.is(node) => {
                    if outline.name(fields.function.of(node)) != Some("dirname") {
                        return None;
                    }
                    let arguments = fields.arguments.of(node)?;
                    let levels = arguments.named_child(1).and_then(|levels| levels.named_child(0));
                    ups += match levels {
                        Some(levels) => {
                            outline.text(levels).parse::<usize>().ok().filter(|up| *up <= LEVELS)?
                        }
                        None => 1,
                    };
                    node = arguments.named_child(0)?.named_child(0)?;
                }
                _ => return None,
            }
        }
        matches!(outline.text(node), "__DIR__" | "__FILE__")
            .then(|| if ups == 0 { "./".to_owned() } else { "../".repeat(ups) })
    }
}
