//! Vectors of a transformer: for whatever waits for them, text by text, kept as they come.
//!
//! A transformer takes milliseconds for a text, a project has thousands: this runs for minutes. So every batch is
//! committed, a text that was embedded once is known by its hash, and whoever is read meanwhile goes on as before.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_embed::Packer;
use beadloom_lexical::Chunk;
use beadloom_model::{Code, Error, Result};
use beadloom_store::{ChunkVectors, NodeWords, Store, TextHash, TextModel, VectorBlock, Waiting};
use sha2::{Digest, Sha256};

use crate::progress::{Phase, Progress};
use crate::source::{ReadOutcome, decode, read_file};

mod usual;

/// Texts of one batch: what an interruption can cost.
const TEXTS_PER_BATCH: usize = 32;

/// Texts that are missing before they are embedded; whose they are is noted then.
const GROUP: usize = 256;

/// Things that are looked at together.
const MAX_OWNERS: usize = 1_024;

/// Bytes of a text that are given to the model: far more than the 512 tokens that it reads.
const MAX_TEXT_BYTES: usize = 8_192;

/// Bytes of one line: longer ones are data.
const MAX_LINE_BYTES: usize = 2_000;

/// Where the index changes again and again, what is left is for the next run.
const MAX_ROUNDS: usize = 4;

/// A vector for each text, in their order.
pub type Embed<'a> = dyn Fn(&[&str]) -> Result<Vec<Vec<f32>>> + 'a;

/// What makes vectors.
pub struct TextEmbedder<'a> {
    /// Tells the model from any other.
    pub fingerprint: &'a str,
    /// Tells its files, as long as nobody touches them.
    pub files: &'a str,
    /// Numbers per vector.
    pub dimensions: usize,
    /// The model itself.
    pub embed: &'a Embed<'a>,
}

/// How to embed.
pub struct TextOptions<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Larger files have no chunks.
    pub max_file_size: u64,
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Where more texts are missing than this, nothing is done.
    pub most: Option<usize>,
    /// What is not done by then is left.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub cancelled: &'a AtomicBool,
    /// Told how far it is.
    pub progress: &'a dyn Fn(Progress),
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedded {
    /// Vectors were made of so many texts; nothing waits that could be read.
    Done(u64),
    /// More are missing than were asked for, or the time is over.
    Left,
}

/// Gives all that waits its vectors. Vectors of another model go first, unless too many texts are missing.
///
/// # Errors
/// `cancelled`: what was made so far is kept. `bad_model`, and what the model says; `index_busy` and other store errors.
pub fn embed_texts(
    store: &mut Store,
    embedder: &TextEmbedder<'_>,
    options: &TextOptions<'_>,
) -> Result<Embedded> {
    let known = store.text_model()?;
    let is_same = known.as_ref().is_some_and(|known| known.fingerprint == embedder.fingerprint);
    let counts = store.state().text_counts()?;
    let waiting = counts.waiting + if is_same { 0 } else { counts.there };
    let total = usize::try_from(waiting).unwrap_or(usize::MAX);
    let mut run = Run { embedder, options, made: 0, done: 0, total };
    if let Some(most) = options.most
        && run.too_many(store, most, is_same)?
    {
        return Ok(Embedded::Left);
    }
    if !is_same {
        run.begin(store)?;
    } else if known.is_some_and(|known| known.files != embedder.files) {
        let writer = store.write(options.wait)?;
        writer.set_model_files(embedder.files)?;
        writer.commit()?;
    }
    for _ in 0..MAX_ROUNDS {
        match run.round(store)? {
            Round::Over => return Ok(Embedded::Left),
            Round::Again => {}
            Round::Done => {
                let writer = store.write(options.wait)?;
                writer.sweep_texts()?;
                writer.commit()?;
                return Ok(Embedded::Done(run.made));
            }
        }
    }
    Ok(Embedded::Left)
}

struct Run<'a> {
    embedder: &'a TextEmbedder<'a>,
    options: &'a TextOptions<'a>,
    made: u64,
    /// Texts that were looked at, of those that waited.
    done: usize,
    total: usize,
}

enum Round {
    Done,
    /// The index changed meanwhile.
    Again,
    /// The time is over.
    Over,
}

