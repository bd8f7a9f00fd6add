//! What an answer to a change may show, by what each is worth for what it costs: how likely the task needs it, and how much of it is shown.

use std::collections::HashSet;

use super::code::CodeEntry;
use super::material::{FileMaterial, Material};
use super::piece::{Level, Piece, are_alike, different_lines};

/// What a line, the head of a type with the names of its members, the lines that match, and the chunk of a definition are worth, of its whole
/// code; and what the name of a file is, of a definition in it.
const OF_LINE: f64 = 0.42;
const OF_HEAD: f64 = 0.6;
const OF_SNIPPET: f64 = 0.6;
const OF_CHUNK: f64 = 0.85;
const OF_NAME: f64 = 0.3;

/// The same of a line and of a name where nobody said how much there is room for: then an answer names less and shows more. And how many
/// files it names at most, and how many that go with it: nobody looks through more.
const OF_LINE_IN_BRIEF: f64 = 0.35;
const OF_NAME_IN_BRIEF: f64 = 0.25;
const MAX_NAMED_FILES: usize = 32;
const MAX_TOGETHER_FILES: usize = 10;

/// There the worth of something is divided by this power of what it costs: small definitions are the cheapest, and those that decide
/// are seldom small.
const COST_POWER_IN_BRIEF: f64 = 0.9;

/// A definition of no more lines is shown whole or by its line: a part of it is hardly shorter.
const MAX_WHOLE_LINES: u32 = 40;

/// What the code of a definition is worth that is nearly the same as one shown before it, of what it would be: who has read the one needs to
/// know where the other one is. Where nobody said how much there is room for, it is worth nothing. And definitions that are compared.
const OF_ALIKE: f64 = 0.3;
const MAX_COMPARED_PIECES: usize = 48;

/// About how many tokens a piece has besides its text, how many bytes a token of code, and how many tokens the name of a file.
const HEADING_TOKENS: f64 = 12.0;
const BYTES_OF_TOKEN: f64 = 3.6;
const NAME_TOKENS: f64 = 12.0;
const MENTION_TOKENS: f64 = 20.0;

/// What the name of a file is worth that goes with a task, and a commit whose message says all of it: little, so that in a
/// short answer the code comes first.
const OF_BESIDE: f64 = 0.03;
const OF_COMMIT: f64 = 0.03;

/// What the lines of a file are worth that hold a name which the task spells out: who renames or removes it needs all of them.
const OF_MENTION: f64 = 0.05;

/// What the lines of a file are worth that use a definition, of what the definition itself is worth.
const OF_BREAK: f64 = 0.02;

/// What a document is worth that speaks of a definition, by how likely it is needed.
const OF_SPEAKING: f64 = 0.1;

/// What a file is taken to be needed at least whose definitions nothing is known of, at the first place.
const MIN_FILE_CHANCE: f64 = 0.1;

/// Something to show, before it is known whether there is room.
pub(super) enum Offer {
    Code(CodeEntry),
    Name(usize),
    Alike(usize),
    Together(usize),
    Mention(usize),
    Break(usize),
    Speaking(usize),
}

/// What depends on whether somebody said how much there is room for.
struct Shares {
    of_line: f64,
    of_name: f64,
    /// Of what something costs.
    power: f64,
    most_named: usize,
    most_together: usize,
}

const WITH_BUDGET: Shares = Shares {
    of_line: OF_LINE,
    of_name: OF_NAME,
    power: 1.0,
    most_named: usize::MAX,
    most_together: usize::MAX,
};

const IN_BRIEF: Shares = Shares {
    of_line: OF_LINE_IN_BRIEF,
    of_name: OF_NAME_IN_BRIEF,
    power: COST_POWER_IN_BRIEF,
    most_named: MAX_NAMED_FILES,
    most_together: MAX_TOGETHER_FILES,
};

