//! The tools of all servers, to be found by what their definitions say.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use beadloom_embed::StaticModel;
use beadloom_model::requests::GatewayTool;
use rustc_hash::FxHashMap;

use crate::document::{Field, MAX_TEXT_BYTES, cut, each_text};
use crate::inverted::{Inverted, z};
use crate::parts::Parts;
use crate::tables::{Shares, Tables, dot};
use crate::words::{Words, grams};

/// BM25 of words: how fast further occurrences count for less, and how much a long text.
const WORDS: (f32, f32) = (1.2, 0.4);

/// The same of runs of characters.
const GRAMS: (f32, f32) = (1.2, 0.4);

/// What runs of characters, vectors and the server are worth beside words.
const GRAM_WEIGHT: f32 = 0.3;
const VECTOR_WEIGHT: f32 = 1.4;
const SERVER_WEIGHT: f32 = 0.3;

/// What vectors of a transformer are worth.
const MODEL_WEIGHT: f32 = 4.0;

/// How much of a vector's product is that of the name.
const NAME_SHARE: f32 = 0.3;

/// Tools of a server whose mean is the score of the server.
const SERVER_TOOLS: usize = 3;

/// Makes of a word what stands for it where no text is kept.
pub type Hasher = Box<dyn Fn(&str) -> String + Send + Sync>;

/// A tool, read.
#[derive(Debug)]
pub struct Reading {
    /// Terms with how much they count.
    pub(crate) terms: Vec<(Box<str>, f32)>,
    pub(crate) grams: Vec<(u64, f32)>,
    pub(crate) vector: Option<Vec<f32>>,
    /// The name as if it were asked for, and the description alone: what tables are compared by.
    pub(crate) name_asked: Option<Vec<f32>>,
    pub(crate) described: Option<Vec<f32>>,
    /// Numbers of each table's vectors.
    pub(crate) widths: Vec<usize>,
    is_read_only: bool,
}

/// Reads tools' definitions; keeps nothing but what makes it quick.
pub struct Reader {
    words: Words,
    tables: Tables,
}

impl Reader {
    /// `tables`: of static vectors; without any, words alone count. By the first one words of a query are weighed.
    pub fn new(tables: Vec<Arc<StaticModel>>) -> Self {
        Self { words: Words::default(), tables: Tables::new(tables) }
    }

    /// A tool of a server.
    pub fn read(&mut self, server: &str, tool: &GatewayTool) -> Reading {
        let mut terms: BTreeMap<Box<str>, f32> = BTreeMap::new();
        let mut runs: BTreeMap<u64, f32> = BTreeMap::new();
        let mut told: Vec<(Box<str>, f32)> = Vec::new();
        each_text(server, tool, &mut |field, text| {
            let weight = field.weight();
            self.words.terms(text, &mut |term| {
                *terms.entry(term.into()).or_default() += weight;
                if let Some(vector_weight) = vector_weight(field) {
                    told.push((term.into(), vector_weight));
                }
            });
            grams(text, &mut |run| *runs.entry(run).or_default() += weight);
        });
        let counted = |terms: &[(Box<str>, f32)]| {
            self.tables.vector(&|table| table.embed_code(terms.iter().map(|(term, count)| (&**term, *count))))
        };
        let of_name = counted(&terms_of(&mut self.words, &tool.name));
        let described = counted(&terms_of(&mut self.words, tool.description.as_deref().unwrap_or_default()));
        let vector = counted(&told).map(|all| with_name(all, of_name));
        let asked = self.words.query_terms(&tool.name);
        let name_asked = self.tables.vector(&|table| table.embed_query(asked.iter().map(String::as_str)));
        let is_read_only = tool
            .annotations
            .as_ref()
            .and_then(|annotations| annotations.get("readOnlyHint"))
            .and_then(serde_json::Value::as_bool)
            .unwrap_or(false);
        Reading {
            terms: terms.into_iter().collect(),
            grams: runs.into_iter().collect(),
            vector,
            name_asked,
            described,
            widths: self.tables.widths(),
            is_read_only,
        }
    }

