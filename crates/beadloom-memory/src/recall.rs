//! Which memories answer a question.
//!
//! Words and vectors rank the memories, each for itself, and their ranks are joined by reciprocal rank. A memory is seldom alone:
//! what was remembered just before and after it, in the same sitting, says what it is about, so a part of their scores counts for
//! it, and a part of that of the sitting as a whole.

use std::cmp::Ordering;
use std::sync::Arc;

use beadloom_embed::{PackedVectors, Packer, Probe, StaticModel, scan};
use beadloom_words::{Terms, each_name, is_stop_word, words_of_name};
use rustc_hash::FxHashMap;

use crate::english::base;

/// What parts of the ranking are worth; see `docs/internals/MEMORY-EVAL.md` for what was measured.
#[derive(Debug, Clone)]
pub struct Settings {
    /// BM25: how fast further occurrences of a term count for less.
    pub k1: f32,
    /// BM25: how much the length of a memory counts.
    pub b: f32,
    /// Share of the scores of the neighbours in the sitting.
    pub near: f32,
    /// The same of those one further away, for a memory as short as `short`; the longer it is, the less.
    pub further: f32,
    /// Terms of a memory that needs what stands around it.
    pub short: f32,
    /// How much it adds that a memory has more of the words of a question.
    pub coordination: f32,
    /// What the words of a question that a memory has must be worth, of all, for it to be listed.
    pub own_words: f32,
    /// Share of the score of its best passage.
    pub passage: f32,
    /// Terms of a passage.
    pub window: u32,
    /// Share of the score of the sitting, in which its memories count as one text.
    pub sitting: f32,
    /// The constant of reciprocal rank.
    pub rank: f32,
    /// What the rank by vectors is worth beside that by words.
    pub vectors: f32,
    /// Memories of each ranking that are joined.
    pub depth: usize,
    /// How much quality, 0 to 1, adds to a score.
    pub quality: f32,
    /// What the words of a question that a memory has must be worth, of all, for one to be an answer.
    pub least_words: f32,
    /// The cosine from which a memory is an answer though it has no such words.
    pub least_cosine: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            k1: 1.0,
            b: 0.75,
            near: 0.5,
            further: 0.6,
            short: 50.0,
            coordination: 0.4,
            own_words: 0.0,
            passage: 0.3,
            window: 60,
            sitting: 1.0,
            rank: 60.0,
            vectors: 0.15,
            depth: 200,
            quality: 0.1,
            least_words: 0.15,
            least_cosine: 0.6,
        }
    }
}

/// Seconds without a memory that end a sitting.
const SITTING_GAP: i64 = 1_800;

/// Larger sittings are no sittings: somebody imported what others had remembered.
const MAX_SITTING: usize = 400;

/// Terms of a question that count.
const MAX_QUERY_TERMS: usize = 64;

/// Of a question so many bytes are read.
const MAX_QUERY: usize = 8_192;

/// What is looked for.
pub struct Wanted<'a> {
    /// In words.
    pub query: &'a str,
    /// Memories, at most.
    pub limit: usize,
    /// Which slots may be found, and with what quality, 0 to 1.
    pub quality: &'a dyn Fn(usize) -> Option<f64>,
}

/// A memory that answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Where it was put.
    pub slot: usize,
    /// To compare with others of the same question.
    pub score: f32,
    /// What the words of the question that it has are worth, of all: 0 to 1.
    pub words: f32,
    /// Of its vector and that of the question; 0 where one has none.
    pub cosine: f32,
}

/// Memories, to be found. A slot is given once: what is taken out leaves an empty one.
pub struct RecallIndex {
    settings: Settings,
    model: Option<Arc<StaticModel>>,
    maker: Terms,
    terms: FxHashMap<Box<str>, u32>,
    postings: Vec<Postings>,
    slots: Vec<Slot>,
    /// By passage: its slot, and its terms.
    passages: Vec<(u32, u32)>,
    bits: Vec<u8>,
    bytes: Vec<u8>,
    /// Slots in use.
    count: usize,
    /// The sum of their lengths.
    length: u64,
    /// Made when something is looked for, where something changed since.
    sittings: Option<Sittings>,
}

#[derive(Default)]
struct Postings {
    /// Passage and count, by passage.
    entries: Vec<(u32, u16)>,
    /// Memories in use that have it.
    used: u32,
}

struct Slot {
    id: Box<str>,
    created: i64,
    length: u32,
    /// Its terms, to take it out again; empty once it is.
    terms: Vec<u32>,
    is_used: bool,
}

