//! How fast are embedding and scanning? `cargo run --release -p beadloom-embed --example speed`

#![expect(clippy::unwrap_used, reason = "a measurement fails by panicking")]

use std::time::{Duration, Instant};

use beadloom_embed::{PackedVectors, Packer, Probe, StaticModel, scan};
use beadloom_words::Terms;

const DIMENSIONS: usize = 128;
const BLOCKS: usize = 100;
const BLOCK: usize = 1_000;

fn main() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = || (0..DIMENSIONS).map(|_| rng.f32() - 0.5).collect::<Vec<f32>>();
    let blobs: Vec<Vec<u8>> = (0..BLOCKS)
        .map(|_| {
            let mut packer = Packer::new(DIMENSIONS);
            for _ in 0..BLOCK {
                packer.push(&random());
            }
            packer.finish()
        })
        .collect();
    let views: Vec<_> = blobs.iter().map(|blob| PackedVectors::parse(blob, DIMENSIONS).unwrap()).collect();
    let probe = Probe::new(&random());
    for rescored in [100, 300, 1_000] {
        let time = median(|| scan(&probe, &views, rescored, &|_, _| true).len());
        println!("scan {} x {DIMENSIONS}, {rescored} rescored: {time:?}", BLOCKS * BLOCK);
    }

    let Some(path) = std::env::args().nth(1) else { return };
    let file = std::fs::read(path).unwrap();
    println!(
        "parse {} bytes: {:?}",
        file.len(),
        median(|| StaticModel::parse(file.as_slice()).unwrap().len())
    );
    let model = StaticModel::parse(file).unwrap();
    let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/model.rs")).unwrap();
    let mut terms = Vec::new();
    Terms::default().of_text(source.get(..800).unwrap(), &mut |term| terms.push(term.to_owned()));
    let time =
        median(|| model.embed_code(terms.iter().map(|term| (term.as_str(), 1.0))).map_or(0, |v| v.len()));
    println!("embed {} terms: {time:?}", terms.len());
}

fn median(mut run: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<_> = (0..51)
        .map(|_| {
            let begun = Instant::now();
            std::hint::black_box(run());
            begun.elapsed()
        })
        .collect();
    times.sort();
    times.get(25).copied().unwrap_or_default()
}
