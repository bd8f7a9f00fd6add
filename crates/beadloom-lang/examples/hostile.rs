//! Looks for texts that cost the parser more than their length: all pairs of a language's words and signs, and some
//! of its triples, each repeated up to a length.
//!
//! - `hostile signs` prints the words and signs of all languages as JSON, a line for each; `bench/attack/signs.json` is
//!   that.
//! - `hostile find [--bytes 20000] [--short 2000] [--full 200] [--triples 2000] [--seed 1] [--worst 5] [--only a.py,…]` parses them on all cores, first
//!   short, then the costliest in full, and prints per language the worst by time and by memory. `--whole` parses all in full.
//! - `hostile parse LIST` parses the files that LIST names and does nothing else.
//! - `hostile files [--worst 10] LIST` does the same with the files that LIST names: what honest ones cost for each byte.

#![expect(clippy::print_stdout, reason = "what it is for")]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use beadloom_lang::{Cost, Limits, Parser, detect, languages};
use beadloom_model::Code;

/// What scanners and lexers look for beyond the signs of a grammar.
const MORE: &[&str] = &[
    "a", "A", "1", "0x", "1.", "\"", "'", "`", "\"\"\"", "'''", "\n", "\n ", "\n\t", " ", "\\", "\\\n", "/*",
    "*/", "//", "#", "--", "{-", "-}", "--[[", "[[", "]]", "[=[", "<!--", "-->", "<![CDATA[", "<?php", "?>",
    "<a ", "<a>", "</a>", "<script>", "</script>", "<style>", "{{", "}}", "{#if a}", "{/if}", "${", "#{",
    "$(", "((", "<<A\n", "<<~A\n", "<<-'A'\n", "<<<A\n", "\nA\n", "%w(", "%q{", "%(", "r#\"", "\"#", "R\"a(",
    ")a\"", "@\"", "$\"", "$@\"", "$\"\"\"", "~s(", "~S\"\"\"", "/a", "=~ /", "->", "=>", "a => ", "<a",
    "&a", "*a", "@a", "#a", "#if a\n", "#else\n", "#endif\n", "#define a \\\n", ":a", "a:", "a b ", "a(",
    "f\"{", "\u{e9}", "\u{754c}", "\u{0}", "\u{feff}", "\r", "\r\n", "$a$", "$$", "E'", "BEGIN\n", "END;\n",
    "=begin\n", "=end\n", "__END__\n", "@@a",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, or: usize| value(name).and_then(|text| text.parse().ok()).unwrap_or(or);
    match words.first().map(String::as_str) {
        Some("signs") => print_signs(),
        Some("parse") => parse_only(words.last().map_or("", String::as_str)),
        Some("files") => files(words.last().map_or("", String::as_str), number("--worst", 10)),
        Some("find") => {
            let search = Search {
                bytes: number("--bytes", 20_000),
                triples: number("--triples", 2000),
                seed: number("--seed", 1) as u64,
                worst: number("--worst", 5),
                short: number("--short", 2000),
                full: number("--full", 200),
                whole: words.iter().any(|word| word == "--whole"),
            };
            let only: Vec<&str> = value("--only").map(|text| text.split(',').collect()).unwrap_or_default();
            for (name, signs) in all_signs() {
                if only.is_empty() || only.contains(&name.as_str()) {
                    search.of(&name, &signs);
                }
            }
        }
        _ => println!(
            "usage: hostile signs | find [--bytes N] [--short N] [--full N] [--triples N] [--seed N] [--worst N] [--only NAMES] [--whole] | files LIST | parse LIST"
        ),
    }
}

/// By the name of a file in the dialect.
fn all_signs() -> BTreeMap<String, Vec<String>> {
    languages().iter().flat_map(|language| language.signs()).collect()
}

fn print_signs() {
    let quoted = |texts: &mut dyn Iterator<Item = &str>| {
        let list: Vec<String> = texts.map(|text| serde_json::Value::from(text).to_string()).collect();
        format!("[{}]", list.join(","))
    };
    println!("{{");
    println!("\"\":{}", quoted(&mut MORE.iter().copied()));
    for (name, signs) in all_signs() {
        println!(",\"{name}\":{}", quoted(&mut signs.iter().map(String::as_str)));
    }
    println!("}}");
}

struct Search {
    bytes: usize,
    triples: usize,
    seed: u64,
    worst: usize,
    /// Bytes of the texts that are tried first.
    short: usize,
    /// How many of these are tried in full.
    full: usize,
    whole: bool,
}

/// What a text came to.
#[derive(Clone)]
struct Found {
    unit: String,
    time: Duration,
    cost: Cost,
    says: &'static str,
}

