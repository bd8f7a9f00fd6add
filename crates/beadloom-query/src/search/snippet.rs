//! The few lines that show why something was found.

use beadloom_model::answers::Hit;
use beadloom_store::ChunkRow;

use super::name::Name;
use super::query::CodeQuery;
use super::rank::Ranker;
use super::words::Words;
use crate::text;

/// Lines of a snippet, at most.
const LINES: usize = 8;

/// Characters of one line, at most: a minified line is no snippet.
const LINE_LENGTH: usize = 240;

/// Of a longer line what stands around the name or the words that are looked for, from so many characters before the first.
const BEFORE_NAME: usize = 80;

/// Characters of a longer line in which the words stand that are shown, and words of it that are compared.
const ROOM: usize = LINE_LENGTH - BEFORE_NAME - 20;
const MAX_WORDS: usize = 256;

/// The kind of hits in text that is no code.
pub(super) const OTHER_TEXT: &str = "text";

/// The lines of a section that hold most of the query's words, the first such lines, with their first and last line
/// number.
pub(super) fn of_document(chunk: &ChunkRow, ranker: &Ranker) -> (String, u32, u32) {
    let lines = beadloom_words::lines(&chunk.content);
    let held: Vec<f32> =
        lines.iter().map(|line| f32::from(u8::try_from(ranker.matches(line)).unwrap_or(u8::MAX))).collect();
    let (from, to) = best_lines(&lines, held, ranker.name());
    let mut worth = |text: &str| f32::from(u8::try_from(ranker.matches(text)).unwrap_or(u8::MAX));
    shown(&lines, (from, to), chunk.line_start, &mut |line| place_in(line, ranker.name(), &mut worth))
}

/// Of a hit in a file the lines that hold most of the query, the first such lines. A hit in text that is no code points at
/// these lines alone. `from`: the first line that may be shown, where what leads to the definition holds more of the query.
pub(super) fn of_code(hit: &mut Hit, from: u32, text: &str, query: &CodeQuery, words: &mut Words) {
    let (Some(first), Some(last)) = (hit.line_start.map(|first| first.min(from)), hit.line_end) else {
        return;
    };
    let all = beadloom_words::lines(text);
    let from = (first.max(1) as usize - 1).min(all.len());
    let lines = all.get(from..(last as usize).min(all.len())).unwrap_or_default();
    if lines.is_empty() {
        return;
    }
    let name = query.name.as_ref();
    let held = words.scores(lines);
    let best = best_lines(lines, held, name);
    let mut place = |line: &str| place_in(line, name, &mut |text| words.worth(text));
    let (snippet, start, end) = shown(lines, best, first, &mut place);
    hit.snippet = Some(snippet);
    hit.snippet_line = Some(start);
    if hit.kind == OTHER_TEXT {
        (hit.line_start, hit.line_end) = (Some(start), Some(end));
    }
}

/// The run of lines with the one that holds most; of those that are alike the run that holds most together, then the first.
/// A name that is looked for is looked for as it is written, where it stands so.
fn best_lines(lines: &[&str], mut held: Vec<f32>, name: Option<&Name>) -> (usize, usize) {
    if let Some(name) = name {
        let named: Vec<bool> = lines.iter().map(|line| name.is_in(line)).collect();
        if named.contains(&true) {
            held = named.into_iter().map(|named| if named { 1.0 } else { 0.0 }).collect();
        }
    }
    let last_start = lines.len().saturating_sub(LINES);
    let best = held.iter().copied().fold(0.0, f32::max);
    // The line that decides stands second: what leads to it is worth seeing.
    let starts = (0..held.len())
        .filter(|at| held.get(*at) == Some(&best))
        .map(|at| at.saturating_sub(1).min(last_start));
    let sum = |start: usize| -> f32 { held.iter().skip(start).take(LINES).sum() };
    let better = |(best, most): (usize, f32), start: usize| {
        let here = sum(start);
        if here > most { (start, here) } else { (best, most) }
    };
    let (start, _) = starts.fold((0, f32::MIN), better);
    (start, (start + LINES).min(lines.len()))
}

/// Lines as they are shown. `first`: number of the first line there is; `place`: where in a long line is what was looked for.
fn shown(
    lines: &[&str],
    (start, end): (usize, usize),
    first: u32,
    place: &mut dyn FnMut(&str) -> usize,
) -> (String, u32, u32) {
    let mut cut_line =
        |line: &&str| if line.len() <= LINE_LENGTH { cut(line, 0) } else { cut(line, place(line)) };
    let shown: Vec<String> = lines.get(start..end).unwrap_or_default().iter().map(&mut cut_line).collect();
    let number = |offset: usize| first.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
    (shown.join("\n"), number(start), number(end.saturating_sub(1).max(start)))
}

