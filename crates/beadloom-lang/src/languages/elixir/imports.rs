//! `alias`, `import`, `require`, `use`, and modules that are called by their whole name.
//!
//! A module is imported by its whole name: `alias A.B` imports `A.B` and calls it `B`. What gives no new name
//! (`use A.B`) is recorded as called by its whole name.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::attributes::mixes_in;
use super::{File, key_name};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Modules that one statement names, and functions that it picks.
const NAMES: usize = 200;

impl File<'_> {
    pub(super) fn import(&mut self, word: &str, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(first) = self.first(node) else { return };
        // Nothing in the statement is a use of its own.
        if let Some(arguments) = self.arguments(node) {
            self.taken = self.taken.max(arguments.end_byte());
        }
        for module in self.modules(first, outline) {
            let at = node.start_byte();
            match word {
                "alias" => {
                    let given = self.option(node, "as", outline).filter(|name| kinds.alias.is(*name));
                    let local = outline.name(given).unwrap_or_else(|| last_of(&module)).to_owned();
                    bring(&module, &local, at, outline);
                    self.note_alias(&local, module, outline);
                }
                "import" => {
                    let names = match self.picked(node, outline) {
                        Some(names) => names.into_iter().map(str::to_owned).collect(),
                        None => vec!["*".to_owned()],
                    };
                    outline.import(&module, names, ImportKind::Import, at);
                }
                _ => {
                    let given = self.option(node, "as", outline).filter(|name| kinds.alias.is(*name));
                    bring(&module, outline.name(given).unwrap_or(&module), at, outline);
                    // What a module does to those that use it only running it would tell: mostly it imports itself.
                    if word == "use" {
                        outline.import(&module, vec!["*".to_owned()], ImportKind::Import, at);
                    }
                }
            }
        }
        // What a module is mixed into takes its functions and promises its callbacks.
        if word == "use" && kinds.alias.is(first) {
            self.reference_module(mixes_in(outline), first, outline);
        }
    }

    /// The whole names of the modules that a statement names: `A.B`, `A.{B, C}`, `__MODULE__.B`.
    fn modules(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let group = fields.right.of(node).filter(|right| kinds.dot.is(node) && kinds.tuple.is(*right));
        let Some(group) = group else {
            return self.whole_name(outline.text(node), outline).into_iter().collect();
        };
        let Some(base) = fields.left.of(node).and_then(|base| self.whole_name(outline.text(base), outline))
        else {
            return Vec::new();
        };
        named_children(group)
            .filter(|part| kinds.alias.is(*part))
            .take(NAMES)
            .map(|part| format!("{base}.{}", outline.text(part)))
            .collect()
    }

    /// The functions of `only: [f: 1, g: 2]`.
    fn picked<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<Vec<&'t str>> {
        let only = self.option(node, "only", outline).filter(|only| self.rules.kinds.list.is(*only))?;
        let keywords = self.rules.kinds.keywords.child(only)?;
        let keys = named_children(keywords).take(NAMES).filter_map(|pair| self.rules.fields.key.of(pair));
        Some(keys.map(|key| key_name(outline.text(key))).collect())
    }

    /// A module's name with what is around it and aliases in place.
    fn whole_name(&self, name: &str, outline: &Outline<'_>) -> Option<String> {
        let name = name.trim_start_matches("Elixir.");
        if let Some(rest) = name.strip_prefix("__MODULE__") {
            let around = outline.enclosing_type()?;
            return (rest.is_empty() || is_module(rest.trim_start_matches('.')))
                .then(|| format!("{around}{rest}"));
        }
        if !is_module(name) {
            return None;
        }
        let (head, rest) = name.split_once('.').unwrap_or((name, ""));
        Some(match self.aliases.get(head) {
            Some(whole) if rest.is_empty() => whole.clone(),
            Some(whole) => format!("{whole}.{rest}"),
            None => name.to_owned(),
        })
    }

    pub(super) fn note_alias(&mut self, local: &str, whole: String, outline: &mut Outline<'_>) {
        if local != whole && outline.spend(local.len() + whole.len() + 48) {
            self.aliases.insert(local.to_owned(), whole);
        }
    }

    /// A module that is used by a name with several parts is imported by that.
    pub(super) fn import_module(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(written) = outline.name(Some(node)).filter(|name| name.contains('.')) else { return };
        if self.whole_names.contains(written) || !outline.spend(written.len() + 48) {
            return;
        }
        self.whole_names.insert(written.to_owned());
        let around = outline.enclosing_type().unwrap_or_default();
        if let Some(whole) = self.whole_name(written, outline).filter(|whole| !is_around(whole, &around)) {
            bring(&whole, written, node.start_byte(), outline);
        }
    }
}

/// Records the import of a module that the file calls `local`.
fn bring(module: &str, local: &str, at: usize, outline: &mut Outline<'_>) {
    let last = last_of(module);
    let aliases = if local == last { Vec::new() } else { vec![(local.to_owned(), last.to_owned())] };
    outline.import_as(module, Vec::new(), aliases, ImportKind::Import, at);
}

/// Whether a module is the one around, or around that.
fn is_around(module: &str, inner: &str) -> bool {
    inner.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn last_of(module: &str) -> &str {
    module.rsplit('.').next().unwrap_or(module)
}

fn is_module(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
}
