//! The ranking.

use beadloom_embed::Text;
use beadloom_words::bm25;

use super::index::{Passage, RecallIndex};
use super::sittings::Sittings;
use super::{Found, NONE, RecallQuery, Settings, idf};

/// Terms of a question that count.
const MAX_QUERY_TERMS: usize = 64;

/// Of a question so many bytes are read.
const MAX_QUERY_BYTES: usize = 8_192;

/// A term of a question.
struct QueryTerm {
    text: String,
    /// None where no memory has it.
    number: Option<u32>,
    worth: f32,
}

/// What was summed, by slot.
struct Sums<'a> {
    sittings: &'a Sittings,
    scores: Vec<f32>,
    /// What the words are worth that it has, of all.
    covered: Vec<f32>,
    by_passage: Vec<f32>,
    /// Slots that have a word of the question, or what is like one, each once.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// By sitting: its score, and how often it has the term at hand.
    whole: Vec<f32>,
    counts: Vec<u32>,
}

impl RecallIndex {
    /// What answers a question, best first; empty where nothing does.
    pub fn find(&mut self, wanted: &RecallQuery<'_>) -> Vec<Found> {
        let Settings { least_words, least_cosine, .. } = self.settings;
        let sittings = self.sittings();
        let query = wanted.query.get(..wanted.query.floor_char_boundary(MAX_QUERY_BYTES)).unwrap_or_default();
        let words = self.terms.asked(query);
        let asked = self.asked(&words);
        let probe = self.probe(query, Text::Query);
        let near = match &probe {
            Some(probe) => self.near(probe, self.settings.compared.max(wanted.limit)),
            None => Vec::new(),
        };
        let mut sums = Sums {
            sittings: &sittings,
            scores: vec![0.0; self.slots.len()],
            covered: vec![0.0; self.slots.len()],
            by_passage: vec![0.0; self.passages.len()],
            touched: Vec::new(),
            is_touched: vec![false; self.slots.len()],
            whole: vec![0.0; sittings.len()],
            counts: vec![0; sittings.len()],
        };
        self.add_words(&asked, &words, &mut sums);
        let all: f32 = asked.iter().map(|one| one.worth).sum();
        self.finish(&mut sums, &near, all * self.settings.meaning * self.known_share(&asked));
        let may = |slot: usize| {
            self.slots.get(slot).is_some_and(|one| one.is_used) && (wanted.quality)(slot).is_some()
        };
        // What has no word of the question answers where it is near enough.
        let has_word = |slot: u32| covered(&sums, slot) > 0.0;
        let near = near.iter().filter(|(_, cosine)| *cosine >= least_cosine).map(|(slot, _)| *slot as u32);
        let near = near.filter(|slot| !has_word(*slot));
        let with_words = sums.touched.iter().copied().filter(|slot| has_word(*slot));
        let scored: Vec<(usize, f32)> =
            near.chain(with_words).map(|slot| (slot as usize, self.with_context(&sums, slot))).collect();
        let depth = self.settings.depth.max(wanted.limit.saturating_mul(2));
        let best = self.best(scored, depth, &may);
        let vectors = self.vectors();
        let mut found: Vec<Found> = best
            .into_iter()
            .enumerate()
            .map(|(rank, (slot, _))| {
                let quality = (wanted.quality)(slot).unwrap_or_default() as f32;
                let cosine =
                    vectors.as_ref().zip(probe.as_ref()).map_or(0.0, |(all, probe)| all.cosine(slot, probe));
                let score =
                    (1.0 + self.settings.quality * quality) / (self.settings.rank + rank as f32 + 1.0);
                let (matched, told) = self.told(slot, &asked);
                Found { slot, score, words: covered(&sums, slot as u32), matched, told, cosine }
            })
            .collect();
        if !found.iter().any(|one| one.words >= least_words || one.cosine >= least_cosine) {
            return Vec::new();
        }
        found.sort_by(|a, b| self.before((a.slot, a.score), (b.slot, b.score)));
        found.truncate(wanted.limit);
        found
    }

    /// The first `most` that may be found, best first. Only those that are good enough are looked at: most memories that have a
    /// word of the question are not.
    fn best(
        &self,
        mut scored: Vec<(usize, f32)>,
        most: usize,
        may: &dyn Fn(usize) -> bool,
    ) -> Vec<(usize, f32)> {
        let mut best: Vec<(usize, f32)> = Vec::new();
        let mut from = 0;
        while best.len() < most && from < scored.len() {
            let Some(rest) = scored.get_mut(from..) else { break };
            let many = rest.len().min(2 * most.max(from));
            if many < rest.len() {
                rest.select_nth_unstable_by(many, |a, b| self.before(*a, *b));
            }
            let Some(next) = rest.get_mut(..many) else { break };
            next.sort_unstable_by(|a, b| self.before(*a, *b));
            best.extend(next.iter().filter(|(slot, score)| *score > 0.0 && may(*slot)).copied());
            from += many;
        }
        best.truncate(most);
        best
    }