#[derive(Default)]
struct Sittings {
    /// By slot: its sitting; `NONE` where it is in none, or out of use.
    of: Vec<u32>,
    /// By slot: the one before and the one after it in the sitting.
    around: Vec<[u32; 2]>,
    /// By sitting: the sum of lengths.
    lengths: Vec<u32>,
    mean: f32,
}

const NONE: u32 = u32::MAX;

impl RecallIndex {
    /// Without memories. Without a model words alone count.
    pub fn new(model: Option<Arc<StaticModel>>, settings: Settings) -> Self {
        Self {
            settings,
            model,
            maker: Terms::default(),
            terms: FxHashMap::default(),
            postings: Vec::new(),
            slots: Vec::new(),
            passages: Vec::new(),
            bits: Vec::new(),
            bytes: Vec::new(),
            count: 0,
            length: 0,
            sittings: None,
        }
    }

    /// Slots that were given, in use or not.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no slot was given.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Slots that are no longer in use.
    pub fn unused(&self) -> usize {
        self.slots.len() - self.count
    }

    /// Puts a memory in; its slot. `text`: what it is found by; `content`: what its vector is of.
    pub fn put(&mut self, id: &str, created: i64, text: &str, content: &str) -> usize {
        let slot = self.slots.len();
        let mut length = 0_u32;
        let mut used: Vec<u32> = Vec::new();
        for passage in passages(text, self.settings.window as usize) {
            let number = self.passages.len() as u32;
            let counts = self.counted(passage);
            let terms: u32 = counts.values().map(|count| u32::from(*count)).sum();
            for (term, count) in counts {
                if let Some(of) = self.postings.get_mut(term as usize) {
                    of.entries.push((number, count));
                    used.push(term);
                }
            }
            self.passages.push((slot as u32, terms));
            length = length.saturating_add(terms);
        }
        used.sort_unstable();
        used.dedup();
        for term in &used {
            if let Some(of) = self.postings.get_mut(*term as usize) {
                of.used += 1;
            }
        }
        if let Some(model) = &self.model {
            let vector = vector_of(model, &mut self.maker, content);
            let mut packer = Packer::new(model.dimensions());
            packer.push(vector.as_deref().unwrap_or_default());
            let (bits, bytes) = packer.into_parts();
            self.bits.extend(bits);
            self.bytes.extend(bytes);
        }
        self.count += 1;
        self.length += u64::from(length);
        self.slots.push(Slot { id: id.into(), created, length, terms: used, is_used: true });
        self.sittings = None;
        slot
    }

    /// The terms of a text with how often each occurs.
    fn counted(&mut self, text: &str) -> FxHashMap<u32, u16> {
        let mut counts: FxHashMap<u32, u16> = FxHashMap::default();
        let (terms, postings) = (&mut self.terms, &mut self.postings);
        each_term(&mut self.maker, text, &mut |term, _| {
            let number = terms.get(term).copied().unwrap_or_else(|| {
                let number = postings.len() as u32;
                terms.insert(term.into(), number);
                postings.push(Postings::default());
                number
            });
            let count = counts.entry(number).or_default();
            *count = count.saturating_add(1);
        });
        counts
    }

    /// Takes a memory out.
    pub fn take_out(&mut self, slot: usize) {
        let Some(one) = self.slots.get_mut(slot).filter(|one| one.is_used) else { return };
        one.is_used = false;
        self.count -= 1;
        self.length -= u64::from(one.length);
        for number in std::mem::take(&mut one.terms) {
            if let Some(of) = self.postings.get_mut(number as usize) {
                of.used -= 1;
            }
        }
        self.sittings = None;
    }

    /// The cosines of a text and of the memories that are nearest to it, nearest first.
    pub fn nearest(&mut self, content: &str, most: usize) -> Vec<(usize, f32)> {
        let Some(model) = &self.model else { return Vec::new() };
        let Some(vector) = vector_of(model, &mut self.maker, content) else { return Vec::new() };
        let mut near =
            self.by_vector(&Probe::new(&vector), model.dimensions(), most.saturating_mul(4), &|_| true);
        near.truncate(most);
        near
    }

    /// The cosine of a text and of the memory in a slot; 0 where one has no vector.
    pub fn cosine(&mut self, content: &str, slot: usize) -> f32 {
        let Some(model) = &self.model else { return 0.0 };
        let Some(vector) = vector_of(model, &mut self.maker, content) else { return 0.0 };
        let Ok(all) = PackedVectors::of_parts(&self.bits, &self.bytes, model.dimensions()) else {
            return 0.0;
        };
        all.cosine(slot, &Probe::new(&vector))
    }