    /// Words of which a vector is made; the others add nothing to one.
    pub fn vector_words(&self) -> impl Iterator<Item = &str> {
        self.tables.terms()
    }

    /// What a query of these words is about, as [`ParsedQuery::vector`] has it.
    pub fn vector_of(&self, words: &[&str]) -> Option<Vec<f32>> {
        self.tables.vector(&|table| table.embed_query(words.iter().copied()))
    }

    /// A query.
    pub fn ask(&mut self, query: &str) -> ParsedQuery {
        let terms = self.words.query_terms(query);
        let mut runs: Vec<u64> = Vec::new();
        grams(query, &mut |run| runs.push(run));
        runs.sort_unstable();
        runs.dedup();
        let vector = self.tables.vector(&|table| table.embed_query(terms.iter().map(String::as_str)));
        let known: Vec<Option<f32>> = terms.iter().map(|term| self.tables.worth(term)).collect();
        // A word that the table does not know is rare.
        let most = known.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
        let weights = known.into_iter().map(|weight| weight.unwrap_or(most) / most).collect();
        ParsedQuery { terms, weights, grams: runs, vector, by_model: None }
    }
}

fn terms_of(words: &mut Words, text: &str) -> Vec<(Box<str>, f32)> {
    let mut terms = Vec::new();
    words.terms(cut(text, MAX_TEXT_BYTES), &mut |term| terms.push((term.into(), 1.0)));
    terms
}

/// The vector of a whole text and that of its name as one: its product with another vector is the weighted sum of both products.
fn with_name(mut all: Vec<f32>, name: Option<Vec<f32>>) -> Vec<f32> {
    if let Some(name) = name {
        all.iter_mut().zip(name).for_each(|(x, of_name)| *x += NAME_SHARE / (1.0 - NAME_SHARE) * of_name);
    }
    all
}

fn vector_weight(field: Field) -> Option<f32> {
    match field {
        Field::Name => Some(2.0),
        Field::Title | Field::Server | Field::Description => Some(1.0),
        Field::ParameterName => Some(0.3),
        Field::ParameterText => Some(0.2),
    }
}

/// A query, read.
#[derive(Debug, Clone)]
pub struct ParsedQuery {
    /// Each once.
    pub(crate) terms: Vec<String>,
    /// Of the terms, 0 to 1.
    pub(crate) weights: Vec<f32>,
    pub(crate) grams: Vec<u64>,
    pub(crate) vector: Option<Vec<f32>>,
    pub(crate) by_model: Option<Vec<f32>>,
}

impl ParsedQuery {
    /// With its vector by a transformer.
    pub fn by_model(mut self, vector: Vec<f32>) -> Self {
        self.by_model = Some(vector);
        self
    }

    /// Its vector by a transformer.
    pub fn model_vector(&self) -> Option<&[f32]> {
        self.by_model.as_deref()
    }

    /// What it looks for: each term once.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(String::as_str)
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// What it is about; None without a model, or where the model knows no word of it.
    pub fn vector(&self) -> Option<&[f32]> {
        self.vector.as_deref()
    }
}

/// A tool of the catalogue.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub server: Arc<str>,
    pub name: Arc<str>,
    pub is_read_only: bool,
}

/// All of them, by server and name.
#[derive(Default)]
pub struct Catalogue {
    pub(crate) entries: Vec<Entry>,
    numbers: FxHashMap<(Arc<str>, Arc<str>), u32>,
    words: Inverted<Box<str>>,
    grams: Inverted<u64>,
    shares: Shares,
    /// Weighed by the shares.
    pub(crate) vectors: Vec<Option<Vec<f32>>>,
    pub(crate) readings: Vec<Arc<Reading>>,
    /// By a transformer, of every tool; empty where none serves.
    pub(crate) by_model: Vec<Vec<f32>>,
    servers: Vec<Vec<u32>>,
    hashed: OnceLock<FxHashMap<Box<str>, u32>>,
}

