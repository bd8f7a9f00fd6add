//! The memories, as they are searched.

use std::sync::Arc;

use beadloom_embed::{PackedVectors, Packer, Probe, StaticModel, TermId, Text, scan};

use super::Settings;
use super::sittings::Sittings;
use super::terms::{Vocabulary, passages};

/// Memories, to be found. A slot is given once: what is taken out leaves an empty one.
pub struct RecallIndex {
    pub(super) settings: Settings,
    pub(super) model: Option<Arc<StaticModel>>,
    pub(super) terms: Vocabulary,
    /// By number of a term.
    pub(super) postings: Vec<Postings>,
    pub(super) slots: Vec<Slot>,
    pub(super) passages: Vec<Passage>,
    /// The terms of all passages, one passage after the other, in their order.
    sequence: Vec<u32>,
    bits: Vec<u8>,
    bytes: Vec<u8>,
    /// Slots in use.
    pub(super) count: usize,
    /// Passages in use.
    passage_count: usize,
    /// The sum of the lengths of those in use.
    length: u64,
    /// Made when something is looked for, where something changed since.
    sittings: Option<Arc<Sittings>>,
}

#[derive(Default)]
pub(super) struct Postings {
    /// Passage and count, by passage.
    pub entries: Vec<(u32, u16)>,
    /// Memories in use that have the term.
    pub used: u32,
}

pub(super) struct Slot {
    pub id: Box<str>,
    created: i64,
    /// Terms.
    pub length: u32,
    /// Numbers of its passages.
    pub passages: std::ops::Range<u32>,
    pub is_used: bool,
}

/// A piece of a memory.
pub(super) struct Passage {
    pub slot: u32,
    /// Terms, those that say nothing included.
    pub length: u32,
    /// Where its terms begin.
    from: usize,
}