/// Everything that may be shown, with its worth, the best first. `is_brief`: nobody said how much there is room for.
pub(super) fn offers(material: &Material, is_brief: bool) -> Vec<(f64, Offer)> {
    let shares = if is_brief { &IN_BRIEF } else { &WITH_BUDGET };
    let mut offers: Vec<(f64, Offer)> = Vec::new();
    for (place, file) in material.files.iter().enumerate() {
        add_file(place, file, shares, &mut offers);
    }
    let goes_with = &material.goes_with;
    for (at, (likeness, commit)) in goes_with.alike.iter().enumerate() {
        let takes = HEADING_TOKENS + NAME_TOKENS * commit.files.len() as f64;
        offers.push((likeness * OF_COMMIT / takes, Offer::Alike(at)));
    }
    for (at, (chance, _)) in goes_with.together.iter().enumerate().take(shares.most_together) {
        offers.push((chance * OF_BESIDE / NAME_TOKENS, Offer::Together(at)));
    }
    let of_lines = MENTION_TOKENS.powf(shares.power);
    offers.extend((0..material.mentions.len()).map(|at| (OF_MENTION / of_lines, Offer::Mention(at))));
    let speaking = material.speaking.iter().enumerate();
    offers.extend(speaking.map(|(at, (chance, _))| (chance * OF_SPEAKING / of_lines, Offer::Speaking(at))));
    let breaks = material.breaks.iter().enumerate();
    offers.extend(breaks.map(|(at, (chance, _))| (chance * OF_BREAK / of_lines, Offer::Break(at))));
    // Stable: by file, by piece, by level where they are worth as much.
    offers.sort_by(|a, b| b.0.total_cmp(&a.0));
    put_back_alike(material, &mut offers, is_brief);
    offers
}

/// The pieces of a file at each level, and its name.
fn add_file(place: usize, file: &FileMaterial, shares: &Shares, offers: &mut Vec<(f64, Offer)>) {
    for (number, piece) in file.pieces.iter().enumerate() {
        let (mut shown, mut cost, mut before) = (0.0, 0.0, f64::INFINITY);
        for level in Level::ALL {
            let parts = piece.parts(level);
            let is_between =
                matches!(level, Level::Snippet | Level::Chunk) && !piece.parts(Level::Body).is_empty();
            if parts.is_empty() || is_between && piece.length() <= MAX_WHOLE_LINES {
                continue;
            }
            let share = share_of(piece, level, shares);
            let bytes: usize = parts.iter().map(|part| part.content.len()).sum();
            let takes = HEADING_TOKENS + bytes as f64 / BYTES_OF_TOKEN;
            let gains = piece.chance * (share - shown) / (takes - cost).max(1.0).powf(shares.power);
            before = gains.min(before);
            (shown, cost) = (share, takes);
            offers.push((before, Offer::Code(CodeEntry { file: place, piece: number, level })));
        }
    }
    if place < shares.most_named {
        let chance = file.chance().max(MIN_FILE_CHANCE / (1.0 + place as f64).sqrt());
        offers.push((chance * shares.of_name / NAME_TOKENS.powf(shares.power), Offer::Name(place)));
    }
}

/// What a piece at a level is worth, of its whole code.
fn share_of(piece: &Piece, level: Level, shares: &Shares) -> f64 {
    match level {
        Level::Line => shares.of_line,
        Level::Snippet => OF_SNIPPET,
        Level::Chunk if piece.is_head => OF_HEAD,
        Level::Chunk if !piece.is_whole_at(level) => OF_CHUNK,
        Level::Chunk | Level::Body => 1.0,
    }
}

/// Lowers the worth of code that is nearly the same as code before it. `offers`: the best first.
fn put_back_alike(material: &Material, offers: &mut Vec<(f64, Offer)>, is_brief: bool) {
    let mut texts: Vec<((usize, usize), HashSet<&str>)> = Vec::new();
    let mut is_any = false;
    for (worth, offer) in offers.iter_mut() {
        let Offer::Code(CodeEntry { file, piece, level }) = *offer else { continue };
        let found = material.files.get(file).and_then(|file| file.pieces.get(piece));
        let Some(found) = found.filter(|found| level > Level::Line && !found.is_head) else { continue };
        let own = (file, piece);
        if !texts.iter().any(|(known, _)| *known == own) {
            if texts.len() == MAX_COMPARED_PIECES {
                break;
            }
            texts.push((own, different_lines(found.text().lines())));
        }
        let before = texts.iter().take_while(|(known, _)| *known != own);
        let text = texts.iter().find(|(known, _)| *known == own);
        if text.is_some_and(|(_, text)| before.into_iter().any(|(_, other)| are_alike(text, other))) {
            *worth *= if is_brief { 0.0 } else { OF_ALIKE };
            is_any = true;
        }
    }
    if is_any {
        offers.retain(|(worth, _)| *worth > 0.0);
        offers.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
}