    /// What answers a question, best first; empty where nothing does.
    pub fn find(&mut self, wanted: &Wanted<'_>) -> Vec<Found> {
        if self.sittings.is_none() {
            self.sittings = Some(self.sit());
        }
        let query = wanted.query.get(..wanted.query.floor_char_boundary(MAX_QUERY)).unwrap_or_default();
        let asked = self.asked(query);
        let known = self.known_share(query);
        let words = self.by_words(&asked);
        let may = |slot: usize| {
            self.slots.get(slot).is_some_and(|one| one.is_used) && (wanted.quality)(slot).is_some()
        };
        let mut lexical: Vec<(usize, f32)> = words
            .scores
            .iter()
            .enumerate()
            .filter(|(slot, score)| **score > 0.0 && may(*slot))
            .map(|(slot, score)| (slot, *score))
            .collect();
        let depth = self.settings.depth.max(wanted.limit.saturating_mul(2));
        self.keep_best(&mut lexical, depth);
        let mut near = Vec::new();
        let mut probe = None;

        if let Some(model) = &self.model
            && let Some(vector) = query_vector(model, &mut self.maker, query)
        {
            let made = Probe::new(&vector);
            near = self.by_vector(&made, model.dimensions(), depth, &may);
            near.truncate(depth);
            probe = Some((made, model.dimensions()));
        }
        let vectors = probe.as_ref().and_then(|(probe, dimensions)| {
            PackedVectors::of_parts(&self.bits, &self.bytes, *dimensions).ok().map(|all| (all, probe))
        });
        let mut joined: FxHashMap<usize, f32> = FxHashMap::default();
        for (list, weight) in [(&lexical, 1.0), (&near, self.settings.vectors * known)] {
            for (rank, (slot, _)) in list.iter().enumerate() {
                *joined.entry(*slot).or_default() += weight / (self.settings.rank + rank as f32 + 1.0);
            }
        }
        let mut found: Vec<Found> = joined
            .into_iter()
            .map(|(slot, score)| {
                let quality = (wanted.quality)(slot).unwrap_or_default() as f32;
                let cosine = vectors.as_ref().map_or(0.0, |(all, probe)| all.cosine(slot, probe));
                let words = words.covered.get(slot).copied().unwrap_or_default();
                Found { slot, score: score * (1.0 + self.settings.quality * quality), words, cosine }
            })
            .collect();
        let is_answer =
            |one: &Found| one.words >= self.settings.least_words || one.cosine >= self.settings.least_cosine;
        if !found.iter().any(is_answer) {
            return Vec::new();
        }
        let own = self.settings.own_words;
        found.retain(|one| one.words > own || one.cosine >= self.settings.least_cosine);
        found.sort_by(|a, b| self.before((a.slot, a.score), (b.slot, b.score)));
        found.truncate(wanted.limit);
        found
    }

    /// The terms of a question with what each is worth; None for those that no memory has.
    fn asked(&mut self, query: &str) -> Vec<(Option<u32>, f32)> {
        let mut asked: Vec<String> = Vec::new();
        each_term(&mut self.maker, query, &mut |term, says| {
            if says && !asked.iter().any(|one| one == term) {
                asked.push(term.to_owned());
            }
        });
        asked.truncate(MAX_QUERY_TERMS);
        asked
            .into_iter()
            .map(|term| {
                let number = self.terms.get(term.as_str()).copied();
                let with = number.and_then(|at| self.postings.get(at as usize)).map_or(0, |of| of.used);
                (number.filter(|_| with > 0), idf(self.count, with as usize))
            })
            .collect()
    }

    /// How much of what a question asks for the model knows, cubed: of names and everyday words a model of code knows few, and then its
    /// vectors say little.
    fn known_share(&mut self, query: &str) -> f32 {
        let Some(model) = self.model.clone() else { return 0.0 };
        let (mut known, mut all) = (0.0, 0.0);
        for term in telling(&mut self.maker, query) {
            let with = self.terms.get(term.as_str()).and_then(|at| self.postings.get(*at as usize));
            let worth = idf(self.count, with.map_or(0, |of| of.used as usize));
            all += worth;
            known += if model.id(&term).is_some() { worth } else { 0.0 };
        }
        if all > 0.0 { (known / all).powi(3) } else { 0.0 }
    }

