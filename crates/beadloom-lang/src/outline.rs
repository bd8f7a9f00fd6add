//! What the walk collects from a file: tokens, comments, definitions with their scopes, imports.
//!
//! Visitors describe what they see here; `assemble` makes a `ParsedFile` of it.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use beadloom_model::{ImportFacts, ImportKind, Routing};
use tree_sitter::Node;

use crate::bindings::{Known, References};
use crate::comments::{Comment, Comments, Lines};
use crate::declarations::OwnValues;
use crate::definition::{Container, Definition, Draft, ExportRule};
use crate::layout::Style;
use crate::loaded::Loads;
use crate::tokens::Tokens;
use crate::value_sites::{Site, SiteForm};
use crate::values::Values;

/// Definitions within definitions are recorded this deep. Every level hashes its range again, so that this
/// also bounds the work for hostile nesting.
const NESTED_DEFINITIONS: usize = 32;

/// Longer names and specifiers are no names (bytes).
const NAME_BYTES: usize = 256;
const SPECIFIER_BYTES: usize = 1024;

struct Scope {
    end: usize,
    /// Depth of the node that opened it.
    depth: usize,
    /// Length of `Outline::path` without this scope.
    path: usize,
    container: Container,
    /// The nearest definition around what is in it.
    symbol: Option<usize>,
    /// Set for `impl` blocks: the type whose members they hold.
    owner: Option<String>,
    named: bool,
    /// A function is around what is in it, at any distance.
    in_function: bool,
}

/// What the walk has collected so far.
pub(crate) struct Outline<'t> {
    pub(crate) text: &'t str,
    pub(crate) lines: &'t Lines,
    pub(crate) tokens: &'t mut Tokens,
    pub(crate) comments: Comments,
    pub(crate) drafts: Vec<Draft>,
    pub(crate) imports: Vec<ImportFacts>,
    pub(crate) references: References<'t>,
    /// Declarations around whose values have not ended.
    pub(crate) own_values: OwnValues,
    /// Modules that are loaded without a name.
    pub(crate) loads: Loads<'t>,
    /// How values are told; `None` in a language of which they are not read.
    pub(crate) values: Option<Arc<Values>>,
    pub(crate) value_sites: Vec<Site<'t>>,
    /// What begins before this is no value.
    pub(crate) values_from: usize,
    pub(crate) routing: Routing,
    pub(crate) exports: BTreeSet<String>,
    /// (exported, local)
    pub(crate) export_aliases: Vec<(String, String)>,
    /// Those of `export_aliases` that name the file, to look one up.
    names_of_file: HashSet<(String, String)>,
    pub(crate) export_rule: ExportRule,
    pub(crate) entry_point: bool,
    /// Where tests stand that the file holds beside other code; in any order, also within each other.
    pub(crate) tests: Vec<Range<usize>>,
    /// The definition that a file of one component is as a whole.
    pub(crate) component: Option<usize>,
    /// `$count` reads the store `count`.
    pub(crate) stores: bool,
    /// Local names that the imports of such a file bind.
    pub(crate) imported: Vec<&'t str>,
    /// The module's docstring.
    pub(crate) docstring: Option<Range<usize>>,
    /// Where the grammar does not get to see all of the text: the length of the token that the rest begins with.
    pub(crate) unread_token: Option<fn(&str) -> usize>,
    /// Every token counts as it stands, whatever formatters make of it.
    pub(crate) exact: bool,
    /// Depth of the walk's node; 0 for the root.
    pub(crate) depth: usize,
    /// Something was left out: nested too deep, or more text derived than the file warrants.
    pub(crate) limited: bool,
    scopes: Vec<Scope>,
    named_scopes: usize,
    /// Qualified name of the innermost scope, with a final `.`.
    path: String,
    /// End of the last leaf, comments included.
    seen: usize,
    /// Up to here, what stands between leaves counts as it stands.
    verbatim: usize,
    /// Decorators and attributes that stand right before the next token.
    prefix: Option<Range<usize>>,
    /// Bytes of names, signatures and specifiers that may still be made.
    budget: usize,
}

