//! The code of an answer to a task: that of the best files, then one line for each further piece.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use beadloom_model::answers::{Bundle, CodePiece};
use beadloom_model::requests::TextFormat;

use super::coverage;
use super::given::Given;
use super::material::{FileMaterial, Material, ShownFile};
use super::piece::{Level, Part, Piece};
use crate::answer::places::Places;
use crate::context::bodies::add_code;
use crate::context::chapter::{Chapter, Draft, as_json, chosen};
use crate::text::{block, cut_at_word, fence, line};

/// Characters of the one line that stands for a piece.
const MAX_LINE_CHARS: usize = 90;
const MAX_JSON_LINE_CHARS: usize = 60;

/// Characters of what encloses the definition in that line.
const MAX_SCOPE_CHARS: usize = 40;

/// A piece of a file at a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeEntry {
    pub file: usize,
    pub piece: usize,
    pub level: Level,
}

#[derive(Clone, Copy)]
pub(super) struct Code<'m> {
    pub material: &'m Material,
    pub entries: &'m [CodeEntry],
    /// Whether a session notes what it was given, by hash.
    pub has_hashes: bool,
}

impl<'m> Code<'m> {
    pub fn piece(self, entry: CodeEntry) -> Option<(&'m FileMaterial, &'m Piece)> {
        let file = self.material.files.get(entry.file)?;
        Some((file, file.pieces.get(entry.piece)?))
    }

    /// Notes what a session is given.
    pub fn note(self, kept: &[usize], shown: &mut Given) {
        for file in self.files(&self.levels(kept)) {
            for part in file.pieces.iter().flat_map(|(piece, level)| piece.parts(*level)) {
                shown.add(part.source.as_ref().unwrap_or(&part.content));
            }
        }
    }

    /// The highest level of each piece, by file and piece.
    fn levels(self, kept: &[usize]) -> BTreeMap<(usize, usize), Level> {
        let mut levels = BTreeMap::new();
        for CodeEntry { file, piece, level } in chosen(self.entries, kept) {
            let shown = levels.entry((*file, *piece)).or_insert(*level);
            *shown = (*shown).max(*level);
        }
        levels
    }

    fn files(self, levels: &BTreeMap<(usize, usize), Level>) -> Vec<ShownFile<'m>> {
        let mut files: Vec<(usize, ShownFile<'m>)> = Vec::new();
        for (&(file, piece), level) in levels {
            let Some((found, shown_piece)) = self.piece(CodeEntry { file, piece, level: *level }) else {
                continue;
            };
            match files.last_mut() {
                Some((at, shown)) if *at == file => shown.pieces.push((shown_piece, *level)),
                _ => files.push((file, ShownFile { file: found, pieces: vec![(shown_piece, *level)] })),
            }
        }
        let mut files: Vec<ShownFile<'m>> = files.into_iter().map(|(_, file)| file).collect();
        for file in &mut files {
            // It came before the other one. Of two that show the same, the first stays.
            let all = file.pieces.clone();
            let mut at = 0;
            file.pieces.retain(|(piece, level)| {
                let place = at;
                at += 1;
                !all.iter().enumerate().any(|(other_place, (other, shown))| {
                    other_place != place
                        && piece.is_shown_by(other, *shown)
                        && (other_place < place || !other.is_shown_by(piece, *level))
                })
            });
        }
        files
    }

    /// A part as JSON has it. One line that stands for a piece has the lines of all of it, as in Markdown, and nothing but
    /// what it says.
    fn code_piece(self, file: &FileMaterial, piece: &Piece, level: Level, part: &Part) -> CodePiece {
        let is_line = level == Level::Line;
        let (first, last) = match &piece.whole {
            Some(whole) if is_line => (*whole.start(), *whole.end()),
            _ => (part.lines.first, part.lines.last),
        };
        CodePiece {
            path: file.path.clone(),
            line_start: first,
            line_end: last,
            symbol: part.symbol.clone(),
            content: if is_line {
                cut_at_word(part.content.trim_start(), MAX_JSON_LINE_CHARS)
            } else {
                part.content.clone()
            },
            content_hash: if self.has_hashes { part.hash.clone() } else { String::new() },
            reason: if is_line { String::new() } else { file.reason.clone() },
        }
    }
}