impl RecallIndex {
    /// Without memories. Without a model words alone count.
    pub fn new(model: Option<Arc<StaticModel>>, settings: Settings) -> Self {
        Self {
            settings,
            model,
            terms: Vocabulary::default(),
            postings: Vec::new(),
            slots: Vec::new(),
            passages: Vec::new(),
            sequence: Vec::new(),
            bits: Vec::new(),
            bytes: Vec::new(),
            count: 0,
            passage_count: 0,
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

    /// Puts a memory in; its slot. `created`: in seconds since 1970. `more`: what it is found by besides its content.
    pub fn put<'t>(
        &mut self,
        id: &str,
        created: i64,
        content: &str,
        more: impl IntoIterator<Item = &'t str>,
    ) -> usize {
        let slot = self.slots.len();
        let model = self.model.clone();
        let model = model.as_deref();
        let first = self.passages.len() as u32;
        let begin = self.sequence.len();
        let mut lengths = Vec::new();
        for passage in passages(content, self.settings.window) {
            let from = self.sequence.len();
            lengths.push((from, self.terms.read(model, passage, &mut self.sequence)));
        }
        if let Some(model) = model {
            let own = self.sequence.get(begin..).unwrap_or_default();
            let mut known: Vec<(TermId, f32)> =
                own.iter().filter_map(|term| Some((self.terms.known(*term)?, 1.0))).collect();
            let vector = model.embed_ids(Text::Code, &mut known);
            let mut packer = Packer::new(model.dimensions());
            packer.push(vector.as_deref().unwrap_or_default());
            let (bits, bytes) = packer.into_parts();
            self.bits.extend(bits);
            self.bytes.extend(bytes);
        }
        if let Some((_, length)) = lengths.last_mut() {
            for text in more {
                *length += self.terms.read(model, text, &mut self.sequence);
            }
            *length += self.terms.read_date(model, created, &mut self.sequence);
        }
        self.postings.resize_with(self.terms.len(), Postings::default);
        for (from, length) in &lengths {
            self.passages.push(Passage { slot: slot as u32, length: *length, from: *from });
        }
        let passages = first..self.passages.len() as u32;
        for passage in passages.clone() {
            let mut terms = self.terms_of(passage).to_vec();
            terms.sort_unstable();
            for run in terms.chunk_by(|a, b| a == b) {
                if let Some(of) = run.first().and_then(|term| self.postings.get_mut(*term as usize)) {
                    of.entries.push((passage, u16::try_from(run.len()).unwrap_or(u16::MAX)));
                }
            }
        }
        let length = lengths.iter().map(|(_, length)| length).sum();
        self.count += 1;
        self.passage_count += lengths.len();
        self.length += u64::from(length);
        self.slots.push(Slot { id: id.into(), created, length, passages, is_used: true });
        for term in self.distinct(slot) {
            if let Some(of) = self.postings.get_mut(term as usize) {
                of.used += 1;
            }
        }
        self.sittings = None;
        slot
    }

    /// Takes a memory out.
    pub fn take_out(&mut self, slot: usize) {
        let Some(one) = self.slots.get_mut(slot).filter(|one| one.is_used) else { return };
        one.is_used = false;
        self.count -= 1;
        self.passage_count -= one.passages.len();
        self.length -= u64::from(one.length);
        for term in self.distinct(slot) {
            if let Some(of) = self.postings.get_mut(term as usize) {
                of.used -= 1;
            }
        }
        self.sittings = None;
    }

    /// The terms of a memory, each once.
    pub(super) fn distinct(&self, slot: usize) -> Vec<u32> {
        let passages = self.slots.get(slot).map(|one| one.passages.clone()).unwrap_or_default();
        let mut terms: Vec<u32> = passages.flat_map(|passage| self.terms_of(passage)).copied().collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The terms of a passage that say something, in their order.
    pub(super) fn terms_of(&self, passage: u32) -> &[u32] {
        let from = |number: usize| self.passages.get(number).map(|one| one.from);
        let to = from(passage as usize + 1).unwrap_or(self.sequence.len());
        from(passage as usize).and_then(|from| self.sequence.get(from..to)).unwrap_or_default()
    }

    /// The cosines of a text and of the memories that are nearest to it, nearest first.
    pub fn nearest(&mut self, content: &str, most: usize) -> Vec<(usize, f32)> {
        let Some(probe) = self.probe(content, Text::Code) else { return Vec::new() };
        let mut near = self.near(&probe, most.saturating_mul(4));
        near.retain(|(_, cosine)| *cosine > 0.0);
        near.sort_by(|a, b| self.before(*a, *b));
        near.truncate(most);
        near
    }

    /// The cosine of a text and of the memory in a slot; 0 where one has no vector.
    pub fn cosine(&mut self, content: &str, slot: usize) -> f32 {
        let probe = self.probe(content, Text::Code);
        probe.and_then(|probe| Some(self.vectors()?.cosine(slot, &probe))).unwrap_or(0.0)
    }

    /// What a text is about.
    pub(super) fn probe(&mut self, text: &str, is: Text) -> Option<Probe> {
        let terms = self.terms.asked(text);
        let model = self.model.as_deref()?;
        let vector = model.embed(is, terms.iter().map(|term| (term.as_str(), 1.0)))?;
        Some(Probe::new(&vector))
    }

    /// By slot.
    pub(super) fn vectors(&self) -> Option<PackedVectors<'_>> {
        PackedVectors::of_parts(&self.bits, &self.bytes, self.model.as_ref()?.dimensions()).ok()
    }

    /// Slots in use whose signs agree most with those of a vector, and its cosine with each.
    pub(super) fn near(&self, probe: &Probe, compared: usize) -> Vec<(usize, f32)> {
        let Some(all) = self.vectors() else { return Vec::new() };
        let keep = |_: usize, row: usize| self.slots.get(row).is_some_and(|one| one.is_used);
        scan(probe, &[all], compared, &keep).into_iter().map(|hit| (hit.row, hit.cosine)).collect()
    }

    /// Terms of a memory and of a passage, in the mean.
    pub(super) fn means(&self) -> (f32, f32) {
        let length = self.length as f32;
        ((length / self.count.max(1) as f32).max(1.0), (length / self.passage_count.max(1) as f32).max(1.0))
    }

    /// Memories in use that have a term.
    pub(super) fn used(&self, term: u32) -> usize {
        self.postings.get(term as usize).map_or(0, |of| of.used as usize)
    }

    /// Higher scores first, then by id: never by slot, which depends on what was there before.
    pub(super) fn before(&self, a: (usize, f32), b: (usize, f32)) -> std::cmp::Ordering {
        let id = |slot: usize| self.slots.get(slot).map(|one| &one.id);
        b.1.total_cmp(&a.1).then_with(|| id(a.0).cmp(&id(b.0)))
    }

    /// Who stands beside whom.
    pub(super) fn sittings(&mut self) -> Arc<Sittings> {
        let (slots, made) = (&self.slots, &mut self.sittings);
        let sittings = made.get_or_insert_with(|| {
            let used = slots.iter().enumerate().filter(|(_, one)| one.is_used);
            let times = used.map(|(slot, one)| (one.created, one.id.as_ref(), slot)).collect();
            let length = |slot: usize| slots.get(slot).map_or(0, |one| one.length);
            Arc::new(Sittings::new(times, slots.len(), &length))
        });
        Arc::clone(sittings)
    }
}
