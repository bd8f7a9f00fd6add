//! From source files to pairs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::SymbolFacts;
use beadloom_words::Terms;
use rayon::prelude::*;

use crate::Result;
use crate::comments::{Comment, comments, describes};
use crate::commits::{Change, each_change};
use crate::corpus::{Repository, Source};
use crate::pair_file::{Counts, Pair, Pairs};

/// As much of the code as a chunk of the index holds, in bytes.
const MAX_CODE: usize = 800;

/// More pairs of one repository teach its own words, not the language's.
const MAX_PAIRS: usize = 6_000;

/// The same of its commits.
const MAX_CHANGES: usize = 2_000;

/// More pairs of one file say the same.
const MAX_PAIRS_OF_FILE: usize = 40;

/// Fewer different terms are too few to know what is meant, or what it is.
const FEWEST_TERMS: usize = 3;

/// The pairs of all repositories.
pub fn of_repositories(list: &[Repository], folder: &Path) -> Result<Pairs> {
    let read: Vec<_> = list
        .par_iter()
        .map(|repository| of_repository(repository, folder).map_err(|error| error.to_string()))
        .collect();
    let mut all = Pairs::default();
    let mut terms: HashMap<String, u32> = HashMap::new();
    let mut languages: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut files = 0;
    for (number, (repository, found)) in list.iter().zip(read).enumerate() {
        let found = found?;
        all.repositories.push(repository.name.clone());
        let renumbered: Vec<u32> = found
            .terms
            .into_iter()
            .map(|term| {
                let next = terms.len() as u32;
                *terms.entry(term).or_insert(next)
            })
            .collect();
        let renumber = |counts: Counts| -> Counts {
            counts
                .into_iter()
                .filter_map(|(term, count)| Some((*renumbered.get(term as usize)?, count)))
                .collect()
        };
        let mut kept = 0;
        for pair in found.pairs {
            let next = languages.len() as u32;
            let language = *languages.entry(pair.language).or_insert(next);
            let file = files + pair.file;
            let pair = Pair {
                repository: number as u32,
                file,
                language,
                query: renumber(pair.query),
                code: renumber(pair.code),
            };
            // The same comment over the same code, in another copy of a file.
            if seen.insert(hash_of(&(&pair.query, &pair.code))) {
                all.pairs.push(pair);
                kept += 1;
            }
        }
        files += found.files;
        eprintln!("{kept:6}  {}", repository.name);
    }
    let mut by_number: Vec<_> = terms.into_iter().collect();
    by_number.sort_by_key(|(_, number)| *number);
    all.terms = by_number.into_iter().map(|(term, _)| term).collect();
    let mut by_number: Vec<_> = languages.into_iter().collect();
    by_number.sort_by_key(|(_, number)| *number);
    all.languages = by_number.into_iter().map(|(id, _)| id.to_owned()).collect();
    let mut of_language = BTreeMap::new();
    for pair in &all.pairs {
        *of_language.entry(pair.language).or_insert(0) += 1;
    }
    for (language, count) in of_language {
        eprintln!("{count:6}  {}", all.languages.get(language as usize).map_or("?", String::as_str));
    }
    eprintln!("{:6}  pairs, {} terms", all.pairs.len(), all.terms.len());
    Ok(all)
}

/// A pair of a repository, with terms by the repository's numbers.
struct OwnPair {
    file: u32,
    language: &'static str,
    query: Counts,
    code: Counts,
}

struct OfRepository {
    terms: Vec<String>,
    files: u32,
    pairs: Vec<OwnPair>,
}

