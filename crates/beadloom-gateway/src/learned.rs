//! What use taught: queries that led to successful calls.
//!
//! Three views of the same pairs are added to what the definitions say, each in standard deviations, so that none needs a scale: past
//! queries as further text of their tools (counted by logarithm, so that a tool that is called all the time does not win by
//! that), a classifier over words, and the mean of past queries' vectors. Only tools that something was learned of cost anything.

use beadloom_words::bm25;
use rustc_hash::FxHashMap;

use crate::catalogue::{Catalogue, Cold, Hasher, ParsedQuery, add};
use crate::classifier::Classifier;
use crate::confidence::{FIRST, Signals, signals};
use crate::inverted::{idf, mean, z};
use crate::parts::Parts;
use crate::ranking::{Ranked, Ranking};
use crate::tables::dot;

/// A query and the tool that was called for it.
#[derive(Debug, Clone)]
pub struct Pair {
    /// In the catalogue.
    pub tool: u32,
    /// What the query's words are, each once; hashes begin with `#`.
    pub terms: Vec<Box<str>>,
    /// Of the query; None where its text is not kept, or there is no model.
    pub vector: Option<Vec<f32>>,
    /// The same by a transformer.
    pub by_model: Option<Vec<f32>>,
    /// 0 to 1.
    pub confidence: f32,
}

/// BM25 of tools' texts with past queries appended.
const PAST: (f32, f32) = (1.2, 0.3);

/// What past queries that have a word add to its occurrences in the tool's text, by the logarithm of how many they are.
const PAST_TEXT: f32 = 1.2;

/// Pairs at which what was learned counts half of what it ever will.
const HALF: f32 = 100.0;

/// What the definitions count where all was learned, and how much more where nothing was.
const COLD: (f32, f32) = (0.3, 2.0);

/// What the tool's own vector counts beside those of past queries.
const OWN_VECTOR: f32 = 2.0;

/// What past queries as text and the mean of their vectors count beside the classifier.
const TEXT_WEIGHT: f32 = 1.25;
const VECTORS_WEIGHT: f32 = 1.5;

/// The same of a transformer's vectors.
const MODEL_WEIGHT: f32 = 4.0;

/// A tool without any pair keeps its place among the first five of the definitions' own ranking if it stands out there by so many
/// standard deviations, and takes that of a tool that is not further ahead of it than this.
const STANDS_OUT: f32 = 1.0;
const FAR_AHEAD: f32 = 7.0;

/// A past query is near that has this share of what the words of a query are worth.
const MIN_NEAR_SHARE: f32 = 0.3;

/// By tool: the sum of the vectors of past queries and its own, and how long that is.
#[derive(Default)]
struct Centroids(FxHashMap<u32, (Vec<f32>, f32)>);

impl Centroids {
    fn add(&mut self, pair: &Pair, own: Option<&[f32]>, vector: &[f32]) {
        let (sum, norm) = self.0.entry(pair.tool).or_insert_with(|| match own {
            Some(own) => (own.iter().map(|x| OWN_VECTOR * x).collect(), 1.0),
            None => (vec![0.0; vector.len()], 1.0),
        });
        add(sum, pair.confidence, vector);
        *norm = dot(sum, sum).sqrt().max(1e-9);
    }

    /// By tool, of a query; where nothing was learned, as the tools' own vectors have it.
    fn products(&self, query: &[f32], own: &[f32]) -> Vec<f32> {
        let mut products = own.to_vec();
        for (tool, (sum, norm)) in &self.0 {
            if let Some(product) = products.get_mut(*tool as usize) {
                *product = dot(query, sum) / norm;
            }
        }
        products
    }
}

/// Pairs, to rank by.
#[derive(Default)]
pub struct Learned {
    /// Words that no definition has, behind those of the catalogue.
    new_terms: FxHashMap<Box<str>, u32>,
    hasher: Option<Hasher>,
    /// By term: tools by number, and the sum of the confidences of past queries.
    past: FxHashMap<u32, Vec<(u32, f32)>>,
    /// By tool, with past queries.
    lengths: Vec<f32>,
    centroids: Centroids,
    /// The same by a transformer.
    by_model: Centroids,
    classifier: Option<Classifier>,
    /// By tool: how many pairs.
    counts: FxHashMap<u32, u32>,
    /// By term: pairs that have it.
    near: FxHashMap<u32, Vec<u32>>,
    /// By pair: its tool and confidence.
    tools: Vec<(u32, f32)>,
    idf: FxHashMap<u32, f32>,
    keeps_vectors: bool,
    keeps_model: bool,
    keeps_classifier: bool,
}

