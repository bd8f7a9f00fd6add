//! A model that is ready to embed.

use beadloom_model::CompactSort as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use beadloom_model::{Code, Error, Result};
use ort::session::{RunOptions, Session, SessionInputValue};
use ort::value::{Outlet, Tensor, TensorElementType, ValueType};

use crate::folder::ModelFolder;
use crate::json::invalid_model;
use crate::pooling::normalise;
use crate::runtime;
use crate::settings::MAX_DIMENSIONS;

/// Texts per run at most.
const BATCH_TEXTS: usize = 16;
/// Tokens per run at most, filled up ones included: half a second on one core, for a model of 384 dimensions.
const BATCH_TOKENS: usize = 2048;
/// How often a run looks whether it was cancelled.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What a text is for; some models want to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Something is looked for.
    Query,
    /// It is what may be found.
    Document,
}

/// A model with its tokenizer, loaded into the runtime. May be shared between threads; they take turns.
pub struct Transformer {
    folder: ModelFolder,
    session: Mutex<Session>,
    shape: Shape,
    fingerprint: String,
}

/// What the model takes and gives.
#[derive(Debug)]
struct Shape {
    inputs: Vec<Input>,
    /// Fixed number of texts per run, where the model has one.
    texts: Option<usize>,
    /// Fixed number of tokens per text.
    tokens: Option<usize>,
    output: String,
}

#[derive(Debug)]
struct Input {
    name: String,
    means: Means,
    narrow: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    Ids,
    /// 1 for tokens of the text, 0 for what fills up.
    Mask,
    /// 0: all texts are single ones.
    Types,
}

impl Transformer {
    /// Loads the model in `folder` into the runtime whose library is at `runtime`, to run on `threads` threads, and
    /// embeds one short text to see that it does what it should.
    ///
    /// # Errors
    /// `no_model`, `bad_model` for what is wrong with the folder; `no_runtime` for the library.
    pub fn open(folder: &Path, runtime: &Path, threads: usize) -> Result<Self> {
        let folder = ModelFolder::read(folder)?;
        let environment = runtime::environment(runtime)?;
        let bytes = folder.read_model()?;
        let fingerprint = folder.fingerprint(&bytes);
        let refused = |error: &dyn std::fmt::Display| {
            invalid_model(folder.model_file(), "the runtime does not take this model").caused_by(error)
        };
        let session = Session::builder(&environment)
            .map_err(|error| refused(&error))?
            .with_intra_threads(threads.max(1))
            .map_err(|error| refused(&error))?
            // Threads that wait would take a core each between two texts.
            .with_intra_op_spinning(false)
            .map_err(|error| refused(&error))?
            .commit_from_memory(&bytes)
            .map_err(|error| refused(&error))?;
        let shape = Shape::of(&session, &folder)?;
        let transformer = Self { folder, session: Mutex::new(session), shape, fingerprint };
        transformer.embed(Role::Query, &["hello"], &AtomicBool::new(false))?;
        Ok(transformer)
    }

    /// Numbers per vector.
    pub fn dimension(&self) -> usize {
        self.folder.dimension()
    }

    /// What tells vectors of this model from those of any other: 64 hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The folder that it was read from.
    pub fn folder(&self) -> &ModelFolder {
        &self.folder
    }

