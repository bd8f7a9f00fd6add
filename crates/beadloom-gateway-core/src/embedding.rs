//! Vectors of tools and past queries by a transformer, where the user has one.
//!
//! They are made beside the answers: a thread takes what waits, embeds it while others ask, and puts it back. Until every tool has its
//! vector, and whenever something is wrong with the model, the bundled tables serve alone.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beadloom_gateway::ParsedQuery;
use beadloom_model::requests::GatewayTool;
use beadloom_model::{Error, Result};
use beadloom_onnx::{Role, Transformer};
use beadloom_store::{PairRow, ToolRow};

use crate::meaning::{Key, Meaning, Waiting};
use crate::state::{State, definition};

/// Texts that are taken at a time.
const BATCH: usize = 16;

/// Bytes of a text that are embedded: a model reads a few hundred words.
const MAX_TEXT_BYTES: usize = 1_200;

impl State {
    /// From now on this transformer is to serve; what it embedded before is there.
    pub fn use_model(&mut self, transformer: Arc<Transformer>) -> Result<()> {
        self.refresh()?;
        self.meaning = Some(Meaning::new(transformer));
        self.model_failure = None;
        self.await_all();
        self.reindex();
        Ok(())
    }

    /// None serves any more, for this reason if there is one.
    pub fn leave_model(&mut self, failure: Option<Error>) {
        self.meaning = None;
        self.model_failure = failure;
        self.reindex();
    }

    /// What is to be embedded next; nothing where all is there.
    pub fn waiting(&mut self) -> Vec<Waiting> {
        let Some(meaning) = &mut self.meaning else { return Vec::new() };
        let from = meaning.waiting.len().saturating_sub(BATCH);
        meaning.waiting.split_off(from)
    }

    /// Whether anything is.
    pub fn has_waiting(&self) -> bool {
        self.meaning.as_ref().is_some_and(|meaning| !meaning.waiting.is_empty())
    }

    /// Takes vectors that were made. With the last of them the model serves.
    pub fn embedded(&mut self, waited: Vec<Waiting>, vectors: Vec<Vec<f32>>) -> Result<()> {
        let Some(meaning) = &self.meaning else { return Ok(()) };
        // What was forgotten meanwhile is not kept.
        let is_queued = |(key, _): &(Key, Vec<f32>)| meaning.queued.contains(key);
        let made = waited.into_iter().map(|one| one.key).zip(vectors).filter(is_queued).collect();
        self.keep_vectors(made)?;
        if !self.has_waiting() {
            self.reindex();
        }
        Ok(())
    }

    /// Forgets the vectors of what is no longer there: those of queries say what was asked.
    pub fn forget_vectors(&mut self) -> Result<()> {
        self.store.drop_vectors()?;
        let pairs = self.pair_rows();
        let queries = pairs.iter().filter_map(|row| row.query.as_deref());
        let queries = queries.map(|query| self.key_of(Role::Query, cut(query)));
        let tools = self.rows().1.iter().filter_map(|row| definition(&row.offered).ok());
        let tools = tools.map(|tool| self.key_of(Role::Document, &text_of(&tool)));
        let left: HashSet<Key> = queries.chain(tools).collect();
        let Some(meaning) = &mut self.meaning else { return Ok(()) };
        meaning.waiting.retain(|one| left.contains(&one.key));
        meaning.queued.retain(|key| left.contains(key));
        let vectors = std::mem::take(&mut meaning.vectors);
        self.reindex();
        self.keep_vectors(vectors.into_iter().filter(|(key, _)| left.contains(key)).collect())
    }

    /// A query with its vector, where the model serves.
    pub fn with_meaning(&mut self, asked: ParsedQuery, query: &str) -> ParsedQuery {
        if asked.is_empty() || !self.tools().has_model() {
            return asked;
        }
        match self.query_vector(query) {
            Ok(Some(vector)) => asked.by_model(vector),
            Ok(None) => asked,
            Err(error) => {
                self.leave_model(Some(error));
                asked
            }
        }
    }