/// What waits together: everybody's texts, and those that have no vector yet.
#[derive(Default)]
struct Group {
    owners: Vec<(Waiting, Vec<TextHash>)>,
    missing: BTreeMap<TextHash, String>,
}

impl Run<'_> {
    /// Whether more texts are missing than `most`.
    fn too_many(&self, store: &Store, most: usize, is_same: bool) -> Result<bool> {
        /// To know which of more are missing takes too long.
        const LOOKED_AT: u64 = 2_000;
        let counts = store.state().text_counts()?;
        if !is_same {
            return Ok(counts.there + counts.waiting > most as u64);
        }
        if counts.waiting > LOOKED_AT {
            return Ok(true);
        }
        let mut group = Group::default();
        for waiting in store.state().waiting()? {
            self.gather(store, waiting, &mut group)?;
        }
        Ok(group.missing.len() > most)
    }

    fn begin(&self, store: &mut Store) -> Result<()> {
        self.report(0);
        let usual = self.vectors(usual::TEXTS)?;
        let writer = store.write(self.options.wait)?;
        writer.begin_texts(&TextModel {
            fingerprint: self.embedder.fingerprint.to_owned(),
            files: self.embedder.files.to_owned(),
            dimensions: self.padded(),
            usual: VectorBlock { first: 0, bits: usual.bits, bytes: usual.bytes },
        })?;
        writer.commit()
    }

    /// Goes once through all that waits.
    fn round(&mut self, store: &mut Store) -> Result<Round> {
        let generation = store.stamp()?;
        let waiting = store.state().waiting()?;
        let left = usize::try_from(store.state().text_counts()?.waiting).unwrap_or(usize::MAX);
        self.total = self.done.saturating_add(left);
        self.report(self.done);
        let mut group = Group::default();
        let mut same = true;
        for one in waiting {
            self.check()?;
            self.done += self.gather(store, one, &mut group)?;
            if group.missing.len() >= GROUP || group.owners.len() >= MAX_OWNERS {
                let full = std::mem::take(&mut group);
                if !self.embed_group(store, &full)? {
                    return Ok(Round::Over);
                }
                same &= self.link(store, &full, &generation)?;
            }
        }
        if !self.embed_group(store, &group)? {
            return Ok(Round::Over);
        }
        same &= self.link(store, &group, &generation)?;
        Ok(if same { Round::Done } else { Round::Again })
    }

    /// Adds one that waits to a group; how many texts it has. What cannot be read, or was written since it was indexed,
    /// is left for the run that comes after it was indexed again.
    fn gather(&self, store: &Store, owner: Waiting, group: &mut Group) -> Result<usize> {
        let state = store.state();
        let texts = match &owner {
            Waiting::Node(_, ref_id) => state.node_words(ref_id)?.map(|words| vec![of_node(&words)]),
            Waiting::Document(id) => {
                let document = state.document_text(*id)?;
                let of_chunk = |(heading, content): (String, String)| {
                    join(&[document.title.as_str(), heading.as_str(), content.as_str()])
                };
                Some(document.chunks.into_iter().map(of_chunk).collect())
            }
            Waiting::File { path, hash, chunks, .. } => self.texts_of_file(path, hash, chunks),
        };
        let Some(texts) = texts else { return Ok(0) };
        let hashes: Vec<TextHash> = texts.iter().map(|text| hash_of(text)).collect();
        let known = state.known_texts(&hashes)?;
        for (hash, text) in hashes.iter().zip(texts) {
            if !known.contains_key(hash) {
                group.missing.insert(*hash, text);
            }
        }
        let count = hashes.len();
        group.owners.push((owner, hashes));
        Ok(count)
    }

    fn texts_of_file(&self, path: &str, hash: &[u8; 32], chunks: &[Chunk]) -> Option<Vec<String>> {
        let content = match read_file(self.options.root, path, self.options.max_file_size) {
            ReadOutcome::Whole(content) if content.hash == *hash => content,
            _ => return None,
        };
        let text = decode(path, content.bytes).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let texts = chunks.iter().map(|chunk| {
            let (first, last) = (chunk.first.saturating_sub(1) as usize, chunk.last as usize);
            let mut one = path.to_owned();
            for line in lines.get(first..last.min(lines.len())).unwrap_or(&[]) {
                if one.len() >= MAX_TEXT_BYTES {
                    break;
                }
                one.push('\n');
                one.push_str(&line[..line.floor_char_boundary(MAX_LINE_BYTES)]);
            }
            one
        });
        Some(texts.collect())
    }

    /// Makes and keeps the vectors that a group lacks; false where the time is over.
    fn embed_group(&mut self, store: &mut Store, group: &Group) -> Result<bool> {
        let missing: Vec<(&TextHash, &String)> = group.missing.iter().collect();
        let before = self.done.saturating_sub(missing.len());
        for (number, batch) in missing.chunks(TEXTS_PER_BATCH).enumerate() {
            self.check()?;
            if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
            self.report(before + number * TEXTS_PER_BATCH);
            let texts: Vec<&str> = batch.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = self.vectors(&texts)?;
            let hashes: Vec<TextHash> = batch.iter().map(|(hash, _)| **hash).collect();
            let writer = store.write(self.options.wait)?;
            // Another process may have gone over to another model meanwhile.
            let model = writer.state().text_model()?;
            if model.is_none_or(|model| model.fingerprint != self.embedder.fingerprint) {
                return Ok(false);
            }
            writer.add_texts(&hashes, &vectors)?;
            writer.commit()?;
            self.made += batch.len() as u64;
        }
        self.report(self.done);
        Ok(true)
    }

    /// Notes whose texts they are; false where the index is not the one any more that was looked at.
    fn link(&self, store: &mut Store, group: &Group, stamp: &str) -> Result<bool> {
        if group.owners.is_empty() {
            return Ok(true);
        }
        let writer = store.write(self.options.wait)?;
        let state = writer.state();
        let model = state.text_model()?;
        if state.stamp()? != stamp || model.is_none_or(|m| m.fingerprint != self.embedder.fingerprint) {
            return Ok(false);
        }
        for (owner, hashes) in &group.owners {
            let known = state.known_texts(hashes)?;
            let texts: Vec<u32> = hashes.iter().filter_map(|hash| known.get(hash).copied()).collect();
            if texts.len() == hashes.len() {
                writer.set_texts(owner, &texts)?;
            }
        }
        writer.commit()?;
        Ok(true)
    }

    /// Packed vectors of texts, checked.
    fn vectors(&self, texts: &[&str]) -> Result<ChunkVectors> {
        let mut packer = Packer::new(self.padded());
        for batch in texts.chunks(TEXTS_PER_BATCH) {
            let vectors = (self.embedder.embed)(batch)?;
            let is_right = |vector: &Vec<f32>| {
                vector.len() == self.embedder.dimensions && vector.iter().all(|number| number.is_finite())
            };
            if vectors.len() != batch.len() || !vectors.iter().all(is_right) {
                let what = format!("the model gave no vectors of {} numbers", self.embedder.dimensions);
                return Err(Error::new(Code::BadModel, what));
            }
            vectors.iter().for_each(|vector| packer.push(vector));
        }
        let (bits, bytes) = packer.into_parts();
        Ok(ChunkVectors { bits, bytes })
    }

    fn padded(&self) -> usize {
        self.embedder.dimensions.next_multiple_of(64)
    }

    fn check(&self) -> Result<()> {
        if self.options.cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "cancelled; the vectors made so far are kept")
                .hint("`beadloom reindex` goes on from there"));
        }
        Ok(())
    }

    fn report(&self, done: usize) {
        (self.options.progress)(Progress::new(Phase::Embed, done, self.total));
    }
}

/// What a node is, in words.
fn of_node(words: &NodeWords) -> String {
    let headings = words.headings.join(", ");
    let about = format!("{} ({})", words.ref_id, words.kind);
    join(&[about.as_str(), words.summary.as_str(), headings.as_str()])
}

/// Parts that say something, a line each.
fn join(parts: &[&str]) -> String {
    let said: Vec<&str> = parts.iter().copied().filter(|part| !part.trim().is_empty()).collect();
    let mut text = said.join("\n");
    text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
    text
}

fn hash_of(text: &str) -> TextHash {
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    digest.first_chunk().copied().unwrap_or_default()
}