impl Catalogue {
    /// Of tools that were read, which must be sorted by server and name.
    pub fn new<'a>(tools: impl IntoIterator<Item = (&'a str, &'a str, Arc<Reading>)>) -> Self {
        let mut all = Self::default();
        let mut server: Arc<str> = Arc::from("");
        for (of, name, reading) in tools {
            if all.servers.is_empty() || &*server != of {
                server = of.into();
                all.servers.push(Vec::new());
            }
            let number = all.entries.len() as u32;
            all.servers.last_mut().into_iter().for_each(|numbers| numbers.push(number));
            let name: Arc<str> = name.into();
            all.numbers.insert((server.clone(), name.clone()), number);
            all.entries.push(Entry { server: server.clone(), name, is_read_only: reading.is_read_only });
            all.words.push(&reading.terms);
            all.grams.push(&reading.grams);
            all.readings.push(reading);
        }
        let widths = all.readings.first().map(|reading| reading.widths.clone()).unwrap_or_default();
        all.shares = Shares::of(
            &widths,
            all.readings
                .iter()
                .map(|reading| Some((reading.name_asked.as_deref()?, reading.described.as_deref()?))),
        );
        all.vectors =
            all.readings.iter().map(|reading| Some(all.weighed(reading.vector.as_ref()?))).collect();
        all
    }

    /// With the vectors of a transformer, one for each tool in their order; other numbers of them are not taken.
    pub fn by_model(mut self, vectors: Vec<Vec<f32>>) -> Self {
        if vectors.len() == self.entries.len() {
            self.by_model = vectors;
        }
        self
    }

    /// Whether a transformer serves.
    pub fn has_model(&self) -> bool {
        !self.by_model.is_empty()
    }

    /// A vector by all tables, as products with those of tools need it.
    pub(crate) fn weighed(&self, vector: &[f32]) -> Vec<f32> {
        self.shares.weighed(vector.to_vec())
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where a tool stands.
    pub fn number(&self, server: &str, name: &str) -> Option<u32> {
        self.numbers.get(&(server.into(), name.into())).copied()
    }

    /// The server of a tool.
    pub fn server(&self, number: u32) -> &str {
        self.entries.get(number as usize).map_or("", |entry| &entry.server)
    }

    /// Whether a tool says that it changes nothing.
    pub fn is_read_only(&self, number: u32) -> bool {
        self.entries.get(number as usize).is_some_and(|entry| entry.is_read_only)
    }

    /// The name of a tool.
    pub fn name(&self, number: u32) -> &str {
        self.entries.get(number as usize).map_or("", |entry| &entry.name)
    }

    /// What the definitions alone say of a query, in standard deviations.
    pub(crate) fn cold(&self, asked: &ParsedQuery, parts: Parts) -> Cold {
        let terms: Vec<(u32, f32)> = asked
            .terms
            .iter()
            .zip(&asked.weights)
            .filter_map(|(term, weight)| Some((self.words.id(&term.as_str().into())?, *weight)))
            .collect();
        let by_words = self.words.score(&terms, WORDS.0, WORDS.1);
        let agreeing = self.len().div_ceil(AGREEING_OF).clamp(1, MAX_AGREEING_TOOLS);
        let first_by_words = firsts(&by_words, agreeing);
        let mut sum = z(by_words);
        if parts.grams {
            let runs: Vec<(u32, f32)> =
                asked.grams.iter().filter_map(|run| Some((self.grams.id(run)?, 1.0))).collect();
            add(&mut sum, GRAM_WEIGHT, &z(self.grams.score(&runs, GRAMS.0, GRAMS.1)));
        }
        let asked_for = asked.vector.as_ref().map(|query| self.weighed(query));
        let products = asked_for.map(|query| products(&query, &self.vectors)).unwrap_or_default();
        let first_by_vectors = firsts(&products, agreeing);
        let both = first_by_words.iter().filter(|number| first_by_vectors.contains(number)).count();
        if parts.vectors && !products.is_empty() {
            add(&mut sum, VECTOR_WEIGHT, &z(products.clone()));
        }
        let by_model = asked.by_model.as_ref().map(|query| {
            let vectors = self.by_model.iter();
            vectors.map(|vector| dot(query, vector)).collect::<Vec<f32>>()
        });
        let by_model = by_model.filter(|_| parts.transformer).unwrap_or_default();
        if !by_model.is_empty() {
            add(&mut sum, MODEL_WEIGHT, &z(by_model.clone()));
        }
        if parts.servers && self.servers.len() > 1 {
            let mut of_servers = vec![0.0; sum.len()];
            for numbers in &self.servers {
                let mut best: Vec<f32> =
                    numbers.iter().filter_map(|number| sum.get(*number as usize).copied()).collect();
                best.sort_unstable_by(|a, b| b.total_cmp(a));
                best.truncate(SERVER_TOOLS);
                let score = crate::inverted::mean(&best);
                for number in numbers {
                    if let Some(of) = of_servers.get_mut(*number as usize) {
                        *of = score;
                    }
                }
            }
            add(&mut sum, SERVER_WEIGHT, &z(of_servers));
        }
        Cold { scores: sum, products, by_model, agreement: both as f64 / agreeing as f64 }
    }

    /// Of what the words of a query are worth, the share that the text of a tool has.
    pub(crate) fn covered(&self, asked: &ParsedQuery, tool: u32) -> f64 {
        let (mut all, mut has) = (0.0_f64, 0.0_f64);
        for (term, weight) in asked.terms.iter().zip(&asked.weights) {
            all += f64::from(*weight);
            let Some(id) = self.words.id(&term.as_str().into()) else { continue };
            if self.words.postings(id).binary_search_by_key(&tool, |one| one.0).is_ok() {
                has += f64::from(*weight);
            }
        }
        if all > 0.0 { has / all } else { 0.0 }
    }

    /// A tool's own text as a unit vector of terms.
    pub(crate) fn unit(&self, tool: u32) -> Vec<(u32, f32)> {
        let Some(reading) = self.readings.get(tool as usize) else { return Vec::new() };
        let weighed: Vec<(u32, f32)> = reading
            .terms
            .iter()
            .filter_map(|(term, count)| {
                let id = self.words.id(term)?;
                Some((id, (1.0 + count).ln() * self.words.idf(id)))
            })
            .collect();
        let norm = weighed.iter().map(|(_, x)| x * x).sum::<f32>().sqrt().max(1e-9);
        weighed.into_iter().map(|(id, x)| (id, x / norm)).collect()
    }

    /// The numbers of terms by what stands for them where no text is kept; made once, with the first hasher.
    pub(crate) fn hashed(&self, hasher: &Hasher) -> &FxHashMap<Box<str>, u32> {
        self.hashed.get_or_init(|| self.words.terms().map(|(term, id)| (hasher(term).into(), id)).collect())
    }

    pub(crate) fn words(&self) -> &Inverted<Box<str>> {
        &self.words
    }
}

