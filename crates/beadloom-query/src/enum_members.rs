//! The members of enums, on the line of their enum: what an outline says of them.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Store, SymbolRow};

/// Definitions of one file that are looked through.
const MAX_SYMBOLS: usize = 20_000;

/// Files whose enums get their members, of one list.
const MAX_FILES: usize = 16;

/// A member that takes more says its name alone.
const MAX_MEMBER_CHARS: usize = 40;

/// What the members of one enum take; how many there are besides is said.
const MAX_LIST_CHARS: usize = 160;

/// Members of a longer enum stand in the order of their lines alone.
const MAX_ORDERED_ITEMS: usize = 1_000;

/// A definition, as far as enums and their members are told by it.
pub(crate) struct Facts<'a> {
    pub qualified_name: &'a str,
    pub kind: SymbolKind,
    pub form: &'a str,
    pub signature: &'a str,
    pub lines: (u32, u32),
}

impl<'a> Facts<'a> {
    fn of(row: &'a SymbolRow) -> Self {
        Self {
            qualified_name: &row.qualified_name,
            kind: row.kind,
            form: &row.form,
            signature: &row.signature,
            lines: (row.line_start, row.line_end),
        }
    }

    pub fn is_enum(&self) -> bool {
        matches!(self.kind, SymbolKind::Type | SymbolKind::Class) && self.form.contains("enum")
    }

    pub fn is_member(&self) -> bool {
        self.kind == SymbolKind::Constant
            && (self.form.starts_with("enum") || matches!(self.form, "variant" | "case"))
    }

    fn name(&self) -> &'a str {
        self.qualified_name.rsplit('.').next().unwrap_or_default()
    }

    fn scope(&self) -> &'a str {
        self.qualified_name.rsplit_once('.').map_or("", |(scope, _)| scope)
    }

    /// A member of the enum says what it is, without what all of them say.
    fn written(&self) -> String {
        let name = self.name();
        let text = self.signature.strip_prefix("indirect ").unwrap_or(self.signature);
        let text = text.strip_prefix("case ").unwrap_or(text);
        let text = text.get(..end_of_first(text)).unwrap_or(text).trim_end();
        let is_whole = text.strip_prefix(name).is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !rest.contains(['{', '}'])
                || rest.trim_start().starts_with('{') && rest.ends_with('}')
        });
        if is_whole && text.chars().count() <= MAX_MEMBER_CHARS { text.to_owned() } else { name.to_owned() }
    }
}