    /// Scores by words, with those of what stands around in the sitting.
    fn by_words(&self, asked: &[(Option<u32>, f32)]) -> ByWords {
        let Settings { k1, b, near, further, short, coordination, passage, sitting, .. } = self.settings;
        let empty = Sittings::default();
        let sittings = self.sittings.as_ref().unwrap_or(&empty);
        let mean = (self.length as f32 / self.count.max(1) as f32).max(1.0);
        let mean_passage = (self.length as f32 / self.passages.len().max(1) as f32).max(1.0);
        let saturated = |count: f32, length: f32, mean: f32| {
            count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean))
        };
        let mut scores = vec![0.0_f32; self.slots.len()];
        let mut covered = vec![0.0_f32; self.slots.len()];
        let mut by_passage = if passage > 0.0 { vec![0.0_f32; self.passages.len()] } else { Vec::new() };
        let mut whole = vec![0.0_f32; sittings.lengths.len()];
        let mut counts = vec![0_u32; sittings.lengths.len()];
        let all: f32 = asked.iter().map(|(_, worth)| worth).sum();
        let mut touched: Vec<u32> = Vec::new();
        for (number, worth) in asked {
            let Some(of) = number.and_then(|number| self.postings.get(number as usize)) else { continue };
            let slot_of =
                |entry: &(u32, u16)| self.passages.get(entry.0 as usize).map_or(NONE, |(slot, _)| *slot);
            for run in of.entries.chunk_by(|one, two| slot_of(one) == slot_of(two)) {
                let at = run.first().map_or(NONE, slot_of) as usize;
                let Some(one) = self.slots.get(at).filter(|one| one.is_used) else { continue };
                let count: u32 = run.iter().map(|(_, count)| u32::from(*count)).sum();
                if let (Some(score), Some(share)) = (scores.get_mut(at), covered.get_mut(at)) {
                    *score += worth * saturated(count as f32, one.length as f32, mean);
                    *share += worth / all;
                }
                if passage > 0.0 {
                    for (passage, count) in run {
                        let length = self.passages.get(*passage as usize).map_or(0, |(_, terms)| *terms);
                        if let Some(score) = by_passage.get_mut(*passage as usize) {
                            *score += worth * saturated(f32::from(*count), length as f32, mean_passage);
                        }
                    }
                }
                if let Some(sitting) = sittings.of.get(at).filter(|one| **one != NONE)
                    && let Some(sum) = counts.get_mut(*sitting as usize)
                {
                    if *sum == 0 {
                        touched.push(*sitting);
                    }
                    *sum += count;
                }
            }
            let worth = idf(sittings.lengths.len(), touched.len());
            for sitting in touched.drain(..) {
                let at = sitting as usize;
                if let (Some(count), Some(score), Some(length)) =
                    (counts.get_mut(at), whole.get_mut(at), sittings.lengths.get(at))
                {
                    let count = std::mem::take(count) as f32;
                    *score += worth * saturated(count, *length as f32, sittings.mean.max(1.0));
                }
            }
        }
        if passage > 0.0 {
            let mut best = vec![0.0_f32; self.slots.len()];
            for (score, (slot, _)) in by_passage.iter().zip(&self.passages) {
                if let Some(best) = best.get_mut(*slot as usize) {
                    *best = best.max(*score);
                }
            }
            for (score, best) in scores.iter_mut().zip(best) {
                *score += passage * best;
            }
        }
        for (score, covered) in scores.iter_mut().zip(&covered) {
            *score *= 1.0 + coordination * covered;
        }
        let own = |slot: u32| scores.get(slot as usize).copied().unwrap_or_default();
        let around_of = |slot: u32| sittings.around.get(slot as usize).copied().unwrap_or([NONE; 2]);
        let with_context = scores
            .iter()
            .enumerate()
            .map(|(slot, score)| {
                let [before, after] = around_of(slot as u32);
                let beside = own(before) + own(after);
                let length = self.slots.get(slot).map_or(0, |one| one.length) as f32;
                let beyond =
                    short / (short + length) * (own(around_of(before)[0]) + own(around_of(after)[1]));
                let whole =
                    sittings.of.get(slot).and_then(|at| whole.get(*at as usize)).copied().unwrap_or_default();
                score + near * beside + further * beyond + sitting * whole
            })
            .collect();
        ByWords { scores: with_context, covered }
    }

    /// The nearest of the slots that may be found, nearest first.
    fn by_vector(
        &self,
        probe: &Probe,
        dimensions: usize,
        rescored: usize,
        may: &dyn Fn(usize) -> bool,
    ) -> Vec<(usize, f32)> {
        let Ok(all) = PackedVectors::of_parts(&self.bits, &self.bytes, dimensions) else { return Vec::new() };
        let keep = |_: usize, row: usize| self.slots.get(row).is_some_and(|one| one.is_used) && may(row);
        let mut near: Vec<(usize, f32)> = scan(probe, &[all], rescored, &keep)
            .into_iter()
            .filter(|hit| hit.cosine > 0.0)
            .map(|hit| (hit.row, hit.cosine))
            .collect();
        near.sort_by(|a, b| self.before(*a, *b));
        near
    }

    fn keep_best(&self, list: &mut Vec<(usize, f32)>, most: usize) {
        if list.len() > most {
            list.select_nth_unstable_by(most, |a, b| self.before(*a, *b));
            list.truncate(most);
        }
        list.sort_by(|a, b| self.before(*a, *b));
    }

    /// Higher scores first, then by id: never by slot, which depends on what was there before.
    fn before(&self, a: (usize, f32), b: (usize, f32)) -> Ordering {
        let id = |slot: usize| self.slots.get(slot).map(|one| &one.id);
        b.1.total_cmp(&a.1).then_with(|| id(a.0).cmp(&id(b.0)))
    }

    /// Which memories were made in one sitting, and in which order.
    fn sit(&self) -> Sittings {
        let mut order: Vec<(i64, &str, usize)> = self
            .slots
            .iter()
            .enumerate()
            .filter(|(_, one)| one.is_used)
            .map(|(slot, one)| (one.created, one.id.as_ref(), slot))
            .collect();
        order.sort_unstable();
        let mut made = Sittings {
            of: vec![NONE; self.slots.len()],
            around: vec![[NONE; 2]; self.slots.len()],
            ..Sittings::default()
        };
        for run in order.chunk_by(|a, b| b.0 - a.0 <= SITTING_GAP) {
            if run.len() > MAX_SITTING {
                continue;
            }
            let number = made.lengths.len() as u32;
            let mut length = 0_u32;
            for (at, (.., slot)) in run.iter().enumerate() {
                let beside =
                    |at: Option<usize>| at.and_then(|at| run.get(at)).map_or(NONE, |(.., slot)| *slot as u32);
                if let (Some(of), Some(around)) = (made.of.get_mut(*slot), made.around.get_mut(*slot)) {
                    *of = number;
                    *around = [beside(at.checked_sub(1)), beside(Some(at + 1))];
                }
                length = length.saturating_add(self.slots.get(*slot).map_or(0, |one| one.length));
            }
            made.lengths.push(length);
        }
        let sum: u64 = made.lengths.iter().map(|length| u64::from(*length)).sum();
        made.mean = sum as f32 / made.lengths.len().max(1) as f32;
        made
    }
}

