//! What a gateway has in memory, and how it is kept in step with the file.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use beadloom_gateway::{
    Calibration, Catalogue, Hasher, Learned, MAX_PAIRS, MIN_CONFIDENCE, Pair, ParsedQuery, Parts, Peer,
    Ranked, Reader, Reading, Signals, UNUSED, rank,
};
use beadloom_model::requests::{GatewayPrivacy, GatewayTool};
use beadloom_model::{Code, Error, Result};
use beadloom_store::{GatewayRevisions, GatewayStore, MemoryOwner, PairRow, SealKey, ServerRow, ToolRow};

use crate::clock::now;
use crate::meaning::Meaning;
use beadloom_local::{bundled_model, seals, tools_model};

/// Open, with what was read of the file.
pub(crate) struct State {
    pub store: GatewayStore,
    pub notice: Option<String>,
    pub privacy: GatewayPrivacy,
    pub learning: bool,
    pub parts: Parts,
    pub reader: Reader,
    /// What words are hashed with.
    pub key: SealKey,
    revisions: Option<GatewayRevisions>,
    servers: Vec<ServerRow>,
    tools: Vec<ToolRow>,
    /// By server, name and definition: what was read of tools that were there when the catalogue was made last.
    readings: HashMap<(String, String, String), Arc<Reading>>,
    /// By server and name: the definition, and the description in it.
    descriptions: HashMap<(String, String), (String, String)>,
    /// Of tools that may be found.
    catalogue: Arc<Catalogue>,
    /// Whether the catalogue has the tools of now: servers are read one after the other, and what nobody asks for is not made.
    is_indexed: bool,
    pairs: BTreeMap<i64, PairRow>,
    /// By what stands for it where no text is kept: every word that vectors are made of. Made once there is such a pair.
    hashed_words: Option<HashMap<String, Box<str>>>,
    learned: Option<Learned>,
    calibration: Option<Calibration>,
    /// Where a transformer serves, or is to.
    pub meaning: Option<Meaning>,
    /// Why none does that the settings name.
    pub model_failure: Option<Error>,
}

