//! Symbols in backticks: members of types that have no such member, and functions that are called otherwise now.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::LeftOut;
use beadloom_graph::suggest::nearest;
use beadloom_index::read_text;
use beadloom_lexical::GramQuery;
use beadloom_model::answers::ClaimKind;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{FileRow, Store};

use crate::cancelled::check_cancelled;
use crate::document::Document;
use crate::findings::Audit;

/// Bytes of code that are read in search of a name, in all.
const MAX_READ_BYTES: u64 = 512 << 20;

/// Names of symbols that unknown ones are compared with.
const MAX_NAMES: usize = 1_000_000;

/// Claims that wait for the code to be read.
const MAX_WAITING_CLAIMS: usize = 20_000;

/// A claim that nothing in the index confirms.
struct Waiting {
    document: Document,
    line: u32,
    said: String,
    /// The word that has to stand somewhere in the code.
    word: String,
    owner: Option<String>,
    nearest: Option<String>,
}

/// Claims about symbols that are not defined.
#[derive(Default)]
pub(crate) struct Unknown {
    waiting: Vec<Waiting>,
    compared: u64,
    /// The project's names of several words, by those.
    names: Option<HashMap<String, String>>,
}

/// A name in backticks.
struct Name<'a> {
    owner: Option<&'a str>,
    name: &'a str,
}

impl Unknown {
    /// Notes what a document says about symbols.
    pub(crate) fn gather(&mut self, document: &Document, store: &Store) -> Result<()> {
        let mut seen: HashSet<&str> = HashSet::new();
        for span in document.spans() {
            if !seen.insert(&span.text) || self.waiting.len() >= MAX_WAITING_CLAIMS {
                continue;
            }
            let Some(Name { owner, name }) = name_of(&span.text) else { continue };
            let defined = store.symbols_named(name, &span.text, 1)?;
            if !defined.is_empty() {
                self.compared += 1;
                continue;
            }
            let nearest = match owner {
                Some(owner) => match members(store, owner)? {
                    Some(members) => near(name, &members).map(|member| format!("{owner}.{member}")),
                    None => continue,
                },
                // A name of one word may be anybody's; one of several that is nearly the project's own is a slip.
                None => match self.same_words(store, name)? {
                    Some(near) => Some(near),
                    None => continue,
                },
            };
            if document.speaks_of_another(span.line) {
                continue;
            }
            self.waiting.push(Waiting {
                document: document.named(),
                line: span.line,
                said: span.text.clone(),
                word: name.to_owned(),
                owner: owner.map(str::to_owned),
                nearest,
            });
        }
        Ok(())
    }

    /// A symbol of the project that has the same words in another style or number: `parse_headers` for `parseHeader`.
    fn same_words(&mut self, store: &Store, name: &str) -> Result<Option<String>> {
        let Some(wanted) = key(name) else { return Ok(None) };
        if self.names.is_none() {
            let mut names: HashMap<String, String> = HashMap::new();
            // By name: of several with the same words the first is kept.
            let mut all = store.symbol_names(8, 80, MAX_NAMES)?;
            all.compact_sort();
            for name in all {
                if let Some(key) = key(&name) {
                    names.entry(key).or_insert(name);
                }
            }
            self.names = Some(names);
        }
        Ok(self.names.as_ref().and_then(|names| names.get(&wanted)).filter(|other| *other != name).cloned())
    }

    /// Reads the code for the names that wait; what stands nowhere in it is a finding.
    pub(crate) fn settle<'a>(
        self,
        root: &Path,
        store: &Store,
        code: impl Iterator<Item = &'a FileRow>,
        cancelled: &AtomicBool,
        audit: &mut Audit,
    ) -> Result<()> {
        let mut missing: BTreeSet<&str> = self.waiting.iter().map(|one| one.word.as_str()).collect();
        let mut left = MAX_READ_BYTES;
        let known = store.text_files()?;
        let queries: HashMap<&str, GramQuery> =
            missing.iter().map(|word| (*word, GramQuery::of(word.as_bytes()))).collect();
        let may_have = |row: &FileRow, missing: &BTreeSet<&str>| {
            let grams = known.at(&row.path).and_then(|file| known.filter(file));
            let may_fit = |word: &&str| {
                queries.get(word).is_none_or(|query| grams.is_none_or(|grams| query.may_fit(grams)))
            };
            missing.iter().any(may_fit)
        };
        for row in code {
            if missing.is_empty() {
                break;
            }
            if !may_have(row, &missing) {
                continue;
            }
            check_cancelled(cancelled)?;
            let Ok(text) = read_text(root, &row.path, 4 << 20) else { continue };
            let Some(rest) = left.checked_sub(text.len() as u64) else {
                // Who has not read all cannot say that something is nowhere.
                missing.clear();
                break;
            };
            left = rest;
            for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
                if missing.contains(word) {
                    missing.remove(word);
                }
            }
        }
        // What the work tree leaves out may have the name.
        if !missing.is_empty() && LeftOut::around(root, cancelled).count_missing(root) > 0 {
            missing.clear();
        }
        for _ in 0..self.compared {
            audit.compared(ClaimKind::Symbol);
        }
        for one in &self.waiting {
            audit.compared(ClaimKind::Symbol);
            if !missing.contains(one.word.as_str()) {
                continue;
            }
            let message = match &one.owner {
                Some(owner) => format!("{owner} has no {}, and no code says that name", one.word),
                None => format!("no code says {}", one.word),
            };
            audit.wrong(&one.document, ClaimKind::Symbol, one.line, &one.said, message, one.nearest.clone());
        }
        Ok(())
    }
}

