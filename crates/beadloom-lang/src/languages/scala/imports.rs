//! Imports: every selector is one of its own.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::{File, bare};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Names of imports that later imports may begin with.
const IMPORTED: usize = 1_000;

/// What one selector picks.
enum Selector {
    /// A name, and the one that it has here.
    Name(String, Option<String>),
    Everything,
    /// `given`: everything of that kind, which has no names.
    Givens,
    /// `X => _`
    Nothing,
}

impl File<'_> {
    /// Notes what the file defines at its top.
    pub(super) fn top(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for definition in named_children(node) {
            let is_type = kinds.object_definition.is(definition) || kinds.enum_definition.is(definition);
            if let Some(name) = fields.name.of(definition).filter(|_| is_type)
                && let Some(name) = outline.name(Some(name))
            {
                self.own.insert(bare(name).to_owned());
            }
        }
    }

    /// `import a.b.{C, D => E, *}, f.G`; `export` likewise.
    pub(super) fn import(&mut self, node: Node<'_>, exported: bool, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let kind = if exported { ImportKind::ReExport } else { ImportKind::Import };
        let at = node.start_byte();
        let mut path: Vec<&str> = Vec::new();
        // A name is part of a path if a dot stands before it; a comma begins the next path.
        let mut open = false;
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            more = cursor.goto_next_sibling();
            if child.is_extra() {
                continue;
            }
            if !child.is_named() {
                if outline.text(child) == "," {
                    self.finish(&mut path, &mut open, kind, at, outline);
                }
                continue;
            }
            if kinds.identifier.is(child) {
                let Some(name) = outline.name(Some(child)) else { return };
                path.push(bare(name));
                open = true;
                continue;
            }
            let selectors: Vec<Selector> = if kinds.namespace_selectors.is(child) {
                named_children(child).filter_map(|of| self.selector(of, outline)).collect()
            } else {
                self.selector(child, outline).into_iter().collect()
            };
            open = false;
            for selector in selectors {
                self.select(&path, selector, kind, at, outline);
            }
        }
        self.finish(&mut path, &mut open, kind, at, outline);
    }

    /// A path without selectors imports its last name.
    fn finish(
        &mut self,
        path: &mut Vec<&str>,
        open: &mut bool,
        kind: ImportKind,
        at: usize,
        outline: &mut Outline<'_>,
    ) {
        if std::mem::take(open)
            && let Some(name) = path.pop()
        {
            self.select(path, Selector::Name(name.to_owned(), None), kind, at, outline);
        }
        path.clear();
    }

    fn selector(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<Selector> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(node) {
            let name = bare(outline.name(Some(node))?).to_owned();
            return Some(Selector::Name(name, None));
        }
        if kinds.namespace_wildcard.is(node) {
            return Some(if outline.text(node) == "given" { Selector::Givens } else { Selector::Everything });
        }
        if kinds.arrow_renamed_identifier.is(node) || kinds.as_renamed_identifier.is(node) {
            let name = bare(outline.name(fields.name.of(node))?).to_owned();
            let alias = fields.alias.of(node)?;
            if kinds.wildcard.is(alias) {
                return Some(Selector::Nothing);
            }
            return Some(Selector::Name(name, outline.name(Some(alias)).map(|alias| bare(alias).to_owned())));
        }
        // What follows `given` is the type of what is imported.
        (kinds.type_identifier.is(node) || kinds.generic_type.is(node)).then_some(Selector::Givens)
    }

    fn select(
        &mut self,
        path: &[&str],
        selector: Selector,
        kind: ImportKind,
        at: usize,
        outline: &mut Outline<'_>,
    ) {
        // Members of a value that is at hand: nothing is imported from elsewhere.
        if path.first().is_some_and(|head| outline.is_bound(head) || *head == "this") {
            return;
        }
        let mut path = self.full(path);
        // What the file itself defines stands before packages of that name.
        if self.own.contains(path.split('.').next().unwrap_or("")) {
            path.insert_str(0, "this.");
        }
        match selector {
            Selector::Nothing => {}
            Selector::Everything => {
                outline.import(&format!("{path}.*"), vec!["*".to_owned()], kind, at);
            }
            Selector::Givens => {
                outline.import(&format!("{path}.*"), vec!["given".to_owned()], kind, at);
            }
            Selector::Name(name, alias) => {
                let full = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let local = alias.clone().unwrap_or_else(|| name.clone());
                if self.imported.len() < IMPORTED && !outline.in_function() {
                    self.imported.insert(local, full.clone());
                }
                let aliases = alias.into_iter().map(|alias| (alias, name.clone())).collect();
                outline.import_as(&full, vec![name], aliases, kind, at);
            }
        }
    }

    /// The path with its first name as it has been imported before.
    fn full(&self, path: &[&str]) -> String {
        match path.split_first().and_then(|(head, rest)| Some((self.imported.get(*head)?, rest))) {
            Some((head, rest)) => {
                std::iter::once(head.as_str()).chain(rest.iter().copied()).collect::<Vec<_>>().join(".")
            }
            None => path.join("."),
        }
    }
}