impl State {
    /// Opens the file; what is not worth keeping is dropped.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        if let Some(folder) = path.and_then(Path::parent) {
            // With its `.gitignore`; what keeps it from being made the store says of the file.
            let _ = beadloom_local::make_folder(folder);
        }
        let keys = seals::kept_keys();
        let (store, notice) = GatewayStore::open(path, MemoryOwner { keys, trusts: seals::trusts() })?;
        let key = match seals::kept_key() {
            Some(key) => key,
            None => SealKey::new(store.salt()?.try_into().unwrap_or_default()),
        };
        // A damaged table costs a part of the ranking and not the gateway; `model status` says what is wrong with it.
        let tables = [tools_model(), bundled_model()].into_iter().filter_map(|table| table.ok().flatten());
        let mut state = Self {
            store,
            notice,
            privacy: GatewayPrivacy::Text,
            learning: true,
            parts: Parts::ALL,
            reader: Reader::new(tables.collect()),
            key,
            revisions: None,
            servers: Vec::new(),
            tools: Vec::new(),
            readings: HashMap::new(),
            descriptions: HashMap::new(),
            is_indexed: true,
            catalogue: Arc::new(Catalogue::default()),
            pairs: BTreeMap::new(),
            hashed_words: None,
            learned: None,
            calibration: None,
            meaning: None,
            model_failure: None,
        };
        match state.prune() {
            // Another process is at it.
            Err(error) if error.code != Code::IndexBusy => Err(error),
            _ => Ok(state),
        }
    }

    /// Drops what is not worth keeping.
    pub fn prune(&mut self) -> Result<()> {
        self.store.prune(MIN_CONFIDENCE, now().saturating_sub(UNUSED), MAX_PAIRS).map(drop)
    }

    /// Drops what is not worth keeping once there is a fifth more than is kept: a process may live for weeks.
    pub fn prune_when_many(&mut self) -> Result<()> {
        let most = MAX_PAIRS as usize;
        if self.pairs.len() > most + most / 5 { self.prune() } else { Ok(()) }
    }

    /// Reads what was written since.
    pub fn refresh(&mut self) -> Result<()> {
        let revisions = self.store.revisions()?;
        if self.revisions == Some(revisions) {
            return Ok(());
        }
        let before = self.revisions.unwrap_or(GatewayRevisions { tools: -1, pairs: 0, removals: -1 });
        if before.tools != revisions.tools {
            self.servers = self.store.servers()?;
            self.tools = self.store.tools()?;
            self.read_tools();
            self.is_indexed = false;
            self.learned = None;
        }
        if before.pairs != revisions.pairs || before.removals != revisions.removals {
            let is_whole = before.removals != revisions.removals;
            if is_whole {
                self.pairs.clear();
                self.learned = None;
            }
            for row in self.store.pairs_since(if is_whole { -1 } else { before.pairs })? {
                self.take(row);
            }
        }
        self.revisions = Some(revisions);
        Ok(())
    }

    /// Keeps what tools say of themselves, to compare others with; what did not change is not read again.
    fn read_tools(&mut self) {
        let mut before = std::mem::take(&mut self.descriptions);
        let rows = std::mem::take(&mut self.tools);
        for row in &rows {
            self.await_tool(row);
            let key = (row.server.clone(), row.name.clone());
            let known = before.remove(&key).filter(|(offered, _)| *offered == row.offered);
            let described = known.unwrap_or_else(|| {
                let description = definition(&row.offered).ok().and_then(|tool| tool.description);
                (row.offered.clone(), description.unwrap_or_default())
            });
            self.descriptions.insert(key, described);
        }
        self.tools = rows;
    }

    /// Tools of other servers, by server and position.
    pub fn peers(&self, server: &str) -> Vec<Peer<'_>> {
        self.tools
            .iter()
            .filter(|row| row.server != server)
            .filter_map(|row| {
                let (_, description) = self.descriptions.get(&(row.server.clone(), row.name.clone()))?;
                Some(Peer { server: &row.server, name: &row.name, description })
            })
            .collect()
    }

    fn index(&mut self) {
        let mut found: Vec<(&ToolRow, GatewayTool)> = self
            .tools
            .iter()
            .filter(|row| row.held.is_none())
            .filter_map(|row| Some((row, definition(&row.offered).ok()?)))
            .collect();
        found.sort_unstable_by(|(a, _), (b, _)| (&a.server, &a.name).cmp(&(&b.server, &b.name)));
        let mut readings = HashMap::new();
        let mut read = Vec::with_capacity(found.len());
        for (row, tool) in &found {
            let key = (row.server.clone(), row.name.clone(), row.offered.clone());
            let reading = match self.readings.get(&key) {
                Some(reading) => reading.clone(),
                None => Arc::new(self.reader.read(&row.server, tool)),
            };
            read.push((row.server.as_str(), row.name.as_str(), reading.clone()));
            readings.insert(key, reading);
        }
        let mut catalogue = Catalogue::new(read);
        if let Some(vectors) = self.tool_vectors(found.iter().map(|(_, tool)| tool)) {
            catalogue = catalogue.by_model(vectors);
        }
        self.catalogue = Arc::new(catalogue);
        self.readings = readings;
    }

    /// By server and position.
    pub fn rows(&self) -> (&[ServerRow], &[ToolRow]) {
        (&self.servers, &self.tools)
    }

    /// The catalogue of now.
    pub fn tools(&mut self) -> Arc<Catalogue> {
        if !self.is_indexed {
            self.index();
            self.is_indexed = true;
            self.learned = None;
        }
        self.catalogue.clone()
    }

    /// Makes catalogue and ranking anew, once they are asked for.
    pub fn reindex(&mut self) {
        self.is_indexed = false;
        self.learned = None;
    }

    /// What was learned, oldest first.
    pub fn pair_rows(&self) -> Vec<PairRow> {
        self.pairs.values().cloned().collect()
    }

    /// Takes a pair that was written. One that is new is learned; where an old one is another now, all is learned anew.
    fn take(&mut self, row: PairRow) {
        self.await_pair(&row);
        let is_new = self.pairs.last_key_value().is_none_or(|(last, _)| *last < row.id);
        let is_hashed = row.words.starts_with('#');
        if !is_new {
            let is_same = self.pairs.get(&row.id).is_some_and(|before| {
                before.confidence == row.confidence && before.words == row.words && before.query == row.query
            });
            if !is_same {
                self.learned = None;
            }
        } else if self.learned.as_ref().is_some_and(|learned| is_hashed && !learned.knows_hashes()) {
            self.learned = None;
        } else if self.learning
            && self.pairs.len() < MAX_PAIRS as usize
            && self.is_indexed
            && let Some(mut learned) = self.learned.take()
        {
            let catalogue = self.catalogue.clone();
            if let Some(pair) = self.pair(&catalogue, &row) {
                learned.add(&catalogue, &pair);
            }
            self.learned = Some(learned);
        } else if self.pairs.len() >= MAX_PAIRS as usize {
            self.learned = None;
        }
        self.pairs.insert(row.id, row);
    }

    /// Makes what was learned, as far as it is to be used, where it is not there.
    fn relearn(&mut self) -> Learned {
        let mut rows: Vec<&PairRow> = if self.learning { self.pairs.values().collect() } else { Vec::new() };
        if rows.len() > MAX_PAIRS as usize {
            // Until the next pruning: the best, oldest first.
            rows.sort_by(|a, b| {
                b.confidence.total_cmp(&a.confidence).then(b.support.cmp(&a.support)).then(b.id.cmp(&a.id))
            });
            rows.truncate(MAX_PAIRS as usize);
            rows.sort_by_key(|row| row.id);
        }
        let rows: Vec<PairRow> = rows.into_iter().cloned().collect();
        let is_hashed = rows.iter().any(|row| row.words.starts_with('#'));
        let key = self.key;
        let hasher = is_hashed.then(|| -> Hasher { Box::new(move |word| hashed(key, word)) });
        let catalogue = self.tools();
        let mut learned = Learned::new(&catalogue, hasher, self.parts);
        for row in &rows {
            if let Some(pair) = self.pair(&catalogue, row) {
                learned.add(&catalogue, &pair);
            }
        }
        learned
    }

    /// Ranks a query with all that is known; the tools it may find, and the signals of the whole ranking.
    pub fn rank(
        &mut self,
        asked: &ParsedQuery,
        context: Option<&ParsedQuery>,
        may: &dyn Fn(u32) -> bool,
    ) -> (Vec<Ranked>, Signals) {
        let catalogue = self.tools();
        let learned = match self.learned.take() {
            Some(learned) => learned,
            None => self.relearn(),
        };
        let ranking = rank(&catalogue, &learned, asked, context, self.parts, may);
        let signals = learned.signals(&catalogue, asked, &ranking);
        self.learned = Some(learned);
        (ranking.found, signals)
    }

    fn pair(&mut self, catalogue: &Catalogue, row: &PairRow) -> Option<Pair> {
        let tool = catalogue.number(&row.server, &row.name)?;
        let vector = match &row.query {
            Some(query) => self.reader.ask(query).vector().map(<[f32]>::to_vec),
            None => self.hashed_vector(&row.words),
        };
        let terms = row.words.split(' ').filter(|word| !word.is_empty()).map(Into::into).collect();
        let by_model = self.pair_vector(row);
        Some(Pair { tool, terms, vector, by_model, confidence: row.confidence as f32 })
    }

    /// What a query was about of which hashes of its words are kept: a vector is made of words of the tables alone, and whoever has
    /// the key can tell these. So nothing more needs to be kept for it.
    fn hashed_vector(&mut self, words: &str) -> Option<Vec<f32>> {
        let (key, reader) = (self.key, &self.reader);
        let known = self.hashed_words.get_or_insert_with(|| {
            reader.vector_words().map(|word| (hashed(key, word), Box::from(word))).collect()
        });
        let words: Vec<&str> =
            words.split(' ').filter_map(|word| known.get(word).map(|word| &**word)).collect();
        reader.vector_of(&words)
    }

    /// Forgets what follows from settings.
    pub fn unsettle(&mut self) {
        self.learned = None;
    }

    pub fn uncalibrate(&mut self) {
        self.calibration = None;
    }

    pub fn calibration(&mut self) -> Result<Calibration> {
        if let Some(calibration) = &self.calibration {
            return Ok(calibration.clone());
        }
        let outcomes: Vec<(Signals, bool)> = self
            .store
            .outcomes()?
            .into_iter()
            .filter_map(|(signals, hit)| Some((serde_json::from_str(&signals).ok()?, hit)))
            .collect();
        let calibration = Calibration::new(&outcomes);
        self.calibration = Some(calibration.clone());
        Ok(calibration)
    }

    /// Notes how right a search was.
    pub fn note_outcome(&mut self, signals: &Signals, hit: bool) -> Result<()> {
        let text = serde_json::to_string(signals)
            .map_err(|error| Error::new(Code::Internal, "signals have no JSON form").caused_by(error))?;
        self.calibration = None;
        self.store.note_outcome(&text, hit)
    }
}

/// Bytes of a word's hash.
const HASH_BYTES: usize = 8;

/// A word of which nobody can read what it is.
pub(crate) fn hashed(key: SealKey, word: &str) -> String {
    let code = key.code(b"beadloom gateway word", word.as_bytes());
    let digits: String = code.iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect();
    format!("#{digits}")
}

/// A definition as it is kept.
pub(crate) fn definition(json: &str) -> Result<GatewayTool> {
    serde_json::from_str(json)
        .map_err(|error| Error::new(Code::IndexDamaged, "a tool that is kept does not read").caused_by(error))
}