impl<'t> Outline<'t> {
    pub(crate) fn new(text: &'t str, lines: &'t Lines, tokens: &'t mut Tokens) -> Self {
        tokens.clear();
        Self {
            text,
            lines,
            tokens,
            comments: Comments::default(),
            drafts: Vec::new(),
            imports: Vec::new(),
            references: References::default(),
            own_values: OwnValues::default(),
            loads: Loads::default(),
            values: None,
            value_sites: Vec::new(),
            values_from: 0,
            routing: Routing::default(),
            exports: BTreeSet::new(),
            export_aliases: Vec::new(),
            names_of_file: HashSet::new(),
            export_rule: ExportRule::Also,
            entry_point: false,
            tests: Vec::new(),
            component: None,
            stores: false,
            imported: Vec::new(),
            docstring: None,
            unread_token: None,
            exact: false,
            depth: 0,
            limited: false,
            scopes: Vec::new(),
            named_scopes: 0,
            path: String::new(),
            seen: 0,
            verbatim: 0,
            prefix: None,
            budget: (1 << 20) + text.len().saturating_mul(8),
        }
    }

    /// The source of a node.
    pub(crate) fn text(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The source of a node, if it is short enough to be a name.
    pub(crate) fn name(&self, node: Option<Node<'_>>) -> Option<&'t str> {
        let name = self.text(node?);
        (!name.is_empty() && name.len() <= NAME_BYTES && !name.contains('\n')).then_some(name)
    }

    // Leaves

    /// Whatever stands between the leaves and is no white space: punctuation that a grammar keeps to itself,
    /// what error recovery passed over. It counts, so that no change goes unseen.
    #[inline]
    fn gap(&mut self, start: usize) {
        if start > self.seen {
            if self.seen < self.verbatim {
                self.written(start);
            }
            let gap = self.text.as_bytes().get(self.seen..start).unwrap_or(&[]);
            if !gap.iter().all(u8::is_ascii_whitespace) {
                self.stray(start);
            }
        }
    }

    /// What stands between leaves of a text that is taken as it stands.
    #[cold]
    fn written(&mut self, start: usize) {
        let end = start.min(self.verbatim);
        if let Some(bytes) = self.text.as_bytes().get(self.seen..end).filter(|bytes| !bytes.is_empty()) {
            self.tokens.push(bytes, self.seen, end);
        }
        self.seen = end.max(self.seen);
    }

    /// Up to `end`, white space between leaves counts, and what the grammar keeps to itself counts with it:
    /// strings of which only the interpolated code has leaves.
    pub(crate) fn verbatim(&mut self, end: usize) {
        self.verbatim = end.max(self.verbatim);
    }

    #[cold]
    fn stray(&mut self, start: usize) {
        let Some(gap) = self.text.get(self.seen..start) else { return };
        if let Some(token) = self.unread_token {
            let mut at = self.seen;
            let mut rest = gap;
            loop {
                let space = rest.len() - rest.trim_ascii_start().len();
                let (_, stray) = rest.split_at(space);
                let length = stray.floor_char_boundary(token(stray));
                if length == 0 {
                    return;
                }
                let (stray, after) = stray.split_at(length);
                at += space;
                // What joins two lines is white space.
                if stray != "\\" {
                    self.tokens.push(stray.as_bytes(), at, at + length);
                }
                if self.values.is_some() && is_written_like_macro(stray) {
                    let from = self.enclosing_number();
                    if self.spend(24) {
                        self.value_sites.push(Site {
                            name: stray,
                            receiver: Known::Nothing,
                            from,
                            at,
                            form: SiteForm::Read,
                        });
                    }
                }
                at += length;
                rest = after;
            }
        }
        let stray = gap.trim();
        // A backslash at the end of a line only goes on with it.
        let continues = || gap.split('\n').all(|line| matches!(line.trim(), "" | "\\"));
        if !stray.is_empty() && !continues() {
            let at = self.seen + (gap.len() - gap.trim_start().len());
            self.tokens.push(stray.as_bytes(), at, at + stray.len());
        }
    }

    /// A leaf.
    #[inline]
    pub(crate) fn token(&mut self, start: usize, end: usize) {
        if end <= start {
            return;
        }
        self.gap(start);
        if let Some(bytes) = self.text.as_bytes().get(start..end) {
            self.tokens.push(bytes, start, end);
        }
        self.seen = end.max(self.seen);
    }

    /// A leaf of running text.
    pub(crate) fn running_text(&mut self, start: usize, end: usize) {
        self.gap(start);
        self.tokens.push_text(self.text.get(start..end).unwrap_or(""), start, end);
        self.seen = end.max(self.seen);
    }

    /// A comment.
    pub(crate) fn comment(&mut self, start: usize, end: usize) {
        self.gap(start);
        let before = self.text.as_bytes().get(self.seen..start).unwrap_or(&[]);
        let own_line = self.seen == 0
            || before.contains(&b'\n')
            || self.text.as_bytes().get(self.seen - 1) == Some(&b'\n')
            || self.comments.list.last().is_some_and(|last| last.end == self.seen && last.own_line);
        self.comments.list.push(Comment { start, end, own_line, tokens: self.tokens.len() });
        self.seen = end.max(self.seen);
    }

    /// A leaf that does not count.
    pub(crate) fn skip(&mut self, start: usize, end: usize) {
        self.gap(start);
        self.seen = end.max(self.seen);
    }

    /// The source of a comment.
    pub(crate) fn comment_text(&self, comment: &Comment) -> &'t str {
        self.text.get(comment.start..comment.end).unwrap_or("")
    }

    /// The comments right above a place, by index.
    pub(crate) fn above(&self, at: usize) -> Range<usize> {
        self.comments.right_above(at, self.tokens.index_of(at), self.lines)
    }

    /// The end of the file.
    pub(crate) fn finish(&mut self) {
        self.gap(self.text.len());
    }

    /// What stands before a place and is no leaf: what the grammar did not get to see. Where it begins, and its
    /// text without white space around it.
    pub(crate) fn unseen_before(&self, at: usize) -> Option<(usize, &'t str)> {
        let gap = self.text.get(self.seen..at)?;
        let text = gap.trim_ascii();
        (!text.is_empty()).then(|| (self.seen + (gap.len() - gap.trim_ascii_start().len()), text))
    }

    /// How far the leaves go that have been seen.
    pub(crate) fn seen(&self) -> usize {
        self.seen
    }

    /// Compares what follows by another style, unless every token counts as it stands. Returns the one before.
    pub(crate) fn set_style(&mut self, style: Style) -> Style {
        self.tokens.set_style(if self.exact { Style::Exact } else { style })
    }

    // Scopes

    /// The walk comes to a node: scopes that end before it are closed.
    #[inline]
    pub(crate) fn arrive(&mut self, at: usize) {
        while self.scopes.last().is_some_and(|scope| scope.end <= at) {
            if let Some(scope) = self.scopes.pop() {
                self.path.truncate(scope.path);
                self.named_scopes -= usize::from(scope.named);
                self.references.leave(self.scopes.len());
            }
        }
    }

    /// How many scopes are open.
    pub(crate) fn scopes(&self) -> usize {
        self.scopes.len()
    }

    /// The number of the nearest definition around.
    pub(crate) fn enclosing_number(&self) -> Option<usize> {
        self.scopes.last().and_then(|scope| scope.symbol)
    }

    /// Whether what is defined here is right in what has that qualified name.
    pub(crate) fn is_right_in(&self, owner: &str) -> bool {
        self.path.strip_suffix('.') == Some(owner)
    }

    /// The number of the definition around the innermost type.
    pub(crate) fn number_around_type(&self) -> Option<usize> {
        let place = self.scopes.iter().rposition(|scope| scope.container == Container::Type)?;
        self.scopes.get(place.checked_sub(1)?)?.symbol
    }

    /// The qualified name of the nearest type around, or of the one that the function around belongs to.
    pub(crate) fn enclosing_type(&self) -> Option<String> {
        let mut end = self.path.len();
        for scope in self.scopes.iter().rev() {
            if scope.container == Container::Type {
                return self.path.get(..end).map(|path| path.trim_end_matches('.').to_owned());
            }
            let owner = scope
                .symbol
                .and_then(|symbol| self.drafts.get(symbol))
                .and_then(|draft| draft.owner.as_ref());
            if let Some(owner) = owner {
                return Some(owner.clone());
            }
            end = scope.path;
        }
        None
    }

    /// What the innermost scope is; `None` at the top of the file.
    pub(crate) fn container(&self) -> Option<Container> {
        self.scopes.last().map(|scope| scope.container)
    }

    /// Whether a function is around, at any distance.
    pub(crate) fn in_function(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.in_function)
    }