    /// A vector of length 1 for each text, in their order. Text behind the model's limit has no part in it.
    ///
    /// # Errors
    /// `cancelled` within a tenth of a second after `cancelled` was set; `bad_model` where the model gives other
    /// shapes than it said, no numbers, or zeros.
    pub fn embed(&self, role: Role, texts: &[&str], cancelled: &AtomicBool) -> Result<Vec<Vec<f32>>> {
        let settings = &self.folder.settings;
        let prompt = match role {
            Role::Query => &settings.query_prompt,
            Role::Document => &settings.document_prompt,
        };
        let most = settings.max_tokens.min(self.shape.tokens.unwrap_or(usize::MAX));
        let mut encoded = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            if cancelled.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            encoded.push((index, self.folder.tokenizer.encode(prompt, text, most)));
        }
        // Texts of like length together: little is filled up. The order is the same for the same texts.
        encoded.compact_sort_by_key(|(index, text)| (text.len(), *index));
        let mut vectors = vec![Vec::new(); texts.len()];
        let options = RunOptions::new().map_err(|error| self.failed(&error))?;
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if cancelled.load(Ordering::Relaxed) {
                        let _ = options.terminate();
                        return;
                    }
                    thread::park_timeout(LOOK_EVERY);
                }
            });
            let result = self.embed_batches(&encoded, &options, cancelled, &mut vectors);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            result
        })?;
        Ok(vectors)
    }

    fn embed_batches(
        &self,
        encoded: &[(usize, Vec<u32>)],
        options: &RunOptions,
        cancelled: &AtomicBool,
        vectors: &mut [Vec<f32>],
    ) -> Result<()> {
        let mut rest = encoded;
        while let Some((_, first)) = rest.first() {
            if cancelled.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let mut count = 1;
            // Coarse numbers are scaled by the largest of a run, so that a vector would depend on its neighbours.
            let most = if self.folder.quantised() { 1 } else { self.shape.texts.unwrap_or(BATCH_TEXTS) };
            let mut longest = first.len();
            while let Some((_, next)) = rest.get(count).filter(|_| count < most) {
                if next.len().max(longest) * (count + 1) > BATCH_TOKENS {
                    break;
                }
                longest = longest.max(next.len());
                count += 1;
            }
            let (batch, later) = rest.split_at(count);
            let made = self
                .run(batch, longest, options)
                .map_err(|error| if cancelled.load(Ordering::Relaxed) { stopped() } else { error })?;
            for ((index, _), vector) in batch.iter().zip(made) {
                if let Some(slot) = vectors.get_mut(*index) {
                    *slot = vector;
                }
            }
            rest = later;
        }
        Ok(())
    }

    /// The vectors of one batch, whose longest text has `longest` tokens.
    fn run(
        &self,
        batch: &[(usize, Vec<u32>)],
        longest: usize,
        options: &RunOptions,
    ) -> Result<Vec<Vec<f32>>> {
        let length = self.shape.tokens.unwrap_or(longest);
        let rows = self.shape.texts.unwrap_or(batch.len());
        let padding = self.folder.tokenizer.padding();
        let mut inputs = Vec::with_capacity(self.shape.inputs.len());
        for input in &self.shape.inputs {
            let mut values =
                vec![if input.means == Means::Ids { i64::from(padding) } else { 0 }; rows * length];
            for (row, (_, text)) in values.chunks_exact_mut(length).zip(batch) {
                for (value, id) in row.iter_mut().zip(text) {
                    match input.means {
                        Means::Ids => *value = i64::from(*id),
                        Means::Mask => *value = 1,
                        Means::Types => {}
                    }
                }
            }
            let value: SessionInputValue<'_> = if input.narrow {
                #[expect(clippy::cast_possible_truncation, reason = "ids are below a million")]
                let values: Vec<i32> = values.into_iter().map(|value| value as i32).collect();
                Tensor::from_array(([rows, length], values)).map_err(|error| self.failed(&error))?.into()
            } else {
                Tensor::from_array(([rows, length], values)).map_err(|error| self.failed(&error))?.into()
            };
            inputs.push((input.name.as_str(), value));
        }
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run_with_options(inputs, options).map_err(|error| self.failed(&error))?;
        let output =
            outputs.get(&self.shape.output).ok_or_else(|| self.wrong("the model gave no vectors"))?;
        let (shape, numbers) = output.try_extract_tensor::<f32>().map_err(|error| self.failed(&error))?;
        let dimension = self.dimension();
        let is = |dimension: usize, found: i64| usize::try_from(found) == Ok(dimension);
        let per_text = match **shape {
            [texts, each] if is(rows, texts) && is(dimension, each) => dimension,
            [texts, tokens, each] if is(rows, texts) && is(length, tokens) && is(dimension, each) => {
                length * dimension
            }
            _ => {
                let found: Vec<String> = shape.iter().map(i64::to_string).collect();
                let expected = format!("{rows}×{length}×{dimension}");
                let what = format!("the model gave {} numbers instead of {expected}", found.join("×"));
                return Err(self.wrong(what));
            }
        };
        let texts = batch.iter().zip(numbers.chunks_exact(per_text));
        texts
            .map(|((_, text), tokens)| {
                let mut vector = if per_text == dimension && shape.len() == 2 {
                    tokens.to_vec()
                } else {
                    self.folder.settings.pooling.pool(tokens, dimension, text.len())
                };
                if normalise(&mut vector) {
                    Ok(vector)
                } else {
                    Err(self.wrong(
                        "the model gave a vector without direction: its numbers are zero or none at all",
                    ))
                }
            })
            .collect()
    }

    fn wrong(&self, what: impl Into<String>) -> Error {
        invalid_model(self.folder.model_file(), what)
    }

    fn failed(&self, error: &ort::Error) -> Error {
        self.wrong("the model could not be run").caused_by(error)
    }
}

