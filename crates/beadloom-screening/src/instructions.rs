//! Texts that would instruct the model that reads them.
//!
//! **What is found** speaks to a model, or can concern nobody else, and orders what no project needs of one: to drop, replace or give
//! away its instructions; to be somebody else; to keep something from its user; to send secrets or the conversation elsewhere; to
//! run or install what a stranger offers; to act without asking; to answer in some way from now on; to prefer a tool to others, or to
//! use another server's differently; to take a text for a part of the conversation, or a stranger for its master.
//!
//! **What is welcome** are rules for people and for projects, also where they name agents: "always run the tests before a release",
//! "never commit to main", "agents must not edit generated files", "AI agents should read ARCHITECTURE.md", "install uv with `curl … | sh`".
//! The line is the object and the addressee: work on the project is fine for whoever does it; a command from the network is fine in
//! directions for people, and not where only models are told to run it. A text that is *about* such orders – it quotes, detects or
//! forbids them – is welcome as well: its sentence says so before it quotes.
//!
//! How: a text is read in several ways (`readings`), each is cut into sentences, the words of eight languages are found in one pass
//! (`lexicon`, `words`), neighbours that mean something together are one more (`compositions`), and rules ask which classes of words stand
//! together (`rules`). All steps are linear in the length of the text.

use std::ops::Range;

use crate::characters::{excerpt, folded, invisible, seen};
use crate::lexicon::{COMMON, Class, LEXICONS, may_be_in};
use crate::rules::{OrderKind, RULES, Rule, Where};
use crate::sentences::{Classes, Sentence, sentences};
use crate::words::{Hit, hits};
use crate::{commands, compositions, encoded, marks, passages, readings};

/// Bytes of a text that are looked at.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Bytes between the two words of a composed one.
const MAX_GAP_BYTES: usize = 30;

/// Sentences that are read together with the one before them, and the bytes of all of these.
const MAX_NEIGHBOURS_ITEMS: usize = 2;
const MAX_PASSAGE_BYTES: usize = 600;

/// What a text is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Of a project: a memory, a summary, a rule.
    Project,
    /// Of a tool: its description, name or title.
    Tool,
    /// Of a tool's schemas and annotations.
    Parameter,
}

/// An order that a text gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// What is ordered.
    pub kind: OrderKind,
    /// The end of a sentence: "it looks like …".
    pub what: &'static str,
    /// The text around it, folded.
    pub excerpt: String,
}

/// What a text of a project orders the model that reads it, as the end of a sentence: "it looks like …"; None where it orders nothing.
pub fn instruction(text: &str) -> Option<&'static str> {
    if invisible(text).is_some() {
        return Some(OrderKind::Hidden.what());
    }
    order(text, Channel::Project)
        .map(|order| order.what)
        .or_else(|| payload(text, Channel::Project).map(|(what, _)| what))
}

/// The first order of a text, apart from what is encoded in it.
pub fn order(text: &str, channel: Channel) -> Option<Order> {
    let text = text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or(text);
    let lines = folded(&seen(text, false));
    if let Some(at) = marks::find(&lines, channel != Channel::Project) {
        return Some(found(OrderKind::Marks, &lines, at));
    }
    readings::readings(text).iter().find_map(|reading| in_reading(&reading.text, reading.is_loose, channel))
}

/// What is encoded in a text and would be a command or an order once it is decoded, as the end of a sentence; and the text around it.
pub fn payload(text: &str, channel: Channel) -> Option<(&'static str, String)> {
    encoded::find(text, &|decoded| order(decoded, channel).is_some())
}

fn in_reading(text: &str, is_loose: bool, channel: Channel) -> Option<Order> {
    let mut all = hits(text, is_loose);
    commands::find(text, &mut all);
    add_composed(text, &mut all);
    all.sort_unstable();
    let inflected = |language: usize| LEXICONS.get(language).is_some_and(|one| one.inflected);
    compositions::add(text, &inflected, &mut all);
    let sentences = sentences(text);
    for (at, (begin, end)) in sentences.iter().enumerate() {
        let alone = [RULES, compositions::RULES];
        if let Some(order) = alone.iter().find_map(|rules| in_part(text, *begin..*end, &all, rules, channel))
        {
            return Some(order);
        }
        // The sentence with those that follow it.
        let last = sentences.iter().skip(at + 1).take(MAX_NEIGHBOURS_ITEMS).map(|(_, end)| *end);
        let end = last.take_while(|end| *end <= begin + MAX_PASSAGE_BYTES).last().unwrap_or(*end);
        let together = [passages::RULES, compositions::PASSAGES];
        if let Some(order) =
            together.iter().find_map(|rules| in_part(text, *begin..end, &all, rules, channel))
        {
            return Some(order);
        }
    }
    None
}

/// The first order of a part of a text.
fn in_part(text: &str, part: Range<usize>, all: &[Hit], rules: &[Rule], channel: Channel) -> Option<Order> {
    let first = all.partition_point(|hit| hit.start < part.start);
    let count = all.get(first..)?.partition_point(|hit| hit.start < part.end);
    let here = all.get(first..first + count)?;
    let mut languages: Vec<usize> = here.iter().map(|hit| hit.language).collect();
    languages.sort_unstable();
    languages.dedup();
    // What is common to all languages belongs to each.
    if languages.len() > 1 {
        languages.retain(|language| *language != COMMON);
    }
    let mut of_language: Vec<Hit> = Vec::new();
    let said = text.get(part.clone())?;
    for language in languages.into_iter().filter(|language| may_be_in(said, *language)) {
        of_language.clear();
        let is_of = |hit: &&Hit| (hit.language == language || hit.language == COMMON) && hit.end <= part.end;
        of_language.extend(here.iter().filter(is_of));
        let sentence = Sentence {
            text,
            begin: part.start,
            end: part.end,
            hits: &of_language,
            classes: Classes::of(&of_language),
            language,
        };
        for rule in rules {
            let holds = match rule.place {
                Where::Anywhere => true,
                Where::Tool => channel != Channel::Project,
                Where::Parameter => channel == Channel::Parameter,
            };
            if holds && let Some(at) = sentence.breaks(rule) {
                return Some(found(rule.kind, text, at));
            }
        }
    }
    None
}

/// Words that two others make: a name of a model that a colon or a comma follows is spoken to, and somebody else's place is elsewhere.
fn add_composed(text: &str, all: &mut Vec<Hit>) {
    let mut composed: Vec<Hit> = Vec::new();
    for (at, hit) in all.iter().enumerate() {
        if matches!(hit.class, Class::Model | Class::Agent) {
            let rest = text.get(hit.end..).unwrap_or_default().trim_start_matches(' ');
            if rest.starts_with([':', ',', '、', '，']) {
                composed.push(Hit { start: hit.end, end: hit.end + 1, class: Class::Address, ..*hit });
            }
        } else if hit.class == Class::Foreign {
            let is_place = |other: &&Hit| other.class == Class::Place && other.start >= hit.end;
            let near = all.iter().skip(at).take_while(|other| other.start <= hit.end + MAX_GAP_BYTES);
            if let Some(place) = near.clone().find(is_place) {
                composed.push(Hit { end: place.end, class: Class::Elsewhere, ..*hit });
            }
        }
    }
    if !composed.is_empty() {
        all.extend(composed);
        all.sort_unstable();
    }
}

fn found(kind: OrderKind, text: &str, at: usize) -> Order {
    Order { kind, what: kind.what(), excerpt: excerpt(text, at) }
}