    /// Where the innermost function around ends.
    pub(crate) fn function_end(&self) -> Option<usize> {
        self.scopes.iter().rev().find(|scope| scope.container == Container::Function).map(|scope| scope.end)
    }

    /// Whether the node is `levels` below the node that opened the innermost scope (or the root).
    pub(crate) fn is_below(&self, levels: usize) -> bool {
        self.depth == self.scopes.last().map_or(levels.saturating_sub(1), |scope| scope.depth + levels)
    }

    /// Whether the node is directly in a type's body.
    pub(crate) fn is_member(&self) -> bool {
        self.container() == Some(Container::Type) && self.is_below(2)
    }

    /// The nearest definition around.
    pub(crate) fn enclosing(&self) -> Option<&Draft> {
        self.scopes.last().and_then(|scope| scope.symbol).and_then(|symbol| self.drafts.get(symbol))
    }

    /// Opens a scope that is no definition: an `impl` block, a function without a name.
    pub(crate) fn open(&mut self, node: Node<'_>, name: Option<&str>, container: Container) {
        let owner = match (name, container) {
            (Some(name), Container::Type) => Some(format!("{}{name}", self.path)),
            _ => None,
        };
        let symbol = self.scopes.last().and_then(|scope| scope.symbol);
        self.push_scope(node.end_byte(), name, container, symbol, owner);
    }

