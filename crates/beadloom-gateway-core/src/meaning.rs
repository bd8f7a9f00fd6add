//! What a transformer made of tools and past queries, and what still waits for it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use beadloom_onnx::{Role, Transformer};

/// Stands for a text.
pub(crate) type Key = [u8; 16];

/// A text without a vector.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    pub key: Key,
    pub role: Role,
    pub text: String,
}

/// A transformer with the vectors that it made.
pub(crate) struct Meaning {
    pub transformer: Arc<Transformer>,
    pub vectors: HashMap<Key, Vec<f32>>,
    pub waiting: Vec<Waiting>,
    /// Of those that wait, and those that are being embedded.
    pub queued: HashSet<Key>,
}

impl Meaning {
    /// Nothing was made yet.
    pub fn new(transformer: Arc<Transformer>) -> Self {
        Self { transformer, vectors: HashMap::new(), waiting: Vec::new(), queued: HashSet::new() }
    }
}