    /// The terms of a question, each once.
    fn asked(&self, words: &[String]) -> Vec<QueryTerm> {
        let mut asked: Vec<QueryTerm> = Vec::new();
        for text in words {
            if asked.len() < MAX_QUERY_TERMS && !asked.iter().any(|one| one.text == *text) {
                let number = self.terms.number(text);
                let used = number.map_or(0, |number| self.used(number));
                asked.push(QueryTerm {
                    text: text.clone(),
                    number: number.filter(|_| used > 0),
                    worth: idf(self.count, used),
                });
            }
        }
        asked
    }

    /// How many words of the question a memory has, and what they are worth of all that it has.
    fn told(&self, slot: usize, asked: &[QueryTerm]) -> (usize, f32) {
        let (mut matched, mut own, mut all) = (0, 0.0, 0.0);
        for term in self.distinct(slot) {
            let worth = idf(self.count, self.used(term));
            all += worth;
            if asked.iter().any(|one| one.number == Some(term)) {
                matched += 1;
                own += worth;
            }
        }
        (matched, if all > 0.0 { own / all } else { 0.0 })
    }

    /// How much of what a question asks for the model knows, cubed: where it knows little, its vectors say little.
    fn known_share(&self, asked: &[QueryTerm]) -> f32 {
        let Some(model) = &self.model else { return 0.0 };
        let (mut known, mut all) = (0.0, 0.0);
        for one in asked {
            all += one.worth;
            known += if model.id(&one.text).is_some() { one.worth } else { 0.0 };
        }
        if all > 0.0 { (known / all).powi(3) } else { 0.0 }
    }

    /// Adds what the words of a question give, those that begin alike, and pairs of them.
    fn add_words(&self, asked: &[QueryTerm], words: &[String], sums: &mut Sums<'_>) {
        let Settings { pair, beginning, .. } = self.settings;
        let all: f32 = asked.iter().map(|one| one.worth).sum();
        let entries = |number: u32| self.postings.get(number as usize).map_or(&[][..], |of| &of.entries);
        for one in asked {
            if let Some(number) = one.number {
                self.add(entries(number), one.worth, Some(one.worth / all), sums);
            }
        }
        for one in asked {
            let alike = self.terms.beginning_as(&one.text);
            let merged;
            let entries = if let [only] = alike {
                entries(*only)
            } else {
                merged = merged_entries(alike.iter().map(|number| entries(*number)));
                &merged
            };
            let worth = idf(self.count, self.memories_of(entries));
            self.add(entries, worth * beginning, None, sums);
        }
        for two in words.windows(2) {
            let [Some(one), Some(other)] =
                [two.first(), two.last()].map(|word| asked.iter().find(|asked| Some(&asked.text) == word))
            else {
                continue;
            };
            if let (Some(first), Some(second)) = (one.number, other.number) {
                let beside = self.beside(first, second);
                self.add(&beside, 0.5 * (one.worth + other.worth) * pair, None, sums);
            }
        }
    }

    /// Passages in which two terms stand beside each other, and how often.
    fn beside(&self, first: u32, second: u32) -> Vec<(u32, u16)> {
        let entries = |number: u32| self.postings.get(number as usize).map_or(&[][..], |of| &of.entries);
        let (mut one, mut other) = (entries(first), entries(second));
        let mut found = Vec::new();
        while let (Some(((a, _), after_a)), Some(((b, _), after_b))) =
            (one.split_first(), other.split_first())
        {
            if a == b {
                let terms = self.terms_of(*a);
                let count = terms.windows(2).filter(|two| *two == [first, second]).count();
                if count > 0 {
                    found.push((*a, u16::try_from(count).unwrap_or(u16::MAX)));
                }
            }
            if a <= b {
                one = after_a;
            }
            if b <= a {
                other = after_b;
            }
        }
        found
    }

    /// Memories in use that have one of these passages.
    fn memories_of(&self, entries: &[(u32, u16)]) -> usize {
        let slots = entries.chunk_by(|one, two| self.slot_of(one) == self.slot_of(two));
        let is_used = |run: &&[(u32, u16)]| {
            let slot = run.first().map_or(NONE, |entry| self.slot_of(entry));
            self.slots.get(slot as usize).is_some_and(|one| one.is_used)
        };
        slots.filter(is_used).count()
    }

    fn slot_of(&self, (passage, _): &(u32, u16)) -> u32 {
        self.passages.get(*passage as usize).map_or(NONE, |passage| passage.slot)
    }

