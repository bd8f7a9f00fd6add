//! Parsing with everything against the bare parse, single-threaded, as a ratio:
//! `cargo run --release --example measure -- <folder>`.

use std::path::Path;
use std::time::{Duration, Instant};

use beadloom_lang::{Limits, Parser, detect};

fn main() -> std::io::Result<()> {
    let mut files = Vec::new();
    for root in std::env::args().skip(1) {
        collect(Path::new(&root), &mut files)?;
    }
    let mut parser = Parser::new();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    println!("{} files, {:.1} MB", files.len(), bytes as f64 / 1e6);
    for _ in 0..5 {
        let bare = time(|| {
            for (path, text) in &files {
                if let Some(language) = detect(path) {
                    parser.parse_only(language, path, text);
                }
            }
        });
        let mut symbols = 0;
        let whole = time(|| {
            for (path, text) in &files {
                if let Some(language) = detect(path) {
                    symbols += parser.parse(language, path, text, &Limits::default()).symbols.len();
                }
            }
        });
        let ratio = whole.as_secs_f64() / bare.as_secs_f64();
        println!("bare {bare:?}, whole {whole:?}, ratio {ratio:.3}, {symbols} symbols");
    }
    Ok(())
}

/// Processor time where the system tells it, so that other programs do not count; else wall time.
fn time(work: impl FnOnce()) -> Duration {
    let (started, ran) = (Instant::now(), processor_time());
    work();
    match (ran, processor_time()) {
        (Some(from), Some(to)) => to.saturating_sub(from),
        _ => started.elapsed(),
    }
}

fn processor_time() -> Option<Duration> {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(schedule.split_whitespace().next()?.parse().ok()?))
}

fn collect(path: &Path, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if let Some(name) = path.to_str().filter(|name| detect(name).is_some())
        && let Ok(text) = std::fs::read_to_string(path)
    {
        files.push((name.to_owned(), text));
    }
    Ok(())
}