impl Chapter for Code<'_> {
    /// Of a piece, all that is shown of it then.
    fn alone(&self, at: usize, format: TextFormat) -> String {
        let Some(entry) = self.entries.get(at) else { return String::new() };
        let Some((file, piece)) = self.piece(*entry) else { return String::new() };
        let parts = piece.parts(entry.level);
        match (format, entry.level) {
            (TextFormat::Json, level) => {
                parts.iter().map(|part| as_json(&self.code_piece(file, piece, level, part))).collect()
            }
            (TextFormat::Markdown, Level::Line) => named(file, piece),
            (TextFormat::Markdown, _) => code(file, piece, parts),
        }
    }

    fn is_below_title(&self, at: usize) -> bool {
        self.entries.get(at).is_some_and(|entry| entry.level == Level::Line)
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let levels = self.levels(kept);
        let files = self.files(&levels);
        let mut pieces = Vec::new();
        for file in &files {
            let mut parts: Vec<(&Part, &Piece, Level)> = Vec::new();
            for (piece, level) in &file.pieces {
                parts.extend(piece.parts(*level).iter().map(|part| (part, *piece, *level)));
            }
            parts.sort_by_key(|(part, ..)| (part.lines.first, part.lines.last));
            let shown = parts.into_iter();
            pieces.extend(shown.map(|(part, piece, level)| self.code_piece(file.file, piece, level, part)));
        }
        let all: usize = self.material.files.iter().map(|file| file.pieces.len()).sum();
        draft.bundle.code = Some(pieces);
        draft.bundle.omitted.code = all.saturating_sub(levels.len()) as u64;
        draft.named.extend(files.iter().map(|file| file.file.path.as_str()));
        draft.pieces = coverage::of(self.material, &levels, &files);
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        add_code(places, bundle);
    }

    fn markdown(&self, kept: &[usize], out: &mut String, bundle: &Bundle) {
        let files = self.files(&self.levels(kept));
        if files.is_empty() {
            let is_known = bundle.given.is_some_and(|given| given > 0);
            out.push_str(if is_known { "No further code matches.\n\n" } else { "No code matches.\n\n" });
        }
        let shown = || files.iter().flat_map(|file| file.pieces.iter().map(move |piece| (file.file, piece)));
        for (file, (piece, level)) in shown().filter(|(_, (_, level))| *level > Level::Line) {
            out.push_str(&code(file, piece, piece.parts(*level)));
        }
        let mut said = BTreeSet::new();
        let named: Vec<String> = shown()
            .filter(|(_, (_, level))| *level == Level::Line)
            .map(|(file, (piece, _))| named(file, piece))
            .filter(|line| said.insert(line.clone()))
            .collect();
        if !named.is_empty() {
            let _ = writeln!(out, "## {}", if named.len() == files.len() { "Code" } else { "Further code" });
            out.extend(named);
            out.push('\n');
        }
    }
}

/// Code with its place above it; and where a definition is not shown whole, all of its lines.
fn code(file: &FileMaterial, piece: &Piece, parts: &[Part]) -> String {
    let mut out = String::new();
    let shown = parts.first().zip(parts.last());
    let is_whole = shown.is_none_or(|(first, last)| piece.is_within(first.lines.first, last.lines.last));
    let whole = piece.whole.as_ref().filter(|_| !is_whole && !piece.is_head && piece.definition.is_some());
    for part in parts {
        let _ = write!(out, "### {}:{}", line(&file.path), part.lines.first);
        if part.lines.last > part.lines.first {
            let _ = write!(out, "-{}", part.lines.last);
        }
        if let Some(symbol) = &part.symbol {
            let _ = write!(out, " {}", cut_at_word(&line(symbol), MAX_LINE_CHARS));
        }
        if let Some(whole) = whole {
            let _ = write!(out, ", of {}-{}", whole.start(), whole.end());
        }
        let content = block(&part.content);
        let fence = fence(&content);
        let _ = write!(out, "\n{fence}{}\n{content}\n{fence}\n\n", line(&file.language));
    }
    out
}

/// One line that says what stands where.
fn named(file: &FileMaterial, piece: &Piece) -> String {
    let mut out = String::new();
    for part in piece.parts(Level::Line) {
        let (first, last) = match &piece.whole {
            Some(whole) => (*whole.start(), *whole.end()),
            None => (part.lines.first, part.lines.last),
        };
        let _ = write!(out, "- {}:{first}", line(&file.path));
        if last > first {
            let _ = write!(out, "-{last}");
        }
        // A method's line does not say whose it is.
        if let Some((scope, _)) = part.symbol.as_deref().and_then(|symbol| symbol.rsplit_once('.')) {
            let innermost = scope.rsplit('.').next().unwrap_or(scope);
            let _ = write!(out, " {}:", cut_at_word(&line(innermost), MAX_SCOPE_CHARS));
        }
        let says = cut_at_word(&line(&part.content), MAX_LINE_CHARS);
        let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, " {says}") };
    }
    out
}