struct ByWords {
    scores: Vec<f32>,
    covered: Vec<f32>,
}

/// Of `all` memories `with` have the term.
fn idf(all: usize, with: usize) -> f32 {
    (1.0 + (all as f32 - with as f32 + 0.5) / (with as f32 + 0.5)).ln()
}

/// Calls `emit` with every term of a text, and whether it says something.
fn each_term(maker: &mut Terms, text: &str, emit: &mut dyn FnMut(&str, bool)) {
    let mut lower = String::new();
    each_name(text, &mut |name| {
        words_of_name(name, &mut |word| {
            lower.clear();
            lower.extend(word.chars().flat_map(char::to_lowercase));
            let says = !is_stop_word(&lower);
            if let Some(term) = maker.of_word(base(&lower).unwrap_or(word)) {
                emit(term, says);
            }
        });
    });
}

/// A text in pieces of about so many words, cut at the ends of lines and sentences.
fn passages(text: &str, window: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut words) = (0, 0);
    let mut in_word = false;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_letter = c.is_alphanumeric();
        words += usize::from(is_letter && !in_word);
        in_word = is_letter;
        let ends = c == '\n' || (c == ' ' && matches!(before, '.' | '!' | '?'));
        if words >= window && (ends || words >= 4 * window && c == ' ') {
            pieces.extend(text.get(from..at));
            (from, words) = (at, 0);
        }
        before = c;
    }
    // What is left is no passage of its own where it is short.
    match pieces.last_mut() {
        Some(last) if words * 2 < window => *last = text.get(from - last.len()..).unwrap_or(last),
        _ => pieces.extend(text.get(from..)),
    }
    pieces
}

fn vector_of(model: &StaticModel, maker: &mut Terms, text: &str) -> Option<Vec<f32>> {
    let terms = telling(maker, text);
    model.embed_code(terms.iter().map(|term| (term.as_str(), 1.0)))
}

fn query_vector(model: &StaticModel, maker: &mut Terms, text: &str) -> Option<Vec<f32>> {
    let terms = telling(maker, text);
    model.embed_query(terms.iter().map(String::as_str))
}

/// The terms of a text that say something.
fn telling(maker: &mut Terms, text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    each_term(maker, text, &mut |term, says| {
        if says {
            terms.push(term.to_owned());
        }
    });
    terms
}
