//! What a file gives and uses by the conventions.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use beadloom_model::{LanguageId, ReferenceFacts, SymbolFacts};
use regex::{Captures, Regex};

use crate::addresses::{
    joined, method_of_call, method_of_element, method_of_ruby, without_base, without_query,
};
use crate::client_calls::method_of_client;
use crate::convention::{Convention, Files, Rule, Thing};
use crate::fields::{field, operations, resolver_maps};
use crate::groups::{groups, prefix};
use crate::names::{component, is_url, partial_of, route_words, underscored, url};
use crate::no_tests::holds_no_test;
use crate::table::TABLE;

/// Marks of one file.
pub const MAX_MARKS_ITEMS: usize = 2_000;

/// Words that pages of Ruby begin a tag with and no project defines.
const RAILS_HELPERS: &[&str] = &[
    "button_to", "case", "content_for", "content_tag", "csrf_meta_tags", "else", "elsif", "end", "for",
    "form_for", "form_tag", "form_with", "hidden_field_tag", "if", "image_tag", "javascript_include_tag",
    "label_tag", "link_to", "raw", "render", "select_tag", "stylesheet_link_tag", "submit_tag", "t",
    "text_field_tag", "unless", "when", "yield",
];

/// The name of the mark of a file without tests.
const NO_TESTS: &str = "no tests";

/// What names routes by groups.
const LARAVEL: &str = "Laravel";

/// Bytes of a name.
const MAX_NAME_BYTES: usize = 200;

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
            (Files::Settings, Some(LanguageId::Python)) => {
                let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
                file.contains("settings") || folders.split('/').any(|folder| folder == "settings")
            }
            (Files::Text(endings), None) => {
                path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
            }
            _ => false,
        }
    }

    fn pattern(&self) -> Option<&'static str> {
        match self.rule {
            Rule::Uses(_, pattern)
            | Rule::Gives(_, pattern)
            | Rule::UsesAll(_, pattern)
            | Rule::GivesPairs(_, pattern) => Some(pattern),
            _ => None,
        }
    }
}

/// Compiled where a file asks for them first.
pub(crate) fn pattern(rule: usize) -> Option<&'static Regex> {
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

pub(crate) struct Reading<'s> {
    pub(crate) source: &'s Source<'s>,
    /// Where lines begin.
    pub(crate) lines: OnceLock<Vec<usize>>,
    /// Every word that stands in quotes. Looked up for each method of a file, so the text is read once for all of them.
    pub(crate) quoted: OnceLock<HashSet<&'s str>>,
    marks: Vec<Mark>,
}

impl<'s> Reading<'s> {
    fn row(&mut self, rule: u16, row: &Convention) {
        match row.rule {
            Rule::Takes { bases, annotations, suffixes, folders, methods } => {
                self.takes(rule, bases, annotations, (suffixes, folders), methods);
            }
            Rule::IsRun { bases, methods } => self.is_run(rule, bases, methods),
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
            Rule::UsesAll(thing, _) => self.uses_all(rule, thing),
            Rule::GivesPairs(..) => self.gives_pairs(rule),
            Rule::Observes => self.observes(rule),
            Rule::NoTests => {
                let Source { path, language, text, .. } = *self.source;
                if is_of_tests(path) && language.is_some_and(|language| holds_no_test(language, path, text)) {
                    let name = NO_TESTS.to_owned();
                    let (role, detail) = (Role::Gives, String::new());
                    self.add(Mark { name, role, rule, line: 1, last: 1, detail, from: None });
                }
            }
            Rule::Sends(_) | Rule::Templates(..) | Rule::Shows(..) | Rule::Mirrors(..) | Rule::Beside(..) => {
            }
        }
    }

    pub(crate) fn add(&mut self, mark: Mark) {
        let fits = mark.name.len().max(mark.detail.len()) <= MAX_NAME_BYTES && !mark.name.is_empty();
        if fits && self.marks.len() < MAX_MARKS_ITEMS {
            self.marks.push(mark);
        }
    }

