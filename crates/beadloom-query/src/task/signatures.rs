//! Definitions around the code of an answer to a task: what is written alike, callers, callees, what is imported.

use beadloom_model::answers::{Bundle, BundleSymbol, Reason};
use beadloom_model::requests::TextFormat;

use crate::answer::places::Places;
use crate::context::chapter::{Chapter, Draft, as_json, chosen, left_out};
use crate::context::definitions::{add_symbols, by_file};

const TITLES: [(&str, Reason); 4] = [
    ("Written alike", Reason::Similar),
    ("Called by", Reason::Caller),
    ("Calls", Reason::Callee),
    ("Imported", Reason::Imported),
];

pub(super) struct Signatures<'m>(pub &'m [BundleSymbol]);

impl Chapter for Signatures<'_> {
    /// About as long as it gets.
    fn alone(&self, at: usize, format: TextFormat) -> String {
        let Some(symbol) = self.0.get(at) else { return String::new() };
        match format {
            TextFormat::Json => as_json(symbol),
            TextFormat::Markdown => {
                let mut out = String::new();
                by_file(&mut out, "", std::iter::once(symbol));
                out
            }
        }
    }

    fn is_below_title(&self, _: usize) -> bool {
        true
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.code_symbols = chosen(self.0, kept).cloned().collect();
        draft.bundle.omitted.code_symbols = left_out(self.0, kept);
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        add_symbols(places, bundle);
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        for (title, reason) in TITLES {
            by_file(out, title, bundle.code_symbols.iter().filter(|symbol| symbol.reason == Some(reason)));
        }
    }
}
