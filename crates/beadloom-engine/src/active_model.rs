//! Selects the model that compares meaning in one answer: the transformer that the settings name, where the index holds its vectors; else
//! the bundled table; else nothing.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beadloom_embed::StaticModel;
use beadloom_index::{Embedded, TextEmbedder, TextOptions, embed_texts};
use beadloom_model::{Code, Error, Result, counted};
use beadloom_onnx::{Role, Transformer};
use beadloom_query::{Model, Staleness};
use beadloom_store::{Access, Store, TextCounts};

use crate::embedding::model_of;
use crate::models::{Semantic, SemanticModel};
use crate::refresh::REFRESH_WAIT;
use crate::reindexing::REINDEX_WAIT;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};

/// Texts that are embedded before an answer, at most: what an edit changes.
const FEW_TEXTS: usize = 48;

/// How long that may take.
const FEW_TIMEOUT: Duration = Duration::from_secs(2);

/// The transformer serves while no more than so many wait for it: they are found by their words.
const FEW_WAITING: u64 = 64;

/// How much may be embedded, and how long that may take.
struct Pace {
    most: Option<usize>,
    deadline: Option<Instant>,
    wait: Duration,
}

/// The model that an answer uses.
pub(crate) struct ActiveModel {
    pub semantic: Semantic,
    /// The bundled model, where the index has vectors of it.
    table: Option<Arc<StaticModel>>,
    /// The query's vector, by the transformer.
    vector: Option<Vec<f32>>,
}

impl ActiveModel {
    /// What compares.
    pub fn model(&self) -> Option<Model<'_>> {
        match &self.vector {
            Some(vector) => Some(Model::Transformer(vector)),
            None => self.table.as_deref().map(Model::Static),
        }
    }

    /// What is said of the index, and why another model than the wanted one serves.
    pub fn stale(&self, stale: &Staleness) -> Staleness {
        let warnings: Vec<String> = stale.warning.iter().cloned().chain(self.semantic.warning()).collect();
        Staleness { warning: (!warnings.is_empty()).then(|| warnings.join("; ")), ..stale.clone() }
    }
}

impl Engine {
    /// What compares meaning with this text. A few texts that have no vector yet get one first, unless nothing may be
    /// written.
    ///
    /// # Errors
    /// `cancelled`, store errors. Whatever else is wrong is said, and the next tier serves.
    pub(crate) fn serving(
        &self,
        store: &Store,
        settings: &Settings,
        text: &str,
        refresh: impl Into<Refresh>,
        call: &Call<'_>,
    ) -> Result<ActiveModel> {
        let table = model_of(store, settings.config.search.semantic)?;
        let mut semantic = self.by_vectors(store, settings, refresh.into().writes(settings), call)?;
        let vector = match &semantic.model {
            SemanticModel::Transformer(transformer) => {
                match transformer.embed(Role::Query, &[text], call.cancelled) {
                    Ok(vectors) => vectors.into_iter().next(),
                    Err(error) if error.code == Code::Cancelled => return Err(error),
                    Err(error) => {
                        semantic = self.next_tier(error);
                        None
                    }
                }
            }
            _ => None,
        };
        Ok(ActiveModel { semantic, table, vector })
    }

    /// The model that serves with the vectors that the index holds.
    pub(crate) fn by_vectors(
        &self,
        store: &Store,
        settings: &Settings,
        may_write: bool,
        call: &Call<'_>,
    ) -> Result<Semantic> {
        let Some(folder) = self.wanted_folder(settings) else { return self.semantic(call.cancelled) };
        let name = &settings.config.search.model;
        let counts = store.state().text_counts()?;
        if store.text_model()?.is_none() && counts.waiting > FEW_TEXTS as u64 {
            // To load a model that cannot serve would take a second each time.
            return Ok(match self.check_transformer(&folder) {
                Ok(()) => self.next_tier(no_vectors(name, counts.waiting, counts)),
                Err(error) => self.next_tier(error),
            });
        }
        let semantic = self.semantic(call.cancelled)?;
        let SemanticModel::Transformer(transformer) = &semantic.model else { return Ok(semantic) };
        let missing = missing(store, transformer, counts)?;
        if missing > 0 && may_write {
            match self.embed_few(settings, transformer, call) {
                Err(error) if error.code == Code::Cancelled => return Err(error),
                Err(error) if error.code == Code::BadModel => return Ok(self.next_tier(error)),
                // Whoever writes the index now, or may not write it at all, still asks.
                Ok(_) | Err(_) => {}
            }
        }
        let counts = if missing > 0 { store.state().text_counts()? } else { counts };
        let missing = self::missing(store, transformer, counts)?;
        let all = counts.there + counts.waiting;
        if missing == 0 || missing < all && missing <= FEW_WAITING {
            return Ok(semantic);
        }
        Ok(self.next_tier(no_vectors(name, missing, counts)))
    }

