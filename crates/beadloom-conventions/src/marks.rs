//! What a file gives and uses by the conventions.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

use beadloom_model::{LanguageId, ReferenceFacts, ReferenceKind, SymbolFacts, SymbolKind};
use regex::Regex;

use crate::convention::{Convention, Files, Rule, Thing};
use crate::fields::{field, operations, resolver_maps};
use crate::names::{is_url, partial_of, route_words, underscored, url};
use crate::signature::{taken, types_in};
use crate::table::TABLE;

/// Marks of one file.
pub const MAX_MARKS_ITEMS: usize = 2_000;

/// Bytes of a name.
const MAX_NAME_BYTES: usize = 200;

/// Lines before the name of a definition that may hold its annotations.
const MAX_HEAD_LINES: usize = 30;

/// Bytes of these lines: in a file of one line, each definition would have all others before it.
const MAX_HEAD_BYTES: usize = 8_192;

/// What a file does with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Whoever uses the name gets what stands here.
    Gives,
    /// Likewise, if the type around inherits from one of the bases through others.
    Maybe,
    /// What stands here needs whoever gives the name.
    Uses,
}

impl Role {
    /// As the index has it.
    pub fn number(self) -> u8 {
        match self {
            Self::Gives => 0,
            Self::Maybe => 1,
            Self::Uses => 2,
        }
    }

    /// The reverse of [`Role::number`].
    pub fn of(number: u8) -> Self {
        match number {
            0 => Self::Gives,
            1 => Self::Maybe,
            _ => Self::Uses,
        }
    }
}

/// One place of a file and a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// In the form in which it is compared.
    pub name: String,
    /// What the file does with it.
    pub role: Role,
    /// The line of [`TABLE`].
    pub rule: u16,
    /// 1-based.
    pub line: u32,
    /// The last line of the statement.
    pub last: u32,
    /// What else the convention reads: the namespace of a route, who handles a message. May be empty.
    pub detail: String,
    /// The definition around, by its position among the file's.
    pub from: Option<u32>,
}

/// What is read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Relative to the root.
    pub path: &'a str,
    /// None for text that is no code.
    pub language: Option<LanguageId>,
    /// The whole of it.
    pub text: &'a str,
    /// Of code, as it was parsed.
    pub symbols: &'a [SymbolFacts],
    /// Of code, as it was parsed.
    pub references: &'a [ReferenceFacts],
}

/// Whether text with that path is read, though it is no code.
pub fn reads_text(path: &str) -> bool {
    TABLE.iter().any(|row| matches!(row.files, Files::Text(_)) && row.reads(path, None))
}

impl Convention {
    /// Whether it is read in a file.
    fn reads(&self, path: &str, language: Option<LanguageId>) -> bool {
        match (self.files, language) {
            (Files::Code(languages), Some(language)) => languages.contains(&language),
            (Files::Text(endings), None) => {
                path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
            }
            _ => false,
        }
    }

    fn pattern(&self) -> Option<&'static str> {
        match self.rule {
            Rule::Uses(_, pattern) | Rule::Gives(_, pattern) => Some(pattern),
            _ => None,
        }
    }
}

/// Compiled where a file asks for them first.
fn pattern(rule: usize) -> Option<&'static Regex> {
    static PATTERNS: LazyLock<Vec<OnceLock<Option<Regex>>>> =
        LazyLock::new(|| TABLE.iter().map(|_| OnceLock::new()).collect());
    let row = TABLE.get(rule)?;
    PATTERNS.get(rule)?.get_or_init(|| Regex::new(row.pattern()?).ok()).as_ref()
}

/// What a file says, by name and place, each once.
pub fn read(source: &Source<'_>) -> Vec<Mark> {
    let mut reading = Reading { source, lines: OnceLock::new(), quoted: OnceLock::new(), marks: Vec::new() };
    for (at, row) in TABLE.iter().enumerate() {
        if row.reads(source.path, source.language)
            && let Ok(rule) = u16::try_from(at)
        {
            reading.row(rule, row);
        }
    }
    let mut marks = reading.marks;
    marks.sort_unstable();
    marks.dedup();
    marks.truncate(MAX_MARKS_ITEMS);
    marks
}

/// A symbol with its position in the file's list.
type Numbered<'s> = (u32, &'s SymbolFacts);

struct Reading<'s> {
    source: &'s Source<'s>,
    /// Where lines begin.
    lines: OnceLock<Vec<usize>>,
    /// Every word that stands in quotes. Looked up for each method of a file, so the text is read once for all of them.
    quoted: OnceLock<HashSet<&'s str>>,
    marks: Vec<Mark>,
}

