//! Modules that are loaded by a pattern of their paths: `import.meta.glob("./pages/*.vue")`, `require.context("./pages")`.

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use super::literal::literal;
use super::names::Names;
use crate::loaded::local_name;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Patterns of one call.
const MAX_PATTERNS_ITEMS: usize = 16;

impl File<'_> {
    /// Whether a call is one of those.
    pub(super) fn load_by_pattern(
        &self,
        call: Node<'_>,
        function: Node<'_>,
        outline: &mut Outline<'_>,
    ) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(arguments) = fields.arguments.of(call) else { return false };
        match outline.text(function) {
            "import.meta.glob" | "import.meta.globEager" => {
                let Some(first) = named_children(arguments).next() else { return true };
                let listed: Vec<Node<'_>> = if kinds.array.is(first) {
                    named_children(first).take(MAX_PATTERNS_ITEMS).collect()
                } else {
                    vec![first]
                };
                for pattern in listed {
                    if let Some(pattern) = literal(pattern, outline).filter(|of| !of.starts_with('!')) {
                        load_all(pattern, call, outline);
                    }
                }
                true
            }
            "require.context" => {
                let mut given = named_children(arguments);
                let Some(folder) = given.next().and_then(|folder| literal(folder, outline)) else {
                    return true;
                };
                let deep = given.next().is_none_or(|deep| outline.text(deep) != "false");
                let ending = given.next().map_or("", |pattern| ending_of(outline.text(pattern)));
                let below = if deep { "**/*" } else { "*" };
                load_all(&format!("{}/{below}{ending}", folder.trim_end_matches('/')), call, outline);
                true
            }
            _ => false,
        }
    }
}

/// The ending that a pattern asks for: `.vue` of `/\.vue$/`; empty where it asks for anything else.
fn ending_of(pattern: &str) -> &str {
    let ending =
        pattern.strip_prefix("/\\").and_then(|rest| rest.split_once("$/")).map_or("", |(name, _)| name);
    let is_plain = ending.starts_with('.') && ending.chars().skip(1).all(char::is_alphanumeric);
    if is_plain { ending } else { "" }
}

fn load_all(pattern: &str, call: Node<'_>, outline: &mut Outline<'_>) {
    if !pattern.contains('*') {
        return;
    }
    let Some(number) = outline.unnamed_module() else { return };
    outline.hand_on(number);
    let mut all = Names::default();
    all.add("*", Some(&local_name(number)));
    outline.import_as(pattern, all.names, all.aliases, ImportKind::Dynamic, call.start_byte());
}