fn of_repository(repository: &Repository, folder: &Path) -> Result<OfRepository> {
    let mut reader = Reader::default();
    repository.each_source(folder, &mut |source| reader.file(&source))?;
    let mut pairs = std::mem::take(&mut reader.pairs);
    thin_out(&mut pairs, MAX_PAIRS);
    let mut changes = Vec::new();
    each_change(repository, folder, MAX_CODE, &mut |change| changes.extend(reader.change(&change)))?;
    thin_out(&mut changes, MAX_CHANGES);
    pairs.append(&mut changes);
    let mut terms: Vec<_> = reader.numbers.into_iter().collect();
    terms.sort_by_key(|(_, number)| *number);
    Ok(OfRepository { terms: terms.into_iter().map(|(term, _)| term).collect(), files: reader.files, pairs })
}

/// Leaves `most` of them: any, but the same ones every time.
fn thin_out(pairs: &mut Vec<OwnPair>, most: usize) {
    if pairs.len() > most {
        let mut order: Vec<_> = pairs.iter().map(|pair| hash_of(&(&pair.query, &pair.code))).collect();
        let (_, bound, _) = order.select_nth_unstable(most);
        let bound = *bound;
        pairs.retain(|pair| hash_of(&(&pair.query, &pair.code)) < bound);
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[derive(Default)]
struct Reader {
    parser: Parser,
    terms: Terms,
    numbers: HashMap<String, u32>,
    paths: HashMap<String, u32>,
    files: u32,
    pairs: Vec<OwnPair>,
}

impl Reader {
    fn file(&mut self, source: &Source) {
        let lines: Vec<&str> = source.text.lines().collect();
        let Some((comments, is_comment)) = comments(source.language.id, &lines) else { return };
        let parsed = self.parser.parse(source.language, &source.path, &source.text, &Limits::default());
        if parsed.generated || lines.iter().any(|line| line.len() > 2_000) {
            return;
        }
        let file = self.number(&source.path);
        let (stem, directories) = stem_and_directories(&source.path);
        let outline = File { lines: &lines, is_comment: &is_comment, symbols: &parsed.symbols };
        let mut said = HashSet::new();
        for comment in comments.iter().filter(|comment| describes(&comment.says)) {
            if said.len() >= MAX_PAIRS_OF_FILE || !said.insert(comment.says.as_str()) {
                continue;
            }
            let Some(place) = outline.place(comment) else { continue };
            let query = self.counts(&[(without_name(&comment.says, place.name), 1)]);
            let code = self.counts(&[
                (&place.body, 1),
                (stem, 2),
                (place.name, 2),
                (&place.chain, 1),
                (&directories, 1),
            ]);
            if query.len() >= FEWEST_TERMS && code.len() >= 2 * FEWEST_TERMS {
                self.pairs.push(OwnPair { file, language: source.language.id.as_str(), query, code });
            }
        }
    }

    fn change(&mut self, change: &Change) -> Option<OwnPair> {
        let language = detect(&change.path)?;
        let file = self.number(&change.path);
        let (stem, directories) = stem_and_directories(&change.path);
        let query = self.counts(&[(&change.subject, 1)]);
        let code = self.counts(&[(&change.code, 1), (stem, 2), (&change.around, 1), (&directories, 1)]);
        let enough = query.len() >= FEWEST_TERMS && code.len() >= 2 * FEWEST_TERMS;
        enough.then_some(OwnPair { file, language: language.id.as_str(), query, code })
    }

    /// The number of a file.
    fn number(&mut self, path: &str) -> u32 {
        let next = self.files;
        let number = *self.paths.entry(path.to_owned()).or_insert(next);
        self.files = self.files.max(number + 1);
        number
    }

    /// How often each term occurs in the texts, each as often as said.
    fn counts(&mut self, texts: &[(&str, u8)]) -> Counts {
        let mut counts: BTreeMap<u32, u8> = BTreeMap::new();
        for (text, times) in texts {
            let numbers = &mut self.numbers;
            self.terms.of_text(text, &mut |term| {
                let number = match numbers.get(term) {
                    Some(number) => *number,
                    None => {
                        let next = numbers.len() as u32;
                        numbers.insert(term.to_owned(), next);
                        next
                    }
                };
                let count = counts.entry(number).or_insert(0);
                *count = count.saturating_add(*times);
            });
        }
        counts.into_iter().collect()
    }
}

/// A file's name without its endings, and the directories that it is in.
fn stem_and_directories(path: &str) -> (&str, String) {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    (name.split('.').next().unwrap_or_default(), directories.replace('/', " "))
}

/// A comment that begins with the name of what it describes, as Go's do, would teach nothing but that name.
fn without_name<'t>(said: &'t str, name: &str) -> &'t str {
    said.strip_prefix(name).filter(|_| !name.is_empty()).unwrap_or(said)
}

