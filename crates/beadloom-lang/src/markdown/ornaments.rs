//! What a page looks good with and a reader of text does not need: HTML markup, logos, badges.

use std::ops::Range;

use super::blocks::Ornament;

/// The text of a piece with HTML blocks reduced to their text and paragraphs of images left out, and the byte at
/// which it begins; None where nothing is left. `ornaments`: in document order, disjoint.
pub(super) fn without(text: &str, piece: Range<usize>, ornaments: &[Ornament]) -> Option<(String, usize)> {
    let from = ornaments.partition_point(|ornament| ornament.range.end <= piece.start);
    let mut content = String::with_capacity(piece.len());
    let mut start = None;
    let mut at = piece.start;
    for ornament in ornaments.get(from..)?.iter().take_while(|ornament| ornament.range.start < piece.end) {
        let cut = ornament.range.start.max(piece.start)..ornament.range.end.min(piece.end);
        add(&text[at..cut.start], at, &mut content, &mut start);
        if ornament.is_html {
            let (words, first) = bare(&text[cut.clone()]);
            add(&words, cut.start + first, &mut content, &mut start);
        }
        at = cut.end;
    }
    add(&text[at..piece.end], at, &mut content, &mut start);
    content.truncate(content.trim_end().len());
    start.map(|start| (content, start))
}

/// Adds text, without blank lines at the beginning of the whole, and never more than one blank line in between.
fn add(text: &str, at: usize, content: &mut String, start: &mut Option<usize>) {
    let mut text = text;
    let mut at = at;
    if content.is_empty() || content.ends_with("\n\n") {
        let kept = text.trim_start_matches('\n');
        at += text.len() - kept.len();
        text = kept;
    }
    if text.trim().is_empty() {
        if !content.is_empty() && text.contains('\n') && !content.ends_with('\n') {
            content.push('\n');
        }
        return;
    }
    start.get_or_insert(at);
    content.push_str(text);
}

/// HTML without tags and comments, its lines trimmed, empty ones left out; and the byte at which its text begins.
fn bare(html: &str) -> (String, usize) {
    let mut kept = String::new();
    let mut first = None;
    let mut rest = html;
    let mut keep = |words: &str, rest: &str| {
        if first.is_none() && !words.trim().is_empty() {
            let blank = words.len() - words.trim_start().len();
            first = Some(html.len() - rest.len() + blank);
        }
        kept.push_str(words);
    };
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        keep(before, rest);
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map(|at| at + 3)
        } else {
            tag.find('>').map(|at| at + 1)
        };
        match end.and_then(|end| tag.get(end..)) {
            Some(after) => rest = after,
            None => {
                // Not a tag after all, or cut in the middle by the limit of a chunk.
                rest = tag;
                break;
            }
        }
    }
    keep(rest, rest);
    (lines(&kept), first.unwrap_or(0))
}

fn lines(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        out.push_str(line);
        out.push('\n');
    }
    out
}