impl Learned {
    /// Nothing yet. `hasher`: what words are hashed with, where some are.
    pub fn new(catalogue: &Catalogue, hasher: Option<Hasher>, parts: Parts) -> Self {
        Self {
            hasher,
            lengths: catalogue.words().lengths().to_vec(),
            keeps_vectors: parts.past_vectors,
            keeps_model: parts.transformer,
            keeps_classifier: parts.classifier,
            ..Self::default()
        }
    }

    /// Adds a pair. What a pair does depends on those before it alone: the same pairs in the same order always end in the same.
    pub fn add(&mut self, catalogue: &Catalogue, pair: &Pair) {
        let ids = self.ids_of(catalogue, pair);
        self.add_text(catalogue, pair, &ids);
        let unit = self.unit(catalogue, &ids);
        let number = self.tools.len() as u32;
        self.tools.push((pair.tool, pair.confidence));
        for id in &ids {
            self.near.entry(*id).or_default().push(number);
        }
        if self.keeps_vectors
            && let Some(vector) = &pair.vector
        {
            let own = catalogue.vectors.get(pair.tool as usize).and_then(Option::as_deref);
            self.centroids.add(pair, own, &catalogue.weighed(vector));
        }
        if self.keeps_model
            && let Some(vector) = &pair.by_model
            && let Some(own) = catalogue.by_model.get(pair.tool as usize)
        {
            self.by_model.add(pair, Some(own), vector);
        }
        if self.keeps_classifier {
            let classifier = self.classifier.get_or_insert_with(|| Classifier::new(catalogue));
            classifier.learn(catalogue, pair.tool, &unit, pair.confidence);
        }
    }

