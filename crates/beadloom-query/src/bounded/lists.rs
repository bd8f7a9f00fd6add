//! Any answer that is too long: its longest lists are cut from their ends, and where that is not enough, its longest texts.

use std::borrow::Cow;

use super::json::{Json, bytes_of_list};

/// Characters that a text is cut to at least.
const MIN_TEXT_CHARS: usize = 200;

/// A list is cut by so many hundredths at once: another one may be the longest then.
const MAX_CUT_HUNDREDTHS: usize = 30;

/// Lists of one kind that were cut.
struct Cut {
    /// Where they stand: names of fields, with `[]` for the entries of a list.
    label: String,
    lists: Vec<CutList>,
}

struct CutList {
    path: Vec<usize>,
    kept: usize,
    all: usize,
}

/// What was cut of an answer so far.
#[derive(Default)]
pub(super) struct Cuts(Vec<Cut>);

impl Cuts {
    /// Makes an answer shorter that has so many bytes too many; false where nothing is left to cut.
    pub fn shorten(&mut self, answer: &mut Json<'_>, over: usize) -> bool {
        self.shorten_list(answer, over) || shorten_text(answer)
    }

    /// What is said of that; None where no list was cut.
    pub fn says(&self) -> Option<String> {
        let lists: Vec<String> = self
            .0
            .iter()
            .map(|Cut { label, lists }| {
                let (kept, all) =
                    lists.iter().fold((0, 0), |(kept, all), one| (kept + one.kept, all + one.all));
                format!("{kept} of {all} {label}")
            })
            .collect();
        (!lists.is_empty()).then(|| format!("the answer was too long: {} are listed", lists.join(", ")))
    }

    fn shorten_list(&mut self, answer: &mut Json<'_>, over: usize) -> bool {
        let mut longest = LongestLists::default();
        longest.look(answer, &mut Vec::new(), "");
        // The entries of a list are cut before it is cut down to fewer than two: one long entry says more than none.
        let (found, least) = match (longest.of_many, longest.of_any) {
            (Some(found), _) => (found, 1),
            (None, Some(found)) => (found, 0),
            (None, None) => return false,
        };
        let Some(Json::List(items)) = answer.at_mut(&found.path) else { return false };
        let all = items.len();
        let by_bytes = all * found.bytes.saturating_sub(over) / found.bytes;
        let kept = by_bytes.max(all * (100 - MAX_CUT_HUNDREDTHS) / 100).min(all - 1).max(least);
        items.truncate(kept);
        self.note(found, kept, all);
        true
    }

    fn note(&mut self, ListFound { label, path, .. }: ListFound, kept: usize, all: usize) {
        let at = self.0.iter().position(|one| one.label == label).unwrap_or_else(|| {
            self.0.push(Cut { label, lists: Vec::new() });
            self.0.len() - 1
        });
        let Some(Cut { lists, .. }) = self.0.get_mut(at) else { return };
        match lists.iter_mut().find(|one| one.path == path) {
            Some(known) => known.kept = kept,
            None => lists.push(CutList { path, kept, all }),
        }
    }
}

/// A list, and how long it is.
struct ListFound {
    label: String,
    path: Vec<usize>,
    bytes: usize,
}

#[derive(Default)]
struct LongestLists {
    /// With two entries at least.
    of_many: Option<ListFound>,
    of_any: Option<ListFound>,
}

impl LongestLists {
    /// How long a value is; the longest lists in it are noted.
    fn look(&mut self, value: &Json<'_>, path: &mut Vec<usize>, label: &str) -> usize {
        match value {
            Json::Value(written) => written.len(),
            Json::List(items) => {
                let inner = format!("{label}[]");
                let bytes = bytes_of_list(items.iter().enumerate().map(|(at, item)| {
                    path.push(at);
                    let bytes = self.look(item, path, &inner);
                    path.pop();
                    bytes
                }));
                for (longest, least) in [(&mut self.of_many, 2), (&mut self.of_any, 1)] {
                    let is_longer = longest.as_ref().is_none_or(|known| known.bytes < bytes);
                    if is_longer && items.len() >= least {
                        *longest = Some(ListFound { label: label.to_owned(), path: path.clone(), bytes });
                    }
                }
                bytes
            }
            Json::Object(fields) => bytes_of_list(fields.iter().enumerate().map(|(at, (name, value))| {
                path.push(at);
                let inner = if label.is_empty() {
                    Cow::Borrowed(*name)
                } else {
                    Cow::Owned(format!("{label}.{name}"))
                };
                let bytes = name.len() + 3 + self.look(value, path, &inner);
                path.pop();
                bytes
            })),
        }
    }
}

/// Halves the longest text; false where all are short.
fn shorten_text(answer: &mut Json<'_>) -> bool {
    let mut longest = LongestText { chars: MIN_TEXT_CHARS, path: None };
    longest.look(answer, &mut Vec::new());
    let Some(text) = longest.path.and_then(|path| answer.at_mut(&path)) else { return false };
    let Some(whole) = text.text() else { return false };
    let half = (longest.chars / 2).max(MIN_TEXT_CHARS) - 1;
    let mut short: String = whole.chars().take(half).collect();
    short.push('…');
    *text = Json::of(&short);
    true
}

struct LongestText {
    chars: usize,
    path: Option<Vec<usize>>,
}

impl LongestText {
    fn look(&mut self, value: &Json<'_>, path: &mut Vec<usize>) {
        let mut enter = |at: usize, value: &Json<'_>| {
            path.push(at);
            self.look(value, path);
            path.pop();
        };
        match value {
            Json::Value(written) => {
                // What is written has as many characters at least, and its quotes.
                let is_long = written.len() > self.chars + 2;
                let chars = if is_long { value.text().map_or(0, |text| text.chars().count()) } else { 0 };
                if chars > self.chars {
                    (self.chars, self.path) = (chars, Some(path.clone()));
                }
            }
            Json::List(items) => items.iter().enumerate().for_each(|(at, item)| enter(at, item)),
            Json::Object(fields) => {
                // What was left out stands in a warning.
                let fields = fields.iter().enumerate().filter(|(_, (name, _))| *name != "warning");
                fields.for_each(|(at, (_, value))| enter(at, value));
            }
        }
    }
}
