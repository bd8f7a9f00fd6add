//! How long the pairs of a gateway take to be pruned, however many lie in its file.

use std::path::Path;
use std::time::Instant;

use beadloom_store::{GatewayStore, MemoryOwner, PairChange};
use serde_json::json;

/// As the gateway keeps.
const MAX_PAIRS: i64 = 5_000;

/// Fills a new file with so many pairs, and opens and prunes it as a start of the gateway does. The times as JSON.
pub(crate) fn pruned(file: &Path, count: u32) -> Result<String, String> {
    if file.exists() {
        return Err(format!("{} is there: name a new file", file.display()));
    }
    let owner = MemoryOwner { keys: &[], trusts: true };
    let (mut store, _) = GatewayStore::open(Some(file), owner).map_err(|e| e.to_string())?;
    let began = Instant::now();
    for number in 0..count {
        let words = format!("word{} of{} case{number}", number % 977, number % 31);
        let change = PairChange {
            server: "server",
            name: &format!("tool{}", number % 300),
            key: &number.to_le_bytes(),
            query: Some(&words),
            words: &words,
            now: i64::from(number),
        };
        let confidence = f64::from(number % 101) / 100.0;
        store.learn(&change, |_| confidence).map_err(|e| e.to_string())?;
    }
    let learn_us = began.elapsed().as_micros() / u128::from(count.max(1));
    drop(store);
    let began = Instant::now();
    let (mut store, _) = GatewayStore::open(Some(file), owner).map_err(|e| e.to_string())?;
    let open_ms = began.elapsed().as_secs_f64() * 1_000.0;
    let began = Instant::now();
    let gone = store.prune(0.1, 0, MAX_PAIRS).map_err(|e| e.to_string())?;
    let prune_ms = began.elapsed().as_secs_f64() * 1_000.0;
    let left = store.pair_count().map_err(|e| e.to_string())?;
    let answer = json!({ "pairs": count, "learn_us": learn_us, "open_ms": open_ms, "prune_ms": prune_ms, "gone": gone, "left": left });
    Ok(answer.to_string())
}
