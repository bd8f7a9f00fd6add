//! Prints how long the first count of a process takes, then counts the tokens of the files named on the command line
//! and prints the speed, and that of the reference:
//! `cargo run --release -p beadloom-tokens --example throughput -- FILE...`.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use beadloom_tokens::{Encoding, Tokenizer};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for encoding in Encoding::ALL {
        let start = Instant::now();
        let tokenizer = open(encoding)?;
        let opened = start.elapsed();
        tokenizer.count("the first count");
        println!("{}: first count after {:?}, of which opening {opened:?}", encoding.name(), start.elapsed());
    }
    if !paths.is_empty() {
        println!(
            "{:>10} {:>10} {:>12} {:>12} {:>12}  file",
            "bytes", "tokens", "count", "encode", "reference"
        );
    }
    for encoding in Encoding::ALL.into_iter().filter(|_| !paths.is_empty()) {
        let tokenizer = open(encoding)?;
        let start = Instant::now();
        let reference = match encoding {
            Encoding::O200kBase => tiktoken_rs::o200k_base()?,
            Encoding::Cl100kBase => tiktoken_rs::cl100k_base()?,
        };
        println!("{}: reference loads in {:?}", encoding.name(), start.elapsed());
        for path in &paths {
            let text = std::fs::read_to_string(path)?;
            let speed = |took: Duration| format!("{:.1} MB/s", text.len() as f64 / 1e6 / took.as_secs_f64());
            let tokens = tokenizer.count(&text);
            println!(
                "{:>10} {tokens:>10} {:>12} {:>12} {:>12}  {path}",
                text.len(),
                speed(best_of(5, || tokenizer.count(&text))),
                speed(best_of(5, || tokenizer.encode(&text).len())),
                speed(best_of(1, || reference.encode_ordinary(&text).len())),
            );
        }
    }
    Ok(())
}

fn open(encoding: Encoding) -> Result<Tokenizer, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(encoding.file_name());
    Ok(Tokenizer::open(encoding, std::fs::read(path)?)?)
}

fn best_of(times: u32, work: impl Fn() -> usize) -> Duration {
    (0..times)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}