/// Where in a long line the name stands, else where the words begin that are worth most and stand nearest together; in bytes.
fn place_in(line: &str, name: Option<&Name>, worth: &mut dyn FnMut(&str) -> f32) -> usize {
    if let Some(at) = name.and_then(|name| name.first_in(line)) {
        return at;
    }
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut held: Vec<(usize, usize, &str, f32)> = Vec::new();
    for piece in line.split(|c: char| !is_in_word(c)) {
        let begin = piece.as_ptr() as usize - line.as_ptr() as usize;
        if !piece.is_empty() && held.len() < MAX_WORDS {
            let value = worth(piece);
            if value > 0.0 {
                held.push((begin, begin + piece.len(), piece, value));
            }
        }
    }
    let (mut most, mut at) = (0.0, 0);
    for (number, (begin, ..)) in held.iter().enumerate() {
        let mut seen: Vec<&str> = Vec::new();
        let mut sum = 0.0;
        for (_, _, word, value) in held.iter().skip(number).take_while(|(_, end, ..)| end - begin <= ROOM) {
            // A word twice is no more.
            if !seen.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                seen.push(word);
                sum += value;
            }
        }
        if sum > most {
            (most, at) = (sum, *begin);
        }
    }
    at
}

/// A line, or of a long one the part around a place in it, in bytes.
fn cut(line: &str, at: usize) -> String {
    let behind = line.get(at..).unwrap_or("");
    if line.len() <= LINE_LENGTH || at == 0 || behind.is_empty() {
        return text::cut_at_word(line, LINE_LENGTH);
    }
    let start = line.floor_char_boundary(at.saturating_sub(BEFORE_NAME));
    format!("…{}", text::cut_at_word(line.get(start..).unwrap_or(""), LINE_LENGTH - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_run_of_lines_is_shown() {
        let lines = vec!["x"; 20];
        let with = |best: &[(usize, f32)]| {
            let mut held = vec![0.0; 20];
            for (at, worth) in best {
                held[*at] = *worth;
            }
            best_lines(&lines, held, None)
        };
        assert_eq!(with(&[]), (0, 8));
        assert_eq!(with(&[(0, 1.0)]), (0, 8));
        assert_eq!(with(&[(11, 1.0)]), (10, 18));
        assert_eq!(with(&[(19, 1.0)]), (12, 20));
        assert_eq!(with(&[(2, 1.0), (11, 1.0), (13, 1.0)]), (10, 18));
        assert_eq!(with(&[(2, 2.0), (11, 1.0), (13, 1.0), (14, 1.0)]), (1, 9));
        assert_eq!(best_lines(&["a", "b"], vec![0.0, 1.0], None), (0, 2));
        let named = ["renamed", "names", "", "", "", "", "", "", "", "", "Named", "end"];
        assert_eq!(best_lines(&named, vec![1.0; 12], Name::of("named").as_ref()), (4, 12));
    }

    #[test]
    fn a_long_line_is_cut_around_the_name() {
        let line = format!("{} named {}", "word ".repeat(100), "more ".repeat(100));
        let name = Name::of("named");
        let shown = cut(&line, place_in(&line, name.as_ref(), &mut |_| 0.0));
        assert!(shown.contains(" named ") && shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.chars().count() <= LINE_LENGTH, "{shown}");
        assert!(cut(&line, place_in(&line, None, &mut |_| 0.0)).starts_with("word word"));
    }

    #[test]
    fn a_long_line_is_cut_around_the_words_that_stand_together() {
        let line = format!(
            "red {} green {} red blue green {}",
            "x ".repeat(300),
            "y ".repeat(300),
            "z ".repeat(300)
        );
        let mut worth = |word: &str| if ["red", "green", "blue"].contains(&word) { 1.0 } else { 0.0 };
        let shown = cut(&line, place_in(&line, None, &mut worth));
        assert!(shown.contains("red blue green") && shown.chars().count() <= LINE_LENGTH, "{shown}");
        let letters = "ä".repeat(400) + " red " + &"ö".repeat(400);
        assert!(cut(&letters, place_in(&letters, None, &mut worth)).contains(" red"));
    }
}