fn stopped() -> Error {
    Error::new(Code::Cancelled, "cancelled; no vectors were made")
}

impl Shape {
    fn of(session: &Session, folder: &ModelFolder) -> Result<Self> {
        let wrong = |what: String| invalid_model(folder.model_file(), what);
        let mut shape = Self { inputs: Vec::new(), texts: None, tokens: None, output: String::new() };
        for input in session.inputs() {
            let (element, dimensions) = tensor(input).ok_or_else(|| wrong(foreign(input)))?;
            let means = match input.name() {
                "input_ids" => Means::Ids,
                "attention_mask" => Means::Mask,
                "token_type_ids" => Means::Types,
                _ => return Err(wrong(foreign(input))),
            };
            let narrow = match element {
                TensorElementType::Int64 => false,
                TensorElementType::Int32 => true,
                _ => return Err(wrong(foreign(input))),
            };
            let [texts, tokens] = dimensions[..] else { return Err(wrong(foreign(input))) };
            if means == Means::Ids {
                shape.texts = usize::try_from(texts).ok();
                shape.tokens = usize::try_from(tokens).ok();
            }
            shape.inputs.push(Input { name: input.name().to_owned(), means, narrow });
        }
        if !shape.inputs.iter().any(|input| input.means == Means::Ids) {
            return Err(wrong(
                "the model has no input `input_ids`: it is not a text model of a supported kind".to_owned(),
            ));
        }
        // A fixed shape is filled up to; a huge one would take all memory.
        let fixed = (shape.texts.unwrap_or(1), shape.tokens.unwrap_or(3));
        if !(1..=64).contains(&fixed.0) || !(3..=4096).contains(&fixed.1) {
            return Err(wrong(format!("the model takes {} texts of {} tokens at once", fixed.0, fixed.1)));
        }
        shape.output = output(session, folder)?;
        Ok(shape)
    }
}

/// The name of the output with a vector per token, else of one with a vector per text.
fn output(session: &Session, folder: &ModelFolder) -> Result<String> {
    const USUAL: [&str; 4] =
        ["last_hidden_state", "token_embeddings", "sentence_embedding", "sentence_embeddings"];
    let wrong = |what: String| invalid_model(folder.model_file(), what);
    let rank = |outlet: &Outlet| match tensor(outlet) {
        Some((TensorElementType::Float32, dimensions)) => dimensions.len(),
        _ => 0,
    };
    let named =
        |name: &&str| session.outputs().iter().find(|o| o.name() == *name && matches!(rank(o), 2 | 3));
    let of_rank = |wanted: usize| session.outputs().iter().find(|outlet| rank(outlet) == wanted);
    let found = USUAL.iter().find_map(named).or_else(|| of_rank(3)).or_else(|| of_rank(2));
    let Some(found) = found else {
        return Err(wrong("the model does not produce single-precision vectors".to_owned()));
    };
    let said = tensor(found).and_then(|(_, dimensions)| dimensions.last().copied()).unwrap_or(-1);
    if let Ok(said) = usize::try_from(said)
        && said != folder.dimension()
    {
        let shown = if said > MAX_DIMENSIONS { "too many".to_owned() } else { said.to_string() };
        let expected = folder.dimension();
        return Err(wrong(format!(
            "the model produces {shown} numbers per vector, but config.json says {expected}"
        )));
    }
    Ok(found.name().to_owned())
}

/// Element type and dimensions; those that are open are negative.
fn tensor(outlet: &Outlet) -> Option<(TensorElementType, Vec<i64>)> {
    match outlet.dtype() {
        ValueType::Tensor { ty, shape, .. } => Some((*ty, shape.to_vec())),
        _ => None,
    }
}

fn foreign(input: &Outlet) -> String {
    let name: String = input.name().chars().take(60).collect();
    format!("the model requires the input {name:?}, which text models of the supported kinds do not have")
}