    /// Opens the scope of a definition up to `end`, where that is not the whole of its range.
    pub(crate) fn open_part(&mut self, number: Option<usize>, end: usize, container: Container) {
        if let Some(name) =
            number.and_then(|number| self.drafts.get(number)).map(|of| of.definition.name.clone())
        {
            self.push_scope(end, Some(&name), container, number, None);
        }
    }

    fn push_scope(
        &mut self,
        end: usize,
        name: Option<&str>,
        container: Container,
        symbol: Option<usize>,
        owner: Option<String>,
    ) {
        // A nameless function inside a nameless function changes nothing: hostile nesting stays cheap.
        let path = self.path.len();
        if let Some(name) = name {
            if self.named_scopes > NESTED_DEFINITIONS {
                self.limited = true;
                return;
            }
            self.named_scopes += 1;
            // Some grammars take control characters for letters.
            self.path.extend(name.chars().filter(|c| !c.is_control()));
            self.path.push('.');
        }
        let depth = self.depth;
        let named = name.is_some();
        let in_function = container == Container::Function || self.in_function();
        self.scopes.push(Scope { end, depth, path, container, symbol, owner, named, in_function });
    }

    // Definitions

    /// A decorator or attribute. Returns whether it continues a row of them.
    pub(crate) fn decorate(&mut self, node: Node<'_>) -> bool {
        let continues = self.prefix_before().is_some();
        let start = self.prefix_before().map_or(node.start_byte(), |prefix| prefix.start);
        self.prefix = Some(start..node.end_byte());
        continues
    }

    fn prefix_before(&self) -> Option<&Range<usize>> {
        self.prefix.as_ref().filter(|prefix| prefix.end == self.tokens.last_end())
    }

    /// Where the decorators before the next token begin.
    pub(crate) fn decorated_from(&self) -> Option<usize> {
        self.prefix_before().map(|prefix| prefix.start)
    }

    /// Records a definition and opens its scope. Returns its number.
    pub(crate) fn define(&mut self, mut definition: Definition) -> Option<usize> {
        let name = definition.name.as_str();
        let owner = definition.owner.as_deref().unwrap_or("");
        let are_plain = !name.contains(char::is_control) && !owner.contains(char::is_control);
        if name.is_empty() || name.len() > NAME_BYTES || !are_plain {
            return None;
        }
        let mut qualified_name = if definition.by_owner { String::new() } else { self.path.clone() };
        let mut owner = None;
        if let Some(type_name) = &definition.owner {
            qualified_name.push_str(type_name);
            owner = Some(qualified_name.clone());
            qualified_name.push('.');
        } else if let Some(scope) = self.scopes.last() {
            owner.clone_from(&scope.owner);
        }
        qualified_name.push_str(name);
        let cost = qualified_name.len() * 2 + 64;
        if self.named_scopes > NESTED_DEFINITIONS || !self.spend(cost) {
            self.limited = true;
            return None;
        }
        if definition.visible && self.in_function() {
            definition.visible = false;
        }
        let number = self.drafts.len();
        let (end, opens) = (definition.end, definition.opens);
        let scope_name = match &definition.owner {
            Some(type_name) => format!("{type_name}.{name}"),
            None => name.to_owned(),
        };
        let parent = self.scopes.last().and_then(|scope| scope.symbol);
        let local = self.in_function();
        self.drafts.push(Draft {
            definition,
            qualified_name,
            parent,
            owner,
            local,
            jsx: false,
            route: false,
        });
        if let Some(container) = opens {
            self.push_scope(end, Some(&scope_name), container, Some(number), None);
        }
        Some(number)
    }