impl<'s> Reading<'s> {
    fn row(&mut self, rule: u16, row: &Convention) {
        match row.rule {
            Rule::Takes { bases, annotations, suffixes, methods } => {
                self.takes(rule, bases, annotations, suffixes, methods);
            }
            Rule::IsRun { bases, methods } => self.is_run(rule, bases, methods),
            Rule::Uses(Thing::Url, _) if !is_client(self.source.path) => {}
            Rule::Uses(thing, _) => self.pattern(rule, thing, Role::Uses),
            Rule::Gives(thing, _) => self.pattern(rule, thing, Role::Gives),
            Rule::Resolves { owners, interfaces, prefixes, annotations } => {
                self.resolves(rule, owners, interfaces, prefixes, annotations);
            }
            Rule::ResolverMap => {
                let found = resolver_maps(self.source.text);
                found.into_iter().for_each(|(name, at)| self.at(rule, Role::Gives, name, at));
            }
            Rule::Operations => {
                let found = operations(self.source.text);
                found.into_iter().for_each(|(name, at)| self.at(rule, Role::Uses, name, at));
            }
            Rule::Sends(_) | Rule::Templates(_) | Rule::Shows(..) | Rule::Beside(..) => {}
        }
    }

    /// Whether the file writes a name out.
    fn is_quoted(&self, name: &str) -> bool {
        self.quoted.get_or_init(|| quoted_words(self.source.text)).contains(name)
    }

    fn add(&mut self, mark: Mark) {
        let fits = mark.name.len().max(mark.detail.len()) <= MAX_NAME_BYTES && !mark.name.is_empty();
        if fits && self.marks.len() < MAX_MARKS_ITEMS {
            self.marks.push(mark);
        }
    }

    fn at(&mut self, rule: u16, role: Role, name: String, at: usize) {
        let line = self.line(at);
        let from = self.around(line);
        self.add(Mark { name, role, rule, line, last: line, detail: String::new(), from });
    }