    fn saturated(&self, count: f32, length: f32, mean: f32) -> f32 {
        let Settings { k1, b, pad, .. } = self.settings;
        bm25::saturated(count, length + pad, mean + pad, k1, b)
    }

    /// Adds a term by its passages. `covers`: what it is worth of the question, where it is a word of it.
    fn add(&self, entries: &[(u32, u16)], worth: f32, covers: Option<f32>, sums: &mut Sums<'_>) {
        let (mean, mean_passage) = self.means();
        let mut sittings: Vec<usize> = Vec::new();
        for run in entries.chunk_by(|one, two| self.slot_of(one) == self.slot_of(two)) {
            let slot = run.first().map_or(NONE, |entry| self.slot_of(entry));
            let at = slot as usize;
            let Some(one) = self.slots.get(at).filter(|one| one.is_used) else { continue };
            let count: u32 = run.iter().map(|(_, count)| u32::from(*count)).sum();
            if let Some(is_touched) = sums.is_touched.get_mut(at)
                && !std::mem::replace(is_touched, true)
            {
                sums.touched.push(slot);
            }
            if let (Some(score), Some(covered)) = (sums.scores.get_mut(at), sums.covered.get_mut(at)) {
                *score += worth * self.saturated(count as f32, one.length as f32, mean);
                *covered += covers.unwrap_or(0.0);
            }
            for (passage, count) in run {
                let length = self.passages.get(*passage as usize).map_or(0, |Passage { length, .. }| *length);
                if let Some(score) = sums.by_passage.get_mut(*passage as usize) {
                    *score += worth * self.saturated(f32::from(*count), length as f32, mean_passage);
                }
            }
            if let Some(sitting) = sums.sittings.of(at)
                && let Some(sum) = sums.counts.get_mut(sitting)
            {
                if *sum == 0 {
                    sittings.push(sitting);
                }
                *sum += count;
            }
        }
        let worth = idf(sums.sittings.len(), sittings.len());
        for sitting in sittings {
            if let (Some(count), Some(score)) = (sums.counts.get_mut(sitting), sums.whole.get_mut(sitting)) {
                let count = std::mem::take(count) as f32;
                *score += worth * self.saturated(count, sums.sittings.length(sitting), sums.sittings.mean());
            }
        }
    }

    /// Adds to the words of each memory its best passage, how much of the question it has, and how near it is.
    fn finish(&self, sums: &mut Sums<'_>, near: &[(usize, f32)], meaning: f32) {
        let Settings { coordination, passage, .. } = self.settings;
        for slot in &sums.touched {
            let at = *slot as usize;
            let (Some(one), Some(score)) = (self.slots.get(at), sums.scores.get_mut(at)) else { continue };
            let passages = one.passages.start as usize..one.passages.end as usize;
            let best = sums.by_passage.get(passages).unwrap_or_default().iter().copied().fold(0.0, f32::max);
            let covered = sums.covered.get(at).copied().unwrap_or_default();
            *score = (*score + passage * best) * (1.0 + coordination * covered);
        }
        for (slot, cosine) in near {
            if let Some(score) = sums.scores.get_mut(*slot) {
                *score += meaning * cosine.max(0.0);
            }
        }
    }

    /// The score of a memory with those of what stands around it.
    fn with_context(&self, sums: &Sums<'_>, slot: u32) -> f32 {
        let Settings { near, further, short, sitting, .. } = self.settings;
        let own = |slot: u32| sums.scores.get(slot as usize).copied().unwrap_or_default();
        let [before, after] = sums.sittings.around(slot);
        let [[before_that, _], [_, after_that]] = [before, after].map(|one| sums.sittings.around(one));
        let length = self.slots.get(slot as usize).map_or(0, |one| one.length) as f32;
        let beyond = short / (short + length) * (own(before_that) + own(after_that));
        let whole = sums.sittings.of(slot as usize).and_then(|at| sums.whole.get(at)).copied();
        own(slot) + near * (own(before) + own(after)) + further * beyond + sitting * whole.unwrap_or_default()
    }
}

fn covered(sums: &Sums<'_>, slot: u32) -> f32 {
    sums.covered.get(slot as usize).copied().unwrap_or_default()
}

/// Lists of passages as one, by passage, with the sums of their counts.
fn merged_entries<'a>(lists: impl Iterator<Item = &'a [(u32, u16)]>) -> Vec<(u32, u16)> {
    let mut all: Vec<(u32, u16)> = lists.flatten().copied().collect();
    // Runs that are sorted already: the stable sort merges them.
    all.sort_by_key(|(passage, _)| *passage);
    all.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 = kept.1.saturating_add(next.1);
        }
        is_same
    });
    all
}