    /// Embeds all that waits for the transformer, if the settings name one that is there. How many texts were embedded;
    /// None where none serves. Why it does not is said.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn embed_all(&self, call: &Call<'_>) -> Result<(Option<u64>, Option<Error>)> {
        let settings = self.settings();
        let Some(folder) = self.wanted_folder(&settings) else {
            // Nothing, or a name that stands for nothing.
            return Ok((None, self.semantic(call.cancelled)?.failure));
        };
        // Where nothing changed, the model need not be loaded to know that.
        let files = self.model_files(&folder);
        let nothing_waits = self.pool.with(Access::Read, |store| {
            let held = store.text_model()?.is_some_and(|held| Some(held.files) == files);
            Ok(held && store.state().text_counts()?.waiting == 0)
        })?;
        if nothing_waits {
            return Ok((Some(0), None));
        }
        let semantic = self.semantic(call.cancelled)?;
        let SemanticModel::Transformer(transformer) = &semantic.model else {
            return Ok((None, semantic.failure));
        };
        let pace = Pace { most: None, deadline: None, wait: REINDEX_WAIT };
        match self.embed_texts(&settings, transformer, &folder, pace, call) {
            Ok(Embedded::Done(made)) => Ok((Some(made), None)),
            Ok(Embedded::Left) => Ok((Some(0), None)),
            // The index is up to date all the same.
            Err(error) if error.code == Code::BadModel => Ok((None, Some(error))),
            Err(error) => Err(error),
        }
    }

    fn embed_few(&self, settings: &Settings, transformer: &Transformer, call: &Call<'_>) -> Result<Embedded> {
        let pace =
            Pace { most: Some(FEW_TEXTS), deadline: Some(Instant::now() + FEW_TIMEOUT), wait: REFRESH_WAIT };
        self.embed_texts(settings, transformer, transformer.folder().path(), pace, call)
    }

    fn embed_texts(
        &self,
        settings: &Settings,
        transformer: &Transformer,
        folder: &Path,
        pace: Pace,
        call: &Call<'_>,
    ) -> Result<Embedded> {
        let files = self.model_files(folder).unwrap_or_default();
        let embedder = TextEmbedder {
            fingerprint: transformer.fingerprint(),
            files: &files,
            dimensions: transformer.dimension(),
            embed: &|texts| transformer.embed(Role::Document, texts, call.cancelled),
        };
        let options = TextOptions {
            root: self.root(),
            max_file_size: settings.config.max_file_size,
            wait: pace.wait,
            most: pace.most,
            deadline: pace.deadline,
            cancelled: call.cancelled,
            progress: call.progress,
        };
        self.pool.with(Access::Write, |store| embed_texts(store, &embedder, &options))
    }
}

/// How many texts have no vector of this model.
fn missing(store: &Store, transformer: &Transformer, counts: TextCounts) -> Result<u64> {
    let is_held = store.text_model()?.is_some_and(|held| held.fingerprint == transformer.fingerprint());
    Ok(if is_held { counts.waiting } else { counts.there + counts.waiting })
}

fn no_vectors(name: &str, missing: u64, counts: TextCounts) -> Error {
    let all = counts.there + counts.waiting;
    let what = format!(
        "{missing} of {} no vectors of {} yet",
        counted(all, "text has", "texts have"),
        name.escape_debug()
    );
    Error::new(Code::NoIndex, what).hint("`beadloom reindex` makes them")
}