    pub(crate) fn at(&mut self, rule: u16, role: Role, name: String, at: usize) {
        let line = self.line(at);
        let from = self.around(line);
        self.add(Mark { name, role, rule, line, last: line, detail: String::new(), from });
    }

    /// 1-based.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let starts = self.lines.get_or_init(|| {
            let ends = self.source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        u32::try_from(starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// The innermost definition on a line: outer ones stand before inner ones.
    pub(crate) fn around(&self, line: u32) -> Option<u32> {
        let holds =
            |symbol: &SymbolFacts| !symbol.part && (symbol.line_start..=symbol.line_end).contains(&line);
        self.source.symbols.iter().rposition(holds).and_then(|at| u32::try_from(at).ok())
    }

    fn pattern(&mut self, rule: u16, thing: Thing, role: Role) {
        let Some(pattern) = pattern(usize::from(rule)) else { return };
        let text = self.source.text;
        let is_laravel = thing == Thing::Route
            && role == Role::Gives
            && TABLE.get(usize::from(rule)).is_some_and(|row| row.framework == LARAVEL);
        let groups = if is_laravel { groups(text) } else { Vec::new() };
        let namespace = if thing == Thing::Route && role == Role::Gives { self.namespace() } else { "" };
        for found in pattern.captures_iter(text).take(MAX_MARKS_ITEMS) {
            let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
            if thing == Thing::ViewHelper && RAILS_HELPERS.contains(&name.as_str())
                || self.is_comment(name.start())
                || role == Role::Uses && is_ruby_text(self.source, thing, name.start())
            {
                continue;
            }
            let (line, last) = (self.line(whole.start()), self.line(whole.end().saturating_sub(1)));
            // What a pattern needs before a name may be the end of the line above.
            let line = if role == Role::Uses { self.line(name.start()) } else { line };
            let from = self.around(self.line(name.start()));
            let place = Place { whole: whole.range(), name: name.range(), from, role };
            let said = match thing {
                Thing::Url => self.url_at(&found, &place),
                Thing::Route if is_laravel => {
                    // Its own name begins in the statement, which a group may begin with.
                    let more = found.get(2).map_or("", |more| more.as_str());
                    let name = format!("{}{}", prefix(&groups, name.start()), name.as_str());
                    Some((name, more.to_owned()))
                }
                Thing::Route => self.route_at(&place, namespace),
                Thing::Message if self.source.language == Some(LanguageId::Php) => {
                    Some(self.message_at(&found, &place))
                }
                thing => self.name_at(thing, &found, &place),
            };
            if let Some((name, detail)) = said {
                self.add(Mark { name, role, rule, line, last, detail, from });
            }
        }
    }

    /// The address that a match holds, and the method of HTTP that it is asked for by.
    fn url_at(&self, found: &Captures<'_>, place: &Place) -> Option<(String, String)> {
        let text = self.source.text;
        // An element of a page, or what a controller returns, says by itself how it asks.
        if let Some(inner) = found.get(2).filter(|inner| is_url(inner.as_str())) {
            let method = method_of_element(text, place.whole.clone()).to_owned();
            // What code returns may be joined.
            let language = self.source.language.filter(|language| *language != LanguageId::Php);
            let whole = language.and_then(|_| joined(text, place.name.start, place.name.end, language));
            let address = whole.as_deref().and_then(|whole| whole.split_once(':'));
            return Some((url(address.map_or(inner.as_str(), |(_, address)| address)), method));
        }
        if found.get(2).is_some() {
            return None;
        }
        // With its quotes where it has no slash in front: then a call has to show a client in tests, too.
        let is_relative = text.get(place.name.clone())?.starts_with(['"', '\'', '`']);
        let literal = if is_relative { place.name.clone() } else { place.whole.clone() };
        let (address, method) = self.asked(literal, is_of_tests(self.source.path), is_relative)?;
        Some((address, method.to_owned()))
    }

    /// The name of a route, and what else tells it apart: in Ruby as it is written, and the method of HTTP that the line asks by; in
    /// others a namespace.
    fn route_at(&self, place: &Place, namespace: &str) -> Option<(String, String)> {
        let text = self.source.text;
        let name = text.get(place.name.clone())?;
        if self.source.language != Some(LanguageId::Ruby) && !is_ruby_page(self.source.path) {
            let (space, own) = name.rsplit_once(':').unwrap_or((namespace, name));
            let space = space.rsplit(':').next().unwrap_or(space);
            let is_own = place.role == Role::Uses && space == namespace;
            return Some((own.to_owned(), if is_own { String::new() } else { space.to_owned() }));
        }
        if is_defined(text, place.name.start, place.whole.end) {
            return None;
        }
        let compared = route_words(name);
        let mut detail = if compared == name { String::new() } else { name.to_owned() };
        if place.role == Role::Uses
            && let Some(method) = method_of_ruby(text, place.name.start)
        {
            detail = format!("{detail} {method}");
        }
        Some((compared, detail))
    }

    /// The event of a listener in PHP, and the class that listens with its method; of a closure none.
    fn message_at(&self, found: &Captures<'_>, place: &Place) -> (String, String) {
        let group = |at: usize| short(found.get(at).map_or("", |group| group.as_str()));
        let listener = match found.get(3) {
            Some(method) => format!("{}@{}", group(2), method.as_str()),
            None => group(2),
        };
        let is_named = found.get(2).is_some();
        let listener = if is_named { self.in_own_class(listener, place.name.start) } else { listener };
        (group(1), listener)
    }

    /// The name that a match holds, and what else it says.
    fn name_at(&self, thing: Thing, found: &Captures<'_>, place: &Place) -> Option<(String, String)> {
        let text = self.source.text;
        let (name, whole) = (text.get(place.name.clone())?, text.get(place.whole.clone())?);
        let more = found.get(2).map_or("", |more| more.as_str());
        let detail = match thing {
            Thing::Action => controller_beside(text, place.whole.start).unwrap_or_default(),
            Thing::Sender if !more.is_empty() => return Some((short(more), name.to_owned())),
            Thing::Ability => self.subject(more, place.from),
            Thing::Endpoint => endpoint(whole).unwrap_or_else(|| more.to_owned()),
            _ => more.to_owned(),
        };
        let name = match thing {
            Thing::Message | Thing::Sender | Thing::Signal | Thing::SignalDefinition => short(name),
            Thing::Field => field(self.root(place.from, whole), name),
            Thing::Component => component(name),
            Thing::Mail => underscored(name),
            Thing::Object => partial_of(name)?,
            Thing::Template if self.source.language == Some(LanguageId::Php) => {
                name.trim_start_matches('@').to_owned()
            }
            Thing::Template | Thing::HelperModule | Thing::Layout => name.trim_start_matches('/').to_owned(),
            _ => name.to_owned(),
        };
        Some((name, detail))
    }

    /// The address that stands at a place, with its quotes, and the method of HTTP that it is asked for by. `of_tests`: whether the file
    /// is one of tests. Other code writes out the addresses of its own routes, too, so there a call has to show a client.
    fn asked(&self, at: Range<usize>, of_tests: bool, is_relative: bool) -> Option<(String, &'static str)> {
        let text = self.source.text;
        let address = joined(text, at.start, at.end, self.source.language)?;
        let address = without_query(without_base(&address));
        let asked = method_of_client(text, at.clone());
        if is_relative {
            let address = Some(url(address)).filter(|url| !address.starts_with("api/") && url.len() > 3)?;
            let method = asked.filter(|method| !method.is_empty())?;
            return Some((address.trim_start_matches('/').to_owned(), method));
        }
        if !is_url(address) {
            return None;
        }
        let method = if of_tests {
            asked.filter(|method| !method.is_empty()).unwrap_or_else(|| method_of_call(text, at.start))
        } else {
            asked?
        };
        Some((url(address), method))
    }

    /// What `app_name` says in Python.
    fn namespace(&self) -> &'s str {
        let text = self.source.text;
        let Some(at) = text.find("app_name") else { return "" };
        let value = text.get(at + "app_name".len()..).and_then(|rest| rest.trim_start().strip_prefix('='));
        let value = value.map(|value| value.trim_start().trim_start_matches(['"', '\'']));
        value.and_then(|value| value.split(['"', '\'', '\n']).next()).unwrap_or("")
    }