    /// Records a definition of the type around the function that it stands in.
    pub(crate) fn define_outside(&mut self, definition: Definition) {
        let visible = definition.visible;
        if let Some(draft) = self.define(definition).and_then(|number| self.drafts.get_mut(number)) {
            draft.definition.visible = visible;
            draft.local = false;
        }
    }

    /// A further clause of the definition with this number: its range grows, and what the clause holds is its own.
    pub(crate) fn continue_definition(&mut self, number: usize, node: Node<'_>) {
        let Some(draft) = self.drafts.get_mut(number) else { return };
        draft.definition.end = node.end_byte().max(draft.definition.end);
        let name = draft.definition.name.clone();
        if let Some(container) = draft.definition.opens {
            self.push_scope(node.end_byte(), Some(&name), container, Some(number), None);
        }
    }

    /// Takes from what may be derived from this file.
    pub(crate) fn spend(&mut self, bytes: usize) -> bool {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => {
                self.limited = true;
                false
            }
        }
    }

    /// The function around holds JSX.
    pub(crate) fn note_jsx(&mut self) {
        if let Some(symbol) = self.scopes.last().and_then(|scope| scope.symbol)
            && let Some(draft) = self.drafts.get_mut(symbol)
        {
            draft.jsx = true;
        }
    }

    /// A name that a list exports.
    pub(crate) fn export(&mut self, name: &str) {
        if name.len() <= NAME_BYTES {
            self.exports.insert(name.to_owned());
        }
    }

    /// A name that is exported, perhaps under another, as [`beadloom_model::ParsedFile::export_aliases`] has it.
    pub(crate) fn export_as(&mut self, exported: &str, local: &str) {
        self.export(local);
        let fits = exported.len() <= NAME_BYTES && local.len() <= NAME_BYTES;
        if fits && self.spend(exported.len() + local.len() + 48) {
            self.export_aliases.push((exported.to_owned(), local.to_owned()));
        }
    }

    /// A name by which others reach what is in the file, or what a path in it leads to; no definition.
    pub(crate) fn name_of_file(&mut self, name: &str, path: &str) {
        let fits = name.len() <= NAME_BYTES && path.len() <= NAME_BYTES;
        let entry = (name.to_owned(), path.to_owned());
        if fits && !self.names_of_file.contains(&entry) && self.spend(name.len() + path.len() + 48) {
            self.names_of_file.insert(entry.clone());
            self.export_aliases.push(entry);
        }
    }

    // Imports

    /// Records an import with local names of its own, as [`ImportFacts::aliases`] has them.
    pub(crate) fn import_as(
        &mut self,
        specifier: &str,
        names: Vec<String>,
        mut aliases: Vec<(String, String)>,
        kind: ImportKind,
        at: usize,
    ) {
        let is_plain = |name: &str| !name.contains(char::is_control);
        aliases.retain(|(local, name)| !local.is_empty() && is_plain(local) && is_plain(name));
        each_once(&mut aliases);
        let before = self.imports.len();
        self.import(specifier, names, kind, at);
        let size = aliases.iter().map(|(local, name)| local.len() + name.len() + 16).sum();
        if self.imports.len() > before
            && self.spend(size)
            && let Some(import) = self.imports.last_mut()
        {
            import.aliases = aliases;
        }
    }

    /// Records an import of the statement at `at`.
    pub(crate) fn import(&mut self, specifier: &str, mut names: Vec<String>, kind: ImportKind, at: usize) {
        // Broken text has nodes for names that are missing.
        names.retain(|name| !name.is_empty() && !name.contains(char::is_control));
        each_once(&mut names);
        let size = specifier.len() + names.iter().map(String::len).sum::<usize>();
        if specifier.is_empty() || specifier.len() > SPECIFIER_BYTES || specifier.contains(char::is_control) {
            return;
        }
        if self.spend(size + 32) {
            let line = self.lines.line_of(at);
            let local = self.in_function();
            let specifier = specifier.to_owned();
            self.imports.push(ImportFacts { specifier, names, aliases: Vec::new(), kind, local, line });
        }
    }
}

/// `EXPORT_API`: what the grammar does not get to see are macros and conditions of the preprocessor.
fn is_written_like_macro(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_uppercase() || first == b'_')
        && bytes.len() > 0
        && bytes.all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Keeps the first of what is equal. A statement may say a name twice – `export { default, default as A } from './a'` – and
/// what it imports is put together again, each name once, whenever its targets are looked for anew.
fn each_once<T: Clone + Eq + std::hash::Hash>(list: &mut Vec<T>) {
    let mut seen = HashSet::new();
    list.retain(|item| seen.insert(item.clone()));
}