/// Where the first of several that share a line ends: at a comma outside of brackets and quotes, or a semicolon.
fn end_of_first(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',' | ';') if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// For each enum among the definitions of a file the list of its members, by place; and the places of these members. `line`: a line of
/// the file, which says in what order members on one line stand.
pub(crate) fn members(
    all: &[Facts<'_>],
    line: &dyn Fn(u32) -> Option<String>,
) -> (BTreeMap<usize, String>, Vec<usize>) {
    let enums: Vec<(usize, &Facts<'_>)> = all.iter().enumerate().filter(|(_, one)| one.is_enum()).collect();
    if enums.is_empty() {
        return (BTreeMap::new(), Vec::new());
    }
    let by_name: BTreeMap<&str, usize> =
        enums.iter().rev().map(|(at, one)| (one.qualified_name, *at)).collect();
    let mut lists: BTreeMap<usize, Vec<&Facts<'_>>> = BTreeMap::new();
    let mut taken = Vec::new();
    for (at, member) in all.iter().enumerate().filter(|(_, one)| one.is_member()) {
        let (first, last) = member.lines;
        let of = by_name.get(member.scope()).copied().or_else(|| {
            // Those of C stand beside their enum: around one may be only one.
            let mut around = enums.iter().filter(|(_, one)| {
                one.scope() == member.scope() && one.lines.0 <= first && last <= one.lines.1
            });
            around.next().filter(|_| around.next().is_none()).map(|(at, _)| *at)
        });
        if let Some(of) = of {
            lists.entry(of).or_default().push(member);
            taken.push(at);
        }
    }
    for list in lists.values_mut().filter(|list| list.len() <= MAX_ORDERED_ITEMS) {
        order(list, line);
    }
    let written = |list: Vec<&Facts<'_>>| listed(&list.iter().map(|one| one.written()).collect::<Vec<_>>());
    (lists.into_iter().map(|(at, list)| (at, written(list))).collect(), taken)
}

/// Puts members in the order in which they stand: what is counted from the first is wrong in another one.
fn order(list: &mut [&Facts<'_>], line: &dyn Fn(u32) -> Option<String>) {
    let is_shared = |pair: &[&Facts<'_>]| matches!(pair, [a, b] if a.lines.0 == b.lines.0);
    if !list.windows(2).any(is_shared) {
        return;
    }
    let mut texts: BTreeMap<u32, Option<String>> = BTreeMap::new();
    let mut keys: Vec<(u32, usize, &Facts<'_>)> = Vec::with_capacity(list.len());
    for one in list.iter() {
        let first = one.lines.0;
        let text = texts.entry(first).or_insert_with(|| line(first));
        let at = text.as_deref().map_or(0, |text| place_of(text, one.name()));
        keys.push((first, at, one));
    }
    keys.sort_by_key(|(first, at, _)| (*first, *at));
    for (slot, (.., one)) in list.iter_mut().zip(keys) {
        *slot = one;
    }
}

/// Where a name stands in a line, behind the brace that opens the enum where one does; the end where it does not.
fn place_of(text: &str, name: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let stands = |at: &usize| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(at + name.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    let from = text.find('{').unwrap_or(0);
    let places = || text.match_indices(name).map(|(at, _)| at).filter(stands);
    places().find(|at| *at > from).or_else(|| places().next()).unwrap_or(text.len())
}

fn listed(members: &[String]) -> String {
    let mut text = String::new();
    for (at, member) in members.iter().enumerate() {
        if at > 0 && text.chars().count() + member.chars().count() > MAX_LIST_CHARS {
            return format!("{{ {text}, … {} more }}", members.len() - at);
        }
        text.push_str(if at > 0 { ", " } else { "" });
        text.push_str(member);
    }
    format!("{{ {text} }}")
}

/// Adds the members to the enums among definitions that are listed, and takes their own lines out of the list. `all`: what the file
/// defines, parts of types too.
fn fold(rows: &mut Vec<SymbolRow>, all: &[SymbolRow], line: &dyn Fn(u32) -> Option<String>) {
    let facts: Vec<Facts<'_>> = all.iter().map(Facts::of).collect();
    let (lists, taken) = members(&facts, line);
    let of: BTreeMap<i64, &String> =
        lists.iter().filter_map(|(at, list)| Some((all.get(*at)?.id, list))).collect();
    let taken: BTreeSet<i64> = taken.iter().filter_map(|at| all.get(*at)).map(|row| row.id).collect();
    rows.retain(|row| !taken.contains(&row.id));
    for row in rows {
        if let Some(list) = of.get(&row.id) {
            row.signature = format!("{} {list}", row.signature);
        }
    }
}

/// The definitions that a file lists, each enum with its members.
///
/// # Errors
/// Store errors.
pub(crate) fn outline_of(
    store: &Store,
    path: &str,
    most: usize,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<SymbolRow>> {
    let mut rows = store.symbols_of_file(path, most)?;
    if rows.iter().any(|row| Facts::of(row).is_enum()) {
        fold(&mut rows, &store.definitions_of_file(path, MAX_SYMBOLS)?, &lines_of(path, read));
    }
    Ok(rows)
}

/// Adds their members to the enums among definitions of several files, unless these are listed themselves.
///
/// # Errors
/// Store errors.
pub(crate) fn add(
    store: &Store,
    rows: &mut Vec<SymbolRow>,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<()> {
    let mut paths: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| Facts::of(row).is_enum()) {
        if paths.len() < MAX_FILES && !paths.contains(&row.file_path) {
            paths.push(row.file_path.clone());
        }
    }
    for path in &paths {
        let mut all = store.definitions_of_file(path, MAX_SYMBOLS)?;
        // Members that are definitions of their own are counted as such.
        all.retain(|row| row.part || !Facts::of(row).is_member());
        fold(rows, &all, &lines_of(path, read));
    }
    Ok(())
}

/// Lines of a file, which is read when the first is asked for.
fn lines_of<'a>(
    path: &'a str,
    read: &'a dyn Fn(&str) -> Option<String>,
) -> impl Fn(u32) -> Option<String> + 'a {
    let text = OnceCell::new();
    move |number| {
        let text: &Option<String> = text.get_or_init(|| read(path));
        text.as_deref()?.lines().nth((number as usize).checked_sub(1)?).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_says_what_it_is() {
        for (name, signature, written) in [
            ("E.Red", "Red = 'r'", "Red = 'r'"),
            ("E.PAID", "PAID(\"a, b\", 2)", "PAID(\"a, b\", 2)"),
            ("E.north", "case north, south", "north"),
            ("E.south", "case north, south", "south"),
            ("E.west", "indirect case west(Dir)", "west(Dir)"),
            ("E.Square", "Square { side: f64 }", "Square { side: f64 }"),
            ("E.LONG", "LONG = \"a text that has more characters than a list takes\"", "LONG"),
            ("E.A", "@X A", "A"),
            ("E.A", "", "A"),
        ] {
            let facts = Facts {
                qualified_name: name,
                kind: SymbolKind::Constant,
                form: "case",
                signature,
                lines: (1, 1),
            };
            assert_eq!(facts.written(), written, "{signature}");
        }
    }

    #[test]
    fn long_lists_say_how_many_there_are() {
        let members: Vec<String> = (0..100).map(|number| format!("MEMBER_{number}")).collect();
        let list = listed(&members);
        assert!(list.chars().count() < MAX_LIST_CHARS + 20, "{list}");
        assert!(list.ends_with(" more }"), "{list}");
        assert_eq!(listed(&["A".to_owned()]), "{ A }");
    }
}
