//! Columns of tables that are headed by a word for secrets: in Markdown, and in values that commas, semicolons or tabs separate.

use std::ops::Range;

use super::chosen::is_chosen;
use super::found::Secret;
use super::names::{self, Kind};
use super::value::{is_drawn, is_worded};

/// The longest heading of a column, with the word for a secret in it.
const MAX_HEADING_BYTES: usize = 32;

/// Columns that are looked at.
const MAX_COLUMNS_ITEMS: usize = 24;

/// `found` says whether to go on.
pub(super) fn find(text: &str, found: &mut dyn FnMut(Secret) -> bool) {
    let mut heading: Option<Heading> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let place = start;
        start += line.len();
        let Some(table) = heading.as_ref().filter(|table| line.contains(table.sign)) else {
            heading = Heading::of(line);
            continue;
        };
        for (at, cell) in cells(line, table.sign).enumerate().take(MAX_COLUMNS_ITEMS) {
            let Some((_, kind)) = table.columns.iter().find(|(column, _)| *column == at) else { continue };
            let value = line.get(cell.clone()).unwrap_or_default();
            let is = match kind {
                Kind::Password => is_chosen(value) && !is_worded(value),
                Kind::Key | Kind::Vague => is_drawn(value),
            };
            let range = place + cell.start..place + cell.end;
            if is && !found(Secret { range, what: "a value of a password, token or key" }) {
                return;
            }
        }
    }
}

/// The columns of a table that hold secrets.
struct Heading {
    sign: char,
    columns: Vec<(usize, Kind)>,
}

impl Heading {
    fn of(line: &str) -> Option<Self> {
        let sign = ['|', '\t', ';', ','].into_iter().find(|sign| line.contains(*sign))?;
        let mut columns = Vec::new();
        for (at, cell) in cells(line, sign).enumerate().take(MAX_COLUMNS_ITEMS) {
            let cell = line.get(cell)?;
            // What is longer is a sentence, and its line no heading.
            if cell.len() > MAX_HEADING_BYTES {
                return None;
            }
            names::each(cell, &mut |one| {
                if one.kind != Kind::Vague {
                    columns.push((at, one.kind));
                }
                false
            });
        }
        (!columns.is_empty()).then_some(Self { sign, columns })
    }
}

/// The places of the cells of a line, without spaces and marks around them.
fn cells(line: &str, sign: char) -> impl Iterator<Item = Range<usize>> {
    line.split(sign).map(move |cell| {
        let is_around = |c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | '*');
        let inner = cell.trim_matches(is_around);
        let start = inner.as_ptr() as usize - line.as_ptr() as usize;
        start..start + inner.len()
    })
}