struct File<'f> {
    lines: &'f [&'f str],
    is_comment: &'f [bool],
    symbols: &'f [SymbolFacts],
}

/// What a comment stands over.
struct Place<'f> {
    name: &'f str,
    chain: String,
    body: String,
}

impl<'f> File<'f> {
    fn place(&self, comment: &Comment) -> Option<Place<'f>> {
        let below = (comment.end..self.lines.len()).find(|line| !self.lines[*line].trim().is_empty())?;
        let within = |symbol: &&SymbolFacts, line: usize| {
            (symbol.line_start as usize..=symbol.line_end as usize).contains(&(line + 1))
        };
        // Right above a definition; innermost last, outer ones begin at the same line at most once.
        let defined = self
            .symbols
            .iter()
            .find(|symbol| below <= comment.end + 1 && symbol.line_start as usize == below + 1)
            // A string that begins a body says what the whole is.
            .or_else(|| {
                let above = comment.begin.checked_sub(1)?;
                let inner = self.symbols.iter().rfind(|symbol| within(symbol, comment.begin))?;
                let quotes = self.lines[comment.begin].trim_start().trim_start_matches('r');
                let opens = quotes.starts_with("\"\"\"") || quotes.starts_with("'''");
                (opens && within(&inner, above) && self.lines[above].trim_end().ends_with(':'))
                    .then_some(inner)
            });
        if let Some(symbol) = defined {
            return Some(Place {
                name: &symbol.symbol_name,
                chain: chain(symbol),
                body: self.code(symbol.line_start as usize - 1, symbol.line_end as usize, false),
            });
        }
        let inner = self.symbols.iter().rfind(|symbol| within(symbol, comment.begin));
        match inner {
            // About the next few lines of a body.
            Some(symbol) if below == comment.end => Some(Place {
                name: &symbol.symbol_name,
                chain: chain(symbol),
                body: self.code(below, symbol.line_end as usize, true),
            }),
            Some(_) => None,
            // About the file, or about what no definition is made of.
            None => {
                let first = self.is_comment.iter().take(comment.begin).zip(self.lines);
                let head = first.into_iter().all(|(comment, line)| *comment || line.trim().is_empty());
                (head || below == comment.end).then(|| Place {
                    name: "",
                    chain: String::new(),
                    body: self.code(below, self.lines.len(), !head),
                })
            }
        }
    }

    /// The lines from `begin` on that are no comment, as far as a chunk goes; `paragraph`: up to an empty line or the
    /// next comment.
    fn code(&self, begin: usize, end: usize, paragraph: bool) -> String {
        let mut body = String::new();
        for line in begin..end.min(self.lines.len()) {
            let text = self.lines[line].trim();
            if paragraph && (text.is_empty() || self.is_comment[line]) {
                break;
            }
            if text.is_empty() || self.is_comment[line] {
                continue;
            }
            if body.len() + text.len() > MAX_CODE && !body.is_empty() {
                break;
            }
            body.push_str(text.get(..text.floor_char_boundary(MAX_CODE)).unwrap_or_default());
            body.push('\n');
        }
        body
    }
}

/// The names around a symbol's own.
fn chain(symbol: &SymbolFacts) -> String {
    symbol.qualified_name.strip_suffix(symbol.symbol_name.as_str()).unwrap_or_default().replace('.', " ")
}
