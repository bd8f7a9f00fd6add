//! What the project has of a task: the things that it spells out, and how many of the words that carry it stand in what is shown.

use std::collections::{BTreeSet, HashSet};

use beadloom_lexical::{GramQuery, each_posting};
use beadloom_model::Result;
use beadloom_store::{FileKind, Lexicon, Store};
use beadloom_words::Terms;

use super::TaskRequest;
use super::literals::whole_at;
use super::material::FileMaterial;
use super::spelt::{Kind, Spelt, spelt};
use super::unsaid::{DOING, PROSE, RECORDS};
use crate::places::{is_no_product, is_side, is_test};
use crate::text::has_word;

/// Words whose rarity is looked up; those behind them carry little.
const MAX_WORDS: usize = 24;

/// Files that hold a word, of which the paths are looked at: one that more hold stands in code.
const MAX_FILES: usize = 48;

/// Files that may hold a message and are read for it.
const MAX_READ_FILES: usize = 12;

/// Words of a message that stand together in code, at least: the rest of it is often filled in.
const WINDOW: usize = 3;
const MAX_WINDOWS: usize = 6;

/// Pieces of the best file in which the words are looked for.
const PIECES: usize = 4;

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Nowhere,
    /// In tests, examples, prose or records of what is installed alone.
    Aside,
    Code,
}

/// What the project has of a task.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// What the task spells out and no code of the project holds, in the order of the task.
    pub absent: Vec<String>,
    /// Whether tests, examples or texts hold some of that.
    pub is_aside: bool,
    /// Whether it spells out something that the best file shows.
    pub is_spelt: bool,
    /// Words that carry the task and that the best file shows.
    pub found: usize,
    /// What those are worth, of all: by rarity, 0 to 1.
    pub share: f32,
    /// Whether the best file is code of the product, or of what the task is about.
    pub is_code: bool,
}

/// Looks for it. `files`: what is shown, best first; `is_text`: whether the task is a long text, which may quote what others have.
pub(super) fn evidence(
    store: &Store,
    request: &TaskRequest<'_>,
    (about_tests, is_text): (bool, bool),
    files: &[FileMaterial],
) -> Result<Evidence> {
    let mut looked =
        Looked { store, lexicon: store.lexicon()?, request, about_tests, maker: Terms::default() };
    let mut found = Evidence {
        is_code: files.first().map_or(Ok(false), |file| looked.shows_code(file))?,
        ..Evidence::default()
    };
    let best = files.first().map(|file| looked.terms_of(file)).unwrap_or_default();
    let title = request.task.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let all_spelt = spelt(&request.task);
    let count = all_spelt.len();
    let mut is_in_title = false;
    for one in all_spelt {
        match looked.standing(&one)? {
            standing @ (Standing::Nowhere | Standing::Aside) => {
                found.is_aside |= standing == Standing::Aside;
                is_in_title |= title.contains(&one.text);
                found.absent.push(one.text);
            }
            Standing::Code => {
                let is_name = matches!(one.kind, Kind::Name | Kind::Qualified | Kind::Path);
                let name = match one.kind {
                    Kind::Path => one.text.as_str(),
                    _ => one.text.rsplit(['.', ':', '/']).next().unwrap_or(&one.text),
                };
                found.is_spelt |= is_name && looked.is_held(name, &best);
            }
        }
    }
    if is_text && !is_in_title && found.absent.len() * 2 <= count {
        found.absent.clear();
    }
    looked.count_words(&mut found, &best)?;
    Ok(found)
}

/// Ids of the first chunks of the files that hold a term, ascending; where more than `most` do, one more than that.
pub(super) fn firsts_holding(lexicon: &Lexicon<'_>, term: &str, most: usize) -> Result<Vec<u32>> {
    let marks = lexicon.marks();
    let mut firsts: BTreeSet<u32> = BTreeSet::new();
    for part in lexicon.postings(term)? {
        each_posting(&part, &mut |chunk, _| {
            if marks.is_live(chunk) && firsts.len() <= most {
                firsts.extend(marks.firsts().get(marks.file_of(chunk) as usize));
            }
        });
    }
    Ok(firsts.into_iter().collect())
}