impl Search {
    fn of(&self, name: &str, signs: &[String]) {
        let signs: Vec<&str> = signs.iter().map(String::as_str).chain(MORE.iter().copied()).collect();
        let mut units: Vec<String> = signs.iter().map(|sign| (*sign).to_owned()).collect();
        for a in &signs {
            for b in &signs {
                // Words must not grow together; signs may, and some do no more than that.
                units.push(join(&[a, b]));
            }
        }
        let mut random = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |bound: usize| {
            random ^= random >> 12;
            random ^= random << 25;
            random ^= random >> 27;
            (random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
        };
        for _ in 0..self.triples {
            let three = [0; 3].map(|_| signs.get(below(signs.len())).copied().unwrap_or(""));
            units.push(join(&three));
        }
        let count = units.len();
        if !self.whole {
            let mut short = measure(name, &units, self.short);
            short.sort_by_key(|found| std::cmp::Reverse(found.cost.work));
            let mut by_memory = short.clone();
            short.truncate(self.full);
            by_memory.sort_by_key(|found| std::cmp::Reverse(found.cost.bytes));
            by_memory.truncate(self.full / 4);
            short.extend(by_memory);
            units = short.into_iter().map(|found| found.unit).collect();
            units.sort();
            units.dedup();
        }
        let mut whole = measure(name, &units, self.bytes);
        let costly = whole.iter().filter(|found| found.says == "too_costly").count();
        println!("{name}: {count} texts, {} in full, {costly} of these too costly", units.len());
        whole.sort_by_key(|found| std::cmp::Reverse(found.time));
        for found in whole.iter().take(self.worst) {
            print(found, "slow ");
        }
        whole.sort_by_key(|found| std::cmp::Reverse(found.cost.bytes));
        for found in whole.iter().take(self.worst.div_ceil(2)) {
            print(found, "large");
        }
    }
}

fn print(found: &Found, how: &str) {
    println!(
        "  {how} {:6.0} ms {:6.1} MB {:6} M units  {:<11} {:?}",
        found.time.as_secs_f64() * 1000.0,
        found.cost.bytes as f64 / 1e6,
        found.cost.work / 1_000_000,
        found.says,
        found.unit,
    );
}

fn join(signs: &[&str]) -> String {
    let mut unit = String::new();
    for sign in signs {
        let word = |text: Option<char>| text.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if word(unit.chars().last()) && word(sign.chars().next()) {
            unit.push(' ');
        }
        unit.push_str(sign);
    }
    if unit.chars().last().is_some_and(char::is_alphanumeric) {
        unit.push(' ');
    }
    unit
}

fn measure(name: &str, units: &[String], bytes: usize) -> Vec<Found> {
    let text_of = |unit: &String| unit.repeat(bytes / unit.len().max(1));
    let found = on_all_cores(units.len(), |parser, at| {
        let unit = units.get(at)?;
        let (time, cost, says) = parse(parser, name, &text_of(unit))?;
        Some(Found { unit: unit.clone(), time, cost, says })
    });
    found.into_iter().flatten().collect()
}

fn parse(parser: &mut Parser, name: &str, text: &str) -> Option<(Duration, Cost, &'static str)> {
    let began = worked();
    let file = parser.parse(detect(name)?, name, text, &Limits::default());
    let time = worked().saturating_sub(began);
    let says = file.diagnostics.first().map_or("", |found| match found.code {
        Code::TooCostly => "too_costly",
        _ => "parse_limit",
    });
    Some((time, parser.cost()?, says))
}

/// What this thread has worked, so that other programs do not count.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn worked() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

fn on_all_cores<T: Send>(count: usize, work: impl Fn(&mut Parser, usize) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut parser = Parser::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    let result = work(&mut parser, at);
                    if let Ok(mut done) = done.lock() {
                        done.push(result);
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_default()
}

/// The bare parse of the files that a list names, on one thread: what the bounds themselves cost, next to another build.
fn parse_only(list: &str) {
    let list = std::fs::read_to_string(list).unwrap_or_default();
    let mut parser = Parser::new();
    let (mut trees, mut time) = (0, Duration::ZERO);
    for path in list.lines() {
        let (Some(language), Ok(bytes)) = (detect(path), std::fs::read(path)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let began = worked();
        trees += usize::from(parser.parse_only(language, path, &text));
        time += worked().saturating_sub(began);
    }
    println!("{trees} trees, {:.3} s", time.as_secs_f64());
}

/// What honest files cost: the worst of a list for each byte beyond the first 20,000, and those that are not parsed.
fn files(list: &str, worst: usize) {
    let list = std::fs::read_to_string(list).unwrap_or_default();
    let paths: Vec<&str> = list.lines().collect();
    let found = on_all_cores(paths.len(), |parser, at| {
        let path = paths.get(at)?;
        let bytes = std::fs::read(path).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (time, cost, says) = parse(parser, path, &text)?;
        Some((Found { unit: (*path).to_owned(), time, cost, says }, text.len()))
    });
    let mut found: Vec<(Found, usize)> = found.into_iter().flatten().collect();
    let bytes: usize = found.iter().map(|(_, bytes)| bytes).sum();
    let count = |says: &str| found.iter().filter(|(found, _)| found.says == says).count();
    let (costly, limit) = (count("too_costly"), count("parse_limit"));
    let seconds: f64 = found.iter().map(|(found, _)| found.time.as_secs_f64()).sum();
    let work: u64 = found.iter().map(|(found, _)| found.cost.work).sum();
    println!(
        "{} files, {bytes} bytes, {seconds:.2} s, {} M units, {costly} too_costly, {limit} parse_limit",
        found.len(),
        work / 1_000_000
    );
    let mut show = |how: &str, share: &dyn Fn(&(Found, usize)) -> f64| {
        found.sort_by(|a, b| share(b).total_cmp(&share(a)));
        for one in found.iter().take(worst) {
            println!("{how} {:.3} of what it may", share(one));
            print(&one.0, &format!("{} bytes", one.1));
        }
    };
    show("bytes", &|(found, bytes)| found.cost.bytes as f64 / Cost::of_text(*bytes).bytes as f64);
    show("work", &|(found, bytes)| found.cost.work as f64 / Cost::of_text(*bytes).work as f64);
    found.retain(|(found, _)| !found.says.is_empty());
    for (one, bytes) in found.iter().take(20) {
        print(one, &format!("{bytes} bytes"));
    }
}
