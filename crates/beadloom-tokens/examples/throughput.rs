//! Counts the tokens of the files named on the command line and prints the speed, and that of the reference:
//! `cargo run --release -p beadloom-tokens --example throughput -- FILE...`.

use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    beadloom_tokens::count("the first count");
    println!("first count: {:?}", start.elapsed());

    let start = Instant::now();
    let reference = tiktoken_rs::o200k_base()?;
    println!("reference loads in {:?}", start.elapsed());

    println!("{:>10} {:>10} {:>12} {:>12} {:>12}  file", "bytes", "tokens", "count", "encode", "reference");
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let speed = |took: Duration| format!("{:.1} MB/s", text.len() as f64 / 1e6 / took.as_secs_f64());
        let tokens = beadloom_tokens::count(&text);
        println!(
            "{:>10} {tokens:>10} {:>12} {:>12} {:>12}  {path}",
            text.len(),
            speed(best_of(5, || beadloom_tokens::count(&text))),
            speed(best_of(5, || beadloom_tokens::encode(&text).len())),
            speed(best_of(1, || reference.encode_ordinary(&text).len())),
        );
    }
    Ok(())
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