struct Looked<'a> {
    store: &'a Store,
    lexicon: Lexicon<'a>,
    request: &'a TaskRequest<'a>,
    about_tests: bool,
    maker: Terms,
}

impl Looked<'_> {
    /// Whether what stands in a file is there: what tests make up is there for tests alone.
    fn is_code(&self, path: &str) -> bool {
        let lower = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        let is_record = |name: &&&str| {
            lower.strip_prefix(**name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_prose = PROSE.iter().any(|ending| lower.ends_with(ending)) || lower.ends_with(".lock");
        let is_test = is_no_product(path) && !path.to_lowercase().contains("migrations") || is_test(path);
        !is_prose
            && !RECORDS.iter().any(|name| is_record(&name))
            && (self.about_tests || !is_test && !is_side(path))
    }

    /// Whether a file that is shown is code that may be meant.
    fn shows_code(&self, file: &FileMaterial) -> Result<bool> {
        let known = self.store.text_files()?;
        let at = known.files.binary_search_by(|one| one.path.as_str().cmp(&file.path));
        let kind = at.ok().and_then(|at| known.files.get(at)).map(|one| one.kind);
        Ok(kind == Some(FileKind::Code) && self.is_code(&file.path))
    }

    fn terms_of(&mut self, file: &FileMaterial) -> HashSet<String> {
        let mut found = HashSet::new();
        let texts = file.pieces.iter().take(PIECES.max(file.named)).map(super::piece::Piece::text);
        for text in std::iter::once(file.path.as_str()).chain(texts) {
            self.maker.of_text(text, &mut |term| {
                if !found.contains(term) {
                    found.insert(term.to_owned());
                }
            });
        }
        found
    }

    /// The term of the whole name, then those of its parts.
    fn terms(&mut self, name: &str) -> Vec<String> {
        let mut terms = Vec::new();
        self.maker.of_text(name, &mut |term| terms.push(term.to_owned()));
        terms
    }

    fn is_held(&mut self, name: &str, held: &HashSet<String>) -> bool {
        match self.terms(name).as_slice() {
            [] => false,
            [whole] => held.contains(whole),
            [whole, parts @ ..] => held.contains(whole) || parts.iter().all(|part| held.contains(part)),
        }
    }

    fn standing(&mut self, one: &Spelt) -> Result<Standing> {
        match one.kind {
            Kind::Name => self.name(&one.text),
            Kind::Qualified => {
                let parts =
                    one.text.split(['.', ':', '#', '>']).filter(|part| !part.trim_matches('-').is_empty());
                let mut least = Standing::Code;
                for part in parts {
                    least = least.min(self.name(part)?);
                }
                Ok(least)
            }
            Kind::Path => self.path(&one.text),
            Kind::Route => {
                let fixed = one
                    .text
                    .rsplit('/')
                    .find(|part| part.chars().all(|c| c.is_alphanumeric() || "-_".contains(c)));
                match fixed {
                    Some(part) if part.chars().nth(2).is_some() => self.name(part),
                    _ => Ok(Standing::Code),
                }
            }
            Kind::Message => self.message(&one.text),
        }
    }

    /// By the index of words: `dry_run`, `dryRun` and `--dry-run` are one name.
    fn name(&mut self, name: &str) -> Result<Standing> {
        let name = name.trim_matches('-');
        let Some(whole) = self.terms(name).into_iter().next() else { return Ok(Standing::Code) };
        let found = self.term(&whole)?;
        match name.strip_prefix("no-") {
            // An option that turns another one off is made of it.
            Some(rest) if found == Standing::Nowhere => {
                self.terms(rest).first().map_or(Ok(found), |term| self.term(term))
            }
            _ => Ok(found),
        }
    }

    fn term(&self, term: &str) -> Result<Standing> {
        let firsts = firsts_holding(&self.lexicon, term, MAX_FILES)?;
        if firsts.is_empty() {
            return Ok(Standing::Nowhere);
        }
        let is_code = firsts.len() > MAX_FILES
            || self.store.chunk_paths(&firsts)?.iter().any(|(path, _)| self.is_code(path));
        Ok(if is_code { Standing::Code } else { Standing::Aside })
    }

    /// Any end of a path will do; what no file is called may still be a text in the code.
    fn path(&mut self, path: &str) -> Result<Standing> {
        let path = path.trim_start_matches("./");
        let path = path.split(':').next().unwrap_or(path).trim_matches('/').to_lowercase();
        let known = self.store.text_files()?;
        let name = path.rsplit('/').next().unwrap_or(&path);
        let is_it = known.files.iter().any(|file| {
            let lower = file.path.to_lowercase();
            lower.strip_suffix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
                || name.contains('.')
                    && lower.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
                || format!("/{lower}").contains(&format!("/{path}/"))
        });
        if is_it { Ok(Standing::Code) } else { self.text(&path) }
    }

    fn message(&mut self, text: &str) -> Result<Standing> {
        let whole = self.text(text)?;
        if whole == Standing::Code {
            return Ok(whole);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let window = WINDOW.min(words.len().saturating_sub(1)).max(1);
        let mut best = whole;
        for words in
            words.windows(window).take(MAX_WINDOWS).filter(|words| window > 1 || words.concat().len() > 4)
        {
            best = best.max(self.text(&words.join(" "))?);
            if best == Standing::Code {
                break;
            }
        }
        Ok(best)
    }

    /// Where a text stands as it is written.
    fn text(&self, text: &str) -> Result<Standing> {
        let query = GramQuery::of(text.as_bytes());
        let known = self.store.text_files()?;
        let mut read = 0;
        let mut best = Standing::Nowhere;
        for file in &known.files {
            if file.kind == FileKind::Other || !known.filter(file).is_some_and(|filter| query.may_fit(filter))
            {
                continue;
            }
            let standing = if self.is_code(&file.path) { Standing::Code } else { Standing::Aside };
            if standing <= best {
                continue;
            }
            read += 1;
            if read > MAX_READ_FILES {
                // An everyday text.
                return Ok(Standing::Code);
            }
            if (self.request.read)(&file.path).is_some_and(|content| whole_at(&content, text).is_some()) {
                best = standing;
                if best == Standing::Code {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Counts the words that carry the task, and what of them is shown.
    #[expect(clippy::cast_precision_loss, reason = "counts of chunks, for a logarithm")]
    fn count_words(&mut self, found: &mut Evidence, best: &HashSet<String>) -> Result<()> {
        let chunks = self.lexicon.marks().measured() as f32;
        let mut seen: HashSet<String> = HashSet::new();
        let (mut sum, mut held) = (0.0, 0.0);
        let mut names: Vec<String> = Vec::new();
        beadloom_words::each_name(&self.request.task, &mut |name| {
            if names.len() < MAX_WORDS * 8 {
                names.push(name.to_owned());
            }
        });
        for name in names {
            let lower = name.to_lowercase();
            if beadloom_words::is_stop_word(&lower) || has_word(DOING, &lower) {
                continue;
            }
            let Some(whole) = self.terms(&name).into_iter().next() else { continue };
            if seen.len() == MAX_WORDS || !seen.insert(whole.clone()) {
                continue;
            }
            let worth = (1.0 + chunks / (1.0 + self.lexicon.count(&whole)? as f32)).ln();
            sum += worth;
            if self.is_held(&name, best) {
                found.found += 1;
                held += worth;
            }
        }
        if sum > 0.0 {
            found.share = held / sum;
        }
        Ok(())
    }
}