    /// Whether the line of a place is a comment as a whole.
    pub(crate) fn is_comment(&self, at: usize) -> bool {
        is_comment(self.source.text, at, self.source.language)
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
}

/// Where a match stands.
struct Place {
    whole: Range<usize>,
    name: Range<usize>,
    from: Option<u32>,
    role: Role,
}

/// The last part of a name with its scope.
fn short(name: &str) -> String {
    name.rsplit(['.', '\\']).next().unwrap_or(name).to_owned()
}

/// Whether the file is one of tests: these write out addresses in more ways than by a call of a client.
pub fn is_of_tests(path: &str) -> bool {
    // `orders_test.go`, `OrdersTest.php`, `spec/`, `e2e-tests/`: a word of the path, and neither `latest` nor `inspector`.
    let words = underscored(path);
    words
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| matches!(word, "test" | "tests" | "testing" | "spec" | "specs" | "e2e" | "cypress"))
}

fn is_ruby_page(path: &str) -> bool {
    [".erb", ".haml", ".slim"].iter().any(|ending| path.ends_with(ending))
}

/// Whether a name of a route stands in Ruby's text, outside its code: in a literal, as `"#show_url"`, or in a page beside its tags.
fn is_ruby_text(source: &Source<'_>, thing: Thing, at: usize) -> bool {
    if thing != Thing::Route {
        return false;
    }
    let before = source.text.get(..at).unwrap_or_default();
    if is_ruby_page(source.path) {
        // The other kinds of pages are code with little text, which nothing marks.
        let is_code =
            before.rfind("<%").is_some_and(|open| before.rfind("%>").is_none_or(|close| close < open));
        return source.path.ends_with(".erb") && !is_code;
    }
    if source.language != Some(LanguageId::Ruby) {
        return false;
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    let mut quote = None;
    let mut inner = 0usize;
    let mut last = ' ';
    for c in line.chars() {
        match (quote, c) {
            (Some(_), '{') if last == '#' => inner += 1,
            (Some(_), '}') if inner > 0 => inner -= 1,
            (Some(open), c) if c == open && last != '\\' && inner == 0 => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            _ => {}
        }
        last = c;
    }
    quote.is_some() && inner == 0
}

/// The controller that the line of an action names with it.
fn controller_beside(text: &str, at: usize) -> Option<String> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let (_, rest) = line.split_once("controller:").or_else(|| line.split_once(":controller =>"))?;
    let name = rest.trim_start().trim_start_matches(['"', '\'', ':', '/']);
    let end = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/')));
    name.get(..end.unwrap_or(name.len())).filter(|name| !name.is_empty()).map(str::to_owned)
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

/// The controller that an element leads to, after its area where it has one.
fn endpoint(element: &str) -> Option<String> {
    let controller = attribute(element, "asp-controller");
    match attribute(element, "asp-area") {
        Some(area) => Some(format!("{area}/{}", controller.unwrap_or(""))),
        None => controller.map(str::to_owned),
    }
}

/// The value of an attribute of an element, where it has one.
fn attribute<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = element.split_once(&format!("{name}=\""))?;
    rest.split('"').next().filter(|value| !value.is_empty())
}