    fn query_vector(&mut self, query: &str) -> Result<Option<Vec<f32>>> {
        let text = cut(query);
        let key = self.key_of(Role::Query, text);
        let Some(meaning) = &self.meaning else { return Ok(None) };
        if let Some(vector) = meaning.vectors.get(&key) {
            return Ok(Some(vector.clone()));
        }
        let made = meaning.transformer.embed(Role::Query, &[text], &AtomicBool::new(false))?;
        Ok(made.into_iter().next())
    }

    /// Keeps the vector of a query that was learned from; without its text nothing of it is kept.
    pub fn keep_query(&mut self, asked: &ParsedQuery, query: &str) -> Result<()> {
        let key = self.key_of(Role::Query, cut(query));
        match asked.model_vector() {
            Some(vector) if self.meaning.is_some() => self.keep_vectors(vec![(key, vector.to_vec())]),
            _ => Ok(()),
        }
    }

    /// Of a past query.
    pub fn pair_vector(&self, row: &PairRow) -> Option<Vec<f32>> {
        let key = self.key_of(Role::Query, cut(row.query.as_deref()?));
        self.meaning.as_ref()?.vectors.get(&key).cloned()
    }

    /// Of tools; None unless every one of them has its own.
    pub fn tool_vectors<'a>(&self, tools: impl Iterator<Item = &'a GatewayTool>) -> Option<Vec<Vec<f32>>> {
        let meaning = self.meaning.as_ref()?;
        tools.map(|tool| meaning.vectors.get(&self.key_of(Role::Document, &text_of(tool))).cloned()).collect()
    }

    /// What of a tool has no vector yet is to get one.
    pub fn await_tool(&mut self, row: &ToolRow) {
        if self.meaning.is_some()
            && row.held.is_none()
            && let Ok(tool) = definition(&row.offered)
        {
            self.wait_for(Role::Document, text_of(&tool));
        }
    }

    /// The same of a past query.
    pub fn await_pair(&mut self, row: &PairRow) {
        if self.meaning.is_some()
            && let Some(query) = &row.query
        {
            self.wait_for(Role::Query, cut(query).to_owned());
        }
    }

    /// Tools last, which are taken first: with them the model serves.
    fn await_all(&mut self) {
        let (pairs, tools) = (self.pair_rows(), self.rows().1.to_vec());
        pairs.iter().for_each(|row| self.await_pair(row));
        tools.iter().for_each(|row| self.await_tool(row));
    }

    fn wait_for(&mut self, role: Role, text: String) {
        let key = self.key_of(role, &text);
        let Some(meaning) = &mut self.meaning else { return };
        if meaning.vectors.contains_key(&key) || meaning.queued.contains(&key) {
            return;
        }
        let width = meaning.transformer.dimension();
        // What cannot be read is made again.
        let kept = self.store.vector(meaning.transformer.fingerprint(), &key).ok().flatten();
        match kept.map(|bytes| numbers(&bytes)).filter(|vector| vector.len() == width) {
            Some(vector) => drop(meaning.vectors.insert(key, vector)),
            None => {
                meaning.queued.insert(key);
                meaning.waiting.push(Waiting { key, role, text });
            }
        }
    }

    fn keep_vectors(&mut self, made: Vec<(Key, Vec<f32>)>) -> Result<()> {
        let Some(meaning) = &mut self.meaning else { return Ok(()) };
        let rows: Vec<(Vec<u8>, Vec<u8>)> = made
            .iter()
            .map(|(key, vector)| (key.to_vec(), vector.iter().flat_map(|x| x.to_le_bytes()).collect()))
            .collect();
        for (key, vector) in made {
            meaning.queued.remove(&key);
            meaning.vectors.insert(key, vector);
        }
        self.store.put_vectors(meaning.transformer.fingerprint(), &rows)
    }

    fn key_of(&self, role: Role, text: &str) -> Key {
        let label: &[u8] = match role {
            Role::Query => b"beadloom gateway text of a query",
            Role::Document => b"beadloom gateway text of a tool",
        };
        let code = self.key.code(label, text.as_bytes());
        code.first_chunk().copied().unwrap_or_default()
    }
}

/// What of a tool is embedded.
fn text_of(tool: &GatewayTool) -> String {
    let name: String = tool.name.chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
    let parts = [Some(name.as_str()), tool.title.as_deref(), tool.description.as_deref()];
    let text = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ");
    cut(&text).to_owned()
}

fn cut(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or_default()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}