/// What the definitions alone say.
pub(crate) struct Cold {
    /// By tool, in standard deviations.
    pub scores: Vec<f32>,
    /// By tool: of its vector and the query's; empty where the query has none.
    pub products: Vec<f32>,
    /// The same by a transformer.
    pub by_model: Vec<f32>,
    /// The share of the first tools by words that are among the first by vectors, too.
    pub agreement: f64,
}

/// By the first ones of so many tools it is seen whether words and vectors agree, and by so many at most.
const AGREEING_OF: usize = 20;
const MAX_AGREEING_TOOLS: usize = 10;

/// The first tools by a score, as far as any has one.
fn firsts(scores: &[f32], most: usize) -> Vec<u32> {
    let mut all: Vec<(f32, u32)> =
        scores.iter().copied().zip(0_u32..).filter(|(score, _)| *score > 0.0).collect();
    let compare = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if all.len() > most {
        all.select_nth_unstable_by(most, compare);
        all.truncate(most);
    }
    all.into_iter().map(|(_, number)| number).collect()
}

/// Of a query's vector and each other one; 0 where there is none.
fn products(query: &[f32], vectors: &[Option<Vec<f32>>]) -> Vec<f32> {
    vectors.iter().map(|vector| vector.as_deref().map_or(0.0, |vector| dot(query, vector))).collect()
}

pub(crate) fn add(sum: &mut [f32], weight: f32, values: &[f32]) {
    for (to, value) in sum.iter_mut().zip(values) {
        *to += weight * value;
    }
}