    /// Whether words that are hashed can be told.
    pub fn knows_hashes(&self) -> bool {
        self.hasher.is_some()
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether nothing was learned.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    fn ids_of(&mut self, catalogue: &Catalogue, pair: &Pair) -> Vec<u32> {
        let known = catalogue.words().len() as u32;
        let mut ids = Vec::with_capacity(pair.terms.len());
        for term in &pair.terms {
            let of_catalogue = match (&self.hasher, term.starts_with('#')) {
                (Some(hasher), true) => catalogue.hashed(hasher).get(term).copied(),
                _ => catalogue.words().id(term),
            };
            let next = known + self.new_terms.len() as u32;
            ids.push(of_catalogue.unwrap_or_else(|| *self.new_terms.entry(term.clone()).or_insert(next)));
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The numbers of a query's terms that the catalogue or a past query has.
    fn asked_ids(&self, catalogue: &Catalogue, asked: &ParsedQuery) -> Vec<u32> {
        let of = |term: &String| {
            let term: Box<str> = term.as_str().into();
            catalogue.words().id(&term).or_else(|| self.new_terms.get(&term).copied()).or_else(|| {
                let hashed = self.hasher.as_ref()?(&term);
                self.new_terms.get(hashed.as_str()).copied()
            })
        };
        asked.terms.iter().filter_map(of).collect()
    }

    fn add_text(&mut self, catalogue: &Catalogue, pair: &Pair, ids: &[u32]) {
        *self.counts.entry(pair.tool).or_default() += 1;
        let added = |confidence: f32| PAST_TEXT * (1.0 + confidence).ln();
        for id in ids {
            let of_past = self.past.entry(*id).or_default();
            let more = match of_past.binary_search_by_key(&pair.tool, |one| one.0) {
                Ok(at) => of_past.get_mut(at).map_or(0.0, |(_, confidence)| {
                    let before = added(*confidence);
                    *confidence += pair.confidence;
                    added(*confidence) - before
                }),
                Err(at) => {
                    of_past.insert(at, (pair.tool, pair.confidence));
                    let own = catalogue.words().postings(*id);
                    let is_new = |tool: &u32| own.binary_search_by_key(tool, |one| one.0).is_err();
                    let new = of_past.iter().filter(|(tool, _)| is_new(tool)).count();
                    self.idf.insert(*id, idf(catalogue.len(), own.len() + new));
                    added(pair.confidence)
                }
            };
            if let Some(length) = self.lengths.get_mut(pair.tool as usize) {
                *length += more;
            }
        }
    }

    fn idf_of(&self, catalogue: &Catalogue, id: u32) -> f32 {
        self.idf.get(&id).copied().unwrap_or_else(|| catalogue.words().idf(id))
    }

    /// Terms as a vector of length 1, by how rare they are.
    fn unit(&self, catalogue: &Catalogue, ids: &[u32]) -> Vec<(u32, f32)> {
        let weighed: Vec<(u32, f32)> = ids.iter().map(|id| (*id, self.idf_of(catalogue, *id))).collect();
        let norm = weighed.iter().map(|(_, x)| x * x).sum::<f32>().sqrt().max(1e-9);
        weighed.into_iter().map(|(id, x)| (id, x / norm)).collect()
    }

    /// What the definitions and what was learned say together.
    pub(crate) fn scores(
        &self,
        catalogue: &Catalogue,
        asked: &ParsedQuery,
        cold: &Cold,
        parts: Parts,
    ) -> Vec<f32> {
        if self.is_empty() {
            return cold.scores.clone();
        }
        let share = self.len() as f32 / (self.len() as f32 + HALF);
        let of_cold = COLD.0 + COLD.1 * (1.0 - share);
        let mut sum = z(cold.scores.clone());
        sum.iter_mut().for_each(|score| *score *= of_cold);
        let ids = self.asked_ids(catalogue, asked);
        if parts.past_text {
            add(&mut sum, TEXT_WEIGHT, &z(self.by_text(catalogue, &ids)));
        }
        if parts.classifier
            && let Some(classifier) = &self.classifier
        {
            add(&mut sum, 1.0, &z(classifier.logits(&self.unit(catalogue, &ids), catalogue.len())));
        }
        if parts.past_vectors
            && let Some(vector) = &asked.vector
        {
            let products = self.centroids.products(&catalogue.weighed(vector), &cold.products);
            add(&mut sum, VECTORS_WEIGHT, &z(products));
        }
        if let Some(vector) = &asked.by_model
            && !cold.by_model.is_empty()
        {
            add(&mut sum, MODEL_WEIGHT, &z(self.by_model.products(vector, &cold.by_model)));
        }
        sum
    }

    fn by_text(&self, catalogue: &Catalogue, ids: &[u32]) -> Vec<f32> {
        let (k1, b) = PAST;
        let average = mean(&self.lengths).max(f32::MIN_POSITIVE);
        let mut scores = vec![0.0; self.lengths.len()];
        let added = |confidence: f32| PAST_TEXT * (1.0 + confidence).ln();
        for id in ids {
            let idf = self.idf_of(catalogue, *id);
            let of_past = self.past.get(id).map_or(&[][..], Vec::as_slice);
            let own = catalogue.words().postings(*id);
            let mut score = |tool: u32, count: f32| {
                let (Some(score), Some(length)) =
                    (scores.get_mut(tool as usize), self.lengths.get(tool as usize))
                else {
                    return;
                };
                *score += idf * bm25::saturated(count, *length, average, k1, b);
            };
            for (tool, count) in own {
                let more =
                    of_past.binary_search_by_key(tool, |one| one.0).ok().and_then(|at| of_past.get(at));
                score(*tool, count + more.map_or(0.0, |(_, more)| *more));
            }
            for (tool, count) in of_past {
                if own.binary_search_by_key(tool, |one| one.0).is_err() {
                    score(*tool, added(*count));
                }
            }
        }
        scores
    }

    /// What a search knows of itself. What was learned counts only where a past query is near: else the gap between tools is one that
    /// words without meaning made.
    pub fn signals(&self, catalogue: &Catalogue, asked: &ParsedQuery, ranking: &Ranking) -> Signals {
        let ids = self.asked_ids(catalogue, asked);
        let first = ranking.found.iter().take(FIRST);
        let covered = first.map(|one| catalogue.covered(asked, one.number)).fold(0.0, f64::max);
        let near = self.nearest(&ids, asked.terms.len(), &ranking.found);
        let scores: Vec<f32> = if near < MIN_NEAR_SHARE && !self.is_empty() {
            let of = |one: &Ranked| ranking.cold.get(one.number as usize).copied().unwrap_or(0.0);
            let mut scores: Vec<f32> = ranking.found.iter().map(of).collect();
            scores.sort_unstable_by(|a, b| b.total_cmp(a));
            scores
        } else {
            ranking.found.iter().map(|one| one.score).collect()
        };
        // What past queries said in the same words needs no agreement of definitions.
        let near = f64::from(((near - MIN_NEAR_SHARE) / (1.0 - MIN_NEAR_SHARE)).max(0.0));
        // Words that past queries had are known, too, though no definition has them.
        let known = if self.is_empty() { 0.0 } else { ids.len() as f64 / asked.terms.len().max(1) as f64 };
        signals(&scores, covered.max(known), near, ranking.agreement.max(near).max(known))
    }

    /// Of what a query's words are worth, the share that one past query of the first tools has; words that many past queries have are worth
    /// little. Times how sure that pair is.
    fn nearest(&self, ids: &[u32], terms: usize, found: &[Ranked]) -> f32 {
        let tools: Vec<u32> = found.iter().take(FIRST).map(|one| one.number).collect();
        let worth = |having: usize| idf(self.tools.len(), having);
        let unknown = terms.saturating_sub(ids.len()) as f32 * worth(0);
        let mut all = unknown;
        let mut shares: FxHashMap<u32, f32> = FxHashMap::default();
        for id in ids {
            let pairs = self.near.get(id).map_or(&[][..], Vec::as_slice);
            let worth = worth(pairs.len());
            all += worth;
            for pair in pairs {
                *shares.entry(*pair).or_default() += worth;
            }
        }
        let of_pair = |(pair, share): (&u32, &f32)| {
            let (tool, confidence) = self.tools.get(*pair as usize)?;
            tools.contains(tool).then_some(share / all * confidence)
        };
        shares.iter().filter_map(of_pair).fold(0.0, f32::max)
    }

    /// Tools that nothing was learned of keep a place in the first five where the definitions alone rank them first.
    pub(crate) fn guard(&self, cold: &[f32], found: &mut Vec<Ranked>) {
        if self.is_empty() || found.len() <= FIRST {
            return;
        }
        let cold = z(cold.to_vec());
        let of = |number: u32| cold.get(number as usize).copied().unwrap_or(f32::MIN);
        let mut by_cold: Vec<u32> = found.iter().map(|one| one.number).collect();
        let (first, _, _) =
            by_cold.select_nth_unstable_by(FIRST, |a, b| of(*b).total_cmp(&of(*a)).then(a.cmp(b)));
        first.sort_unstable_by(|a, b| of(*b).total_cmp(&of(*a)).then(a.cmp(b)));
        by_cold.truncate(FIRST);
        by_cold.retain(|number| !self.counts.contains_key(number) && of(*number) >= STANDS_OUT);
        for number in &by_cold {
            let at = found.iter().position(|one| one.number == *number);
            let Some((at, own)) = at.filter(|at| *at >= FIRST).and_then(|at| Some((at, *found.get(at)?)))
            else {
                continue;
            };
            // In place of the last of the five that keeps none itself; that one is the sixth then.
            let gives_way =
                |one: &Ranked| !by_cold.contains(&one.number) && one.score - own.score < FAR_AHEAD;
            let Some(place) = found.iter().take(FIRST).rposition(gives_way) else { continue };
            found.remove(at);
            let left = found.remove(place);
            let score = found.get(FIRST - 2).map_or(left.score, |one| one.score.min(left.score));
            found.insert(FIRST - 1, Ranked { score, ..own });
            found.insert(FIRST, Ranked { score, ..left });
        }
    }
}