    /// 1-based.
    fn line(&self, at: usize) -> u32 {
        let starts = self.lines.get_or_init(|| {
            let ends = self.source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        u32::try_from(starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// The innermost definition on a line: outer ones stand before inner ones.
    fn around(&self, line: u32) -> Option<u32> {
        let holds =
            |symbol: &SymbolFacts| !symbol.part && (symbol.line_start..=symbol.line_end).contains(&line);
        self.source.symbols.iter().rposition(holds).and_then(|at| u32::try_from(at).ok())
    }

    fn pattern(&mut self, rule: u16, thing: Thing, role: Role) {
        let Some(pattern) = pattern(usize::from(rule)) else { return };
        let text = self.source.text;
        let namespace = if thing == Thing::Route && role == Role::Gives { self.namespace() } else { "" };
        for found in pattern.captures_iter(text).take(MAX_MARKS_ITEMS) {
            let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
            if is_comment(text, name.start(), self.source.language) {
                continue;
            }
            let more = found.get(2).map_or("", |more| more.as_str());
            let mut detail = more.to_owned();
            let (line, last) = (self.line(whole.start()), self.line(whole.end().saturating_sub(1)));
            // What a pattern needs before a name may be the end of the line above.
            let line = if role == Role::Uses { self.line(name.start()) } else { line };
            let from = self.around(self.line(name.start()));
            let short = |name: &str| name.rsplit(['.', '\\']).next().unwrap_or(name).to_owned();
            let name = match thing {
                Thing::Url if !is_url(name.as_str()) => continue,
                Thing::Url => url(name.as_str()),
                Thing::Route
                    if self.source.language == Some(LanguageId::Ruby) || is_ruby_page(self.source.path) =>
                {
                    if is_defined(text, name.start(), whole.end()) {
                        continue;
                    }
                    let compared = route_words(name.as_str());
                    // As it is written, for people.
                    if compared != name.as_str() {
                        name.as_str().clone_into(&mut detail);
                    }
                    compared
                }
                // A namespace before the name.
                Thing::Route => match name.as_str().rsplit_once(':') {
                    Some((space, name)) => {
                        detail = space.rsplit(':').next().unwrap_or(space).to_owned();
                        name.to_owned()
                    }
                    None => {
                        namespace.clone_into(&mut detail);
                        name.as_str().to_owned()
                    }
                },
                Thing::Sender if !more.is_empty() => {
                    detail = name.as_str().to_owned();
                    short(more)
                }
                Thing::Message | Thing::Sender | Thing::Signal | Thing::SignalDefinition => {
                    short(name.as_str())
                }
                Thing::Field => field(self.root(from, whole.as_str()), name.as_str()),
                Thing::Action | Thing::Page => name.as_str().to_owned(),
                Thing::Mail => underscored(name.as_str()),
                Thing::Endpoint => {
                    if let Some((_, rest)) = whole.as_str().split_once("asp-controller=\"") {
                        rest.split('"').next().unwrap_or("").clone_into(&mut detail);
                    }
                    name.as_str().to_owned()
                }
                Thing::Object => match partial_of(name.as_str()) {
                    Some(partial) => partial,
                    None => continue,
                },
                Thing::Template if self.source.language == Some(LanguageId::Php) => {
                    name.as_str().trim_start_matches('@').to_owned()
                }
                Thing::Template => name.as_str().trim_start_matches('/').to_owned(),
            };
            if thing == Thing::Route && role == Role::Uses && detail == namespace {
                detail.clear();
            }
            self.add(Mark { name, role, rule, line, last, detail, from });
        }
    }

    /// What `app_name` says in Python.
    fn namespace(&self) -> &'s str {
        let text = self.source.text;
        let Some(at) = text.find("app_name") else { return "" };
        let value = text.get(at + "app_name".len()..).and_then(|rest| rest.trim_start().strip_prefix('='));
        let value = value.map(|value| value.trim_start().trim_start_matches(['"', '\'']));
        value.and_then(|value| value.split(['"', '\'', '\n']).next()).unwrap_or("")
    }

    /// The root of a field that something around or in the match names.
    fn root(&self, from: Option<u32>, matched: &str) -> &'static str {
        let around = from.and_then(|at| self.source.symbols.get(at as usize));
        let around = around.map_or("", |symbol| symbol.qualified_name.as_str());
        let is = |word: &str| around.contains(word) || matched.contains(&format!("@{}", word.to_lowercase()));
        if is("Mutation") {
            "mutation"
        } else if is("Subscription") {
            "subscription"
        } else {
            "query"
        }
    }

    /// Methods with the types that they belong to.
    fn methods(&self) -> Vec<(u32, &'s SymbolFacts, Option<Numbered<'s>>)> {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let symbols = self.source.symbols;
        let types: HashMap<&str, (u32, &SymbolFacts)> = symbols
            .iter()
            .enumerate()
            .filter(|(_, one)| {
                matches!(one.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type)
            })
            .map(|(at, one)| (one.qualified_name.as_str(), (number(at), one)))
            .collect();
        let is_method = |one: &SymbolFacts| {
            matches!(one.kind, SymbolKind::Method | SymbolKind::Function | SymbolKind::Route)
        };
        symbols
            .iter()
            .enumerate()
            .filter(|(_, one)| is_method(one))
            .map(|(at, one)| {
                let owner = one.qualified_name.rsplit_once('.').and_then(|(owner, _)| types.get(owner));
                (number(at), one, owner.copied())
            })
            .collect()
    }

    /// What each type inherits from, by its position.
    fn bases(&self) -> HashMap<u32, HashSet<&'s str>> {
        let mut bases: HashMap<u32, HashSet<&str>> = HashMap::new();
        for fact in self.source.references.iter().filter(|fact| fact.kind == ReferenceKind::Inherit) {
            if let Some(from) = fact.from {
                bases.entry(from).or_default().insert(&fact.name);
            }
        }
        bases
    }

    /// Whether a type has one of the bases itself, or may have it from those that it has.
    fn role(of: Option<&HashSet<&str>>, wanted: &[&str]) -> Option<Role> {
        match of {
            Some(of) if wanted.iter().any(|base| of.contains(base)) => Some(Role::Gives),
            Some(_) if !wanted.is_empty() => Some(Role::Maybe),
            _ => None,
        }
    }

    fn takes(
        &mut self,
        rule: u16,
        bases: &[&str],
        annotations: &[&str],
        suffixes: &[&str],
        methods: &[&str],
    ) {
        let text = self.source.text;
        if bases.is_empty() && suffixes.is_empty() && !annotations.iter().any(|one| text.contains(one)) {
            return;
        }
        let inherits = self.bases();
        for (at, method, owner) in self.methods() {
            if !methods.is_empty() && !methods.contains(&method.symbol_name.as_str()) {
                continue;
            }
            // A type that says by names which methods handle something.
            let is_named = !methods.is_empty() || self.is_quoted(&method.symbol_name);
            let direct = is_named
                && bases.iter().any(|base| {
                    owner.is_some_and(|(owner, _)| inherits.get(&owner).is_some_and(|of| of.contains(base)))
                });
            let mut role = if direct { Some(Role::Gives) } else { None };
            let mut messages: Vec<&str> = Vec::new();
            if !annotations.is_empty() {
                let own = self.annotated(method, annotations);
                let around = match (&own, owner) {
                    // An annotation of the type speaks for methods of known names alone, or for the one that is called like the type.
                    (None, Some((_, owner))) if !methods.is_empty() || method.symbol_name == "__invoke" => {
                        self.annotated(owner, annotations)
                    }
                    _ => None,
                };
                if let Some(arguments) = own.or(around) {
                    role = Some(Role::Gives);
                    messages = types_in(arguments);
                }
            }
            if role.is_none()
                && suffixes.iter().any(|end| owner.is_some_and(|(_, of)| of.symbol_name.ends_with(end)))
            {
                role = Some(Role::Gives);
            }
            if role.is_none() && !methods.is_empty() {
                role = Self::role(owner.and_then(|(owner, _)| inherits.get(&owner)), bases);
            }
            let Some(role) = role else { continue };
            messages.extend(taken(&method.signature, &method.symbol_name));
            for name in messages {
                self.give(rule, role, name, at, method);
            }
        }
    }

    fn is_run(&mut self, rule: u16, bases: &[&str], methods: &[&str]) {
        let inherits = self.bases();
        for (at, method, owner) in self.methods() {
            if let Some((number, owner)) = owner.filter(|_| methods.contains(&method.symbol_name.as_str()))
                && let Some(role) = Self::role(inherits.get(&number), bases)
            {
                self.give(rule, role, &owner.symbol_name, at, method);
            }
        }
    }

    fn give(&mut self, rule: u16, role: Role, name: &str, at: u32, method: &SymbolFacts) {
        let (line, from) = (method.line_start, Some(at));
        self.add(Mark { name: name.to_owned(), role, rule, line, last: line, detail: String::new(), from });
    }

    /// The arguments of one of these annotations of a definition, where it has one.
    fn annotated(&self, symbol: &'s SymbolFacts, annotations: &[&str]) -> Option<&'s str> {
        let head = self.head(symbol);
        annotations.iter().find_map(|annotation| annotation_in(head, annotation)).or_else(|| {
            annotations.iter().find_map(|annotation| annotation_in(&symbol.signature, annotation))
        })
    }

    /// What stands before the name of a definition, from its first line.
    fn head(&self, symbol: &SymbolFacts) -> &'s str {
        self.line(0);
        let starts = self.lines.get().map_or(&[][..], Vec::as_slice);
        let first = (symbol.line_start as usize).saturating_sub(1);
        let begin = starts.get(first).copied().unwrap_or(0);
        let end = starts.get(first + MAX_HEAD_LINES).copied().unwrap_or(self.source.text.len());
        let end = self.source.text.floor_char_boundary(end.min(begin + MAX_HEAD_BYTES));
        let text = self.source.text.get(begin..end).unwrap_or_default();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let own = text.match_indices(symbol.symbol_name.as_str()).find(|(at, name)| {
            let before = text.get(..*at).and_then(|before| before.chars().next_back());
            let after = text.get(at + name.len()..).and_then(|after| after.chars().next());
            !before.is_some_and(|c| is_part(c) || matches!(c, '@' | '[' | '"' | '\'' | '\\'))
                && !after.is_some_and(is_part)
        });
        own.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
    }

    fn resolves(
        &mut self,
        rule: u16,
        owners: &[(&str, &'static str)],
        interfaces: &[(&str, &'static str)],
        prefixes: &[&str],
        annotations: &[&str],
    ) {
        if !annotations.is_empty() && !annotations.iter().any(|one| self.source.text.contains(one)) {
            return;
        }
        let is_schema = self.source.language == Some(LanguageId::GraphQl);
        let fields: Vec<(u32, &SymbolFacts, String)> = if is_schema {
            let of_root = |symbol: &SymbolFacts| {
                let (owner, name) = symbol.qualified_name.rsplit_once('.')?;
                let (_, root) = owners.iter().find(|(known, _)| *known == owner)?;
                Some(field(root, name))
            };
            let numbered = self.source.symbols.iter().enumerate();
            numbered.filter_map(|(at, one)| Some((u32::try_from(at).ok()?, one, of_root(one)?))).collect()
        } else {
            let mut found = Vec::new();
            let inherits = if interfaces.is_empty() { HashMap::new() } else { self.bases() };
            for (at, method, owner) in self.methods() {
                let name = method.symbol_name.as_str();
                // In Go a method names its type, which stands in another file.
                let scope = method.qualified_name.rsplit_once('.').map_or("", |(scope, _)| scope);
                let scope = scope.rsplit('.').next().unwrap_or(scope);
                let scope = owner.map_or(scope, |(_, owner)| owner.symbol_name.as_str());
                let mut root = owners.iter().find(|(end, _)| scope.ends_with(end)).map(|(_, root)| *root);
                if root.is_none() {
                    let bases = owner.and_then(|(number, _)| inherits.get(&number));
                    let is = |base: &str| bases.is_some_and(|bases| bases.contains(base));
                    root = interfaces.iter().find(|(base, _)| is(base)).map(|(_, root)| *root);
                }
                let mut explicit = None;
                if !annotations.is_empty() {
                    let head = self.head(method);
                    let Some(annotation) = annotations.iter().find(|one| head.contains(*one)) else {
                        continue;
                    };
                    if owners.is_empty() {
                        let lower = annotation.to_lowercase();
                        root = ["mutation", "subscription", "query"]
                            .into_iter()
                            .find(|root| lower.contains(root));
                    }
                    explicit = named_argument(head.split_once(annotation).map_or("", |(_, rest)| rest));
                }
                let Some(root) = root else { continue };
                let plain = match prefixes {
                    [] => Some(name),
                    prefixes => prefixes
                        .iter()
                        .find_map(|prefix| name.strip_prefix(prefix).filter(|rest| !rest.is_empty())),
                };
                let plain = plain.map(|plain| plain.strip_suffix("Async").unwrap_or(plain));
                if let Some(plain) = explicit.or(plain) {
                    found.push((at, method, field(root, plain)));
                }
            }
            found
        };
        for (at, symbol, name) in fields {
            self.give(rule, Role::Gives, &name, at, symbol);
        }
    }
}

/// The arguments of an annotation in the head of a definition; empty where it has none.
fn annotation_in<'t>(head: &'t str, annotation: &str) -> Option<&'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    head.match_indices(annotation).find_map(|(at, _)| {
        let before = head.get(..at)?.chars().next_back();
        let rest = head.get(at + annotation.len()..)?;
        if !before.is_some_and(|c| matches!(c, '@' | '[' | '.' | '\\' | ',')) || rest.starts_with(is_part) {
            return None;
        }
        let Some(arguments) = rest.trim_start().strip_prefix('(') else { return Some("") };
        Some(arguments.split(')').next().unwrap_or(""))
    })
}

/// The name that an annotation gives: `("orders")`, `(name = "orders")`, `(() => [Order], { name: 'orders' })`.
fn named_argument(rest: &str) -> Option<&str> {
    let end = rest.find(['\n', ';']).unwrap_or(rest.len());
    let arguments = rest.get(..end)?;
    let after = ["name:", "name =", "name=", "field =", "field=", "value =", "value="]
        .iter()
        .find_map(|key| arguments.split_once(key).map(|(_, after)| after));
    let after = after.or_else(|| arguments.strip_prefix('(').filter(|rest| rest.starts_with(['"', '\''])))?;
    let value = after.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value.get(1..)?.split(quote).next().filter(|name| !name.is_empty())
}

/// The words of a text that stand in quotes, each alone.
fn quoted_words(text: &str) -> HashSet<&str> {
    let word = |(at, quote): (usize, &str)| {
        let rest = text.get(at + quote.len()..)?;
        let (word, after) = rest.split_at_checked(rest.find(['\'', '"', '\n'])?)?;
        after.starts_with(quote).then_some(word)
    };
    text.match_indices(['\'', '"']).filter_map(word).collect()
}

/// Whether the file may call what it names the address of: a test.
fn is_client(path: &str) -> bool {
    let lower = path.to_lowercase();
    ["test", "spec", "e2e", "cypress"].iter().any(|word| lower.contains(word))
}

fn is_ruby_page(path: &str) -> bool {
    [".erb", ".haml", ".slim"].iter().any(|ending| path.ends_with(ending))
}

/// Whether a name in Ruby is what the line defines or sets, not what it asks for.
fn is_defined(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let after = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t']);
    before.ends_with("def ")
        || after.starts_with('=')
            && !after.starts_with("==")
            && !after.starts_with("=>")
            && !after.starts_with("=~")
}

/// Whether the line of a place is a comment as a whole.
fn is_comment(text: &str, at: usize, language: Option<LanguageId>) -> bool {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text.get(start..at).unwrap_or_default().trim_start();
    let hash = matches!(language, Some(LanguageId::Python | LanguageId::Ruby)) && line.starts_with('#');
    hash || ["//", "* ", "/*", "<!--", "<%#", "{#", "-#"].iter().any(|sign| line.starts_with(sign))
}
