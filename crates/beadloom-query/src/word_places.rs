//! How common a word is in a project.

use beadloom_model::Result;
use beadloom_store::Store;
use beadloom_words::Terms;

/// How many pieces of code have a word, in any of its forms; 0 for what is no word.
///
/// # Errors
/// Store errors.
pub fn places_of_word(store: &Store, word: &str) -> Result<u32> {
    let mut terms = Terms::default();
    terms.of_word(word).map_or(Ok(0), |term| store.lexicon()?.count(term))
}