/// The name that a span is: `Owner.member`, `Owner::member()`, `Owner#member` or `name()`.
fn name_of(span: &str) -> Option<Name<'_>> {
    let span = span.trim();
    let (name, called) = match span.split_once('(') {
        Some((name, rest)) if rest.ends_with(')') && !rest.contains("(") => (name, true),
        Some(_) => return None,
        None => (span, false),
    };
    let is_word = |word: &str| {
        word.len() > 1
            && word.len() <= 80
            && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = name.split("::").flat_map(|part| part.split(['.', '#'])).collect();
    match parts.as_slice() {
        [name] if called && is_word(name) => Some(Name { owner: None, name }),
        // A type begins with a capital, and is no constant; `README.md` is a file.
        [owner, name] if is_word(owner) && is_word(name) => {
            let typed = owner.starts_with(|c: char| c.is_ascii_uppercase())
                && owner.contains(|c: char| c.is_ascii_lowercase());
            let file = !called
                && span.contains('.')
                && name.len() <= 4
                && name.chars().all(|c| c.is_ascii_lowercase());
            (typed && !file).then_some(Name { owner: Some(owner), name })
        }
        _ => None,
    }
}

/// The names of the members of a type of the project; None where there is no such type, or more than one, or it has parents
/// that may lie elsewhere.
fn members(store: &Store, owner: &str) -> Result<Option<Vec<String>>> {
    let types = store.symbols_named(owner, owner, 3)?;
    let [only] = types.as_slice() else { return Ok(None) };
    let is_type = matches!(only.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type);
    let signature = only.signature.as_str();
    // Members may come from parents, macros, decorators, or be made when the program runs.
    let alone = !signature.contains(['(', ':', '<', '@', '#'])
        && !["extends", "implements", "with", "derive", "typealias"]
            .iter()
            .any(|word| signature.contains(word));
    if !is_type || !alone {
        return Ok(None);
    }
    let inside = format!("{}.", only.qualified_name);
    let of_file = store.symbols_of_file(&only.file_path, 5_000)?;
    let members: Vec<String> = of_file
        .into_iter()
        .filter(|symbol| symbol.qualified_name.starts_with(&inside))
        .map(|symbol| symbol.symbol_name)
        .collect();
    Ok((members.len() > 1).then_some(members))
}

fn near(name: &str, members: &[String]) -> Option<String> {
    nearest(name, members.iter().map(String::as_str), 1).first().map(|one| (*one).to_owned())
}

/// The words of a name, each without an `s` at its end: what two styles and two numbers of one name share.
fn key(name: &str) -> Option<String> {
    let words = words(name);
    let bare: Vec<&str> = words.iter().map(|word| word.trim_end_matches('s')).collect();
    (words.len() > 1 && name.len() >= 8).then(|| bare.join(" "))
}

/// The words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let mut before_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            open = false;
            continue;
        }
        if !open || (c.is_uppercase() && before_lower) {
            words.push(String::new());
        }
        open = true;
        before_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_other_text() {
        for (span, expected) in [
            ("Ledger.total", Some((Some("Ledger"), "total"))),
            // Four small letters may be the ending of a file: `Cargo.toml`.
            ("Ledger.post", None),
            ("Ledger::post()", Some((Some("Ledger"), "post"))),
            ("Ledger#post(amount)", Some((Some("Ledger"), "post"))),
            ("post_all()", Some((None, "post_all"))),
            ("post_all", None),
            ("README.md", None),
            ("Makefile.am", None),
            ("os.path", None),
            ("f(g(x))", None),
            ("a + b", None),
            ("Some::Long::Path", None),
        ] {
            let found = name_of(span).map(|one| (one.owner, one.name));
            assert_eq!(found, expected, "{span}");
        }
        assert_eq!(words("parseHTTPHeader_x"), ["parse", "httpheader", "x"]);
    }
}
