//! What rules cost, on facts that are made up: `cargo run --release -p beadloom-rules --example numbers [ROUNDS]` prints a
//! JSON line for each of two questions, with the processor time of the middle round, in milliseconds.
//!
//! - `lint`: 1,000 nodes, 5,000 edges, 5,000 files, 25,000 imports, 100 rules of five kinds: reading them and evaluating them.
//! - `cycles`: `forbid_cycles` between 100,000 files with 1,000,000 imports, one great knot and many without any.

use std::time::Instant;

use beadloom_model::ImportKind;
use beadloom_rules::{
    EdgeFact, Facts, FileFact, ImportFact, NodeFact, RulesText, Target, evaluate, read_rules,
};

/// The same numbers every time (a 64-bit linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(bound)).unwrap_or(0)
    }
}

fn main() -> Result<(), String> {
    let rounds: usize = std::env::args()
        .nth(1)
        .map_or(Ok(7), |text| text.parse().map_err(|_| format!("ROUNDS is a number, not {text}")))?;
    let nodes = project(1_000, 5_000, 5_000, 25_000, true);
    print("lint", &nodes, &hundred_rules(), rounds)?;
    let files = project(100, 0, 100_000, 1_000_000, false);
    print(
        "cycles",
        &files,
        "version: 1\nrules:\n  - {name: acyclic, forbid_cycles: {scope: files}}\n",
        rounds,
    )
}

/// Reads and evaluates so often, and prints the middle.
fn print(what: &str, facts: &Facts, text: &str, rounds: usize) -> Result<(), String> {
    let mut times = Vec::with_capacity(rounds);
    let mut found = 0;
    for _ in 0..rounds.max(1) {
        let started = processor_ms();
        let (rules, findings) =
            read_rules(&RulesText { path: "rules.yml", text, today: "2030-01-01" }, facts);
        if let Some(first) = findings.first() {
            return Err(format!("{what}: {first:?}"));
        }
        found = evaluate(&rules, "rules.yml", facts).len();
        times.push(processor_ms() - started);
    }
    times.sort_by(f64::total_cmp);
    let middle = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let (least, most) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    println!(
        "{{\"what\":\"{what}\",\"nodes\":{},\"edges\":{},\"files\":{},\"imports\":{},\"violations\":{found},\
         \"cpu_ms\":{middle:.2},\"min\":{least:.2},\"max\":{most:.2}}}",
        facts.nodes.len(),
        facts.edges.len(),
        facts.files.len(),
        facts.imports.len(),
    );
    Ok(())
}

/// What this process has had of the processor, in milliseconds; where the system does not say, the time of the day.
fn processor_ms() -> f64 {
    use std::sync::OnceLock;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds =
        said.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    match nanoseconds {
        Some(nanoseconds) => nanoseconds / 1e6,
        None => BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3,
    }
}

/// A project of so many nodes, edges between them, files that belong to them, and imports between those. `down`: imports
/// and edges keep the layers, as in a project whose rules hold; otherwise half of the files import at random.
fn project(nodes: u32, edges: u32, files: u32, imports: u32, down: bool) -> Facts {
    let mut numbers = Numbers(20_260_101);
    let kinds = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut facts = Facts {
        nodes: (0..nodes)
            .map(|at| NodeFact {
                ref_id: format!("n{at:06}"),
                kind: if at % 3 == 0 { "domain" } else { "feature" }.to_owned(),
                source: format!("src/g{:02}/n{at:06}/", at % 50),
                tags: vec![format!("layer{}", at % 5)],
                path: Some("graph.yml".to_owned()),
                line: Some(at + 2),
                symbols: u64::from(at % 300),
                documented: at % 2 == 0,
            })
            .collect(),
        node_kinds: kinds(&["domain", "feature"]),
        edge_kinds: kinds(&["depends_on", "uses", "part_of"]),
        ..Facts::default()
    };
    facts.files = (0..files)
        .map(|at| FileFact {
            path: format!("src/g{:02}/n{:06}/m{at:06}.py", (at % nodes) % 50, at % nodes),
            owners: vec![at % nodes],
            annotated: false,
            product: true,
        })
        .collect();
    facts.edges = (0..edges)
        .map(|at| (at, numbers.below(nodes), numbers.below(nodes)))
        .map(|(at, src, dst)| EdgeFact {
            imports: false,
            src,
            dst: if down { below(src, dst) } else { dst },
            kind: if at % 2 == 0 { "uses" } else { "depends_on" }.to_owned(),
            declared: at % 4 == 0,
            path: Some("graph.yml".to_owned()),
            line: Some(at + 2),
        })
        .filter(|edge| edge.src != edge.dst)
        .collect();
    facts.edges.sort_by(|a, b| (a.src, a.dst, &a.kind).cmp(&(b.src, b.dst, &b.kind)));
    facts.imports = (0..imports)
        .map(|at| {
            let file = at % files;
            // Half of the files import only what comes after them, so that there is something without a cycle, too.
            let other = numbers.below(files);
            let target = match (down, file % 2) {
                (true, _) => below(file, other),
                (false, 0) => file.saturating_add(1 + other % 1_000).min(files - 1),
                (false, _) => other,
            };
            ImportFact {
                test: false,
                file,
                line: 1 + at / files,
                specifier: format!("m{target:06}"),
                target: Target::File(target),
                package: None,
                kind: ImportKind::Import,
                local: false,
            }
        })
        .collect();
    facts.imports.sort_by_key(|import| (import.file, import.line));
    facts
}

/// The nearest to `other` that is in the layer of `one`, the last digit of its number in fives, or further down.
fn below(one: u32, other: u32) -> u32 {
    other - other % 5 + one % 5 + other % (5 - one % 5)
}

/// Twenty of each of five kinds, with patterns as people write them.
fn hundred_rules() -> String {
    let mut text = "version: 1\nrules:\n".to_owned();
    for at in 0..20 {
        text.push_str(&format!(
            "  - {{name: deny{at}, deny: {{from: {{source: 'src/g{at:02}/'}}, to: {{source: ['src/g{:02}/', 'src/g1*/']}}, \
             unless_edge: uses}}}}\n\
             \x20 - {{name: layers{at}, layers: [{{tag: layer0}}, {{tag: layer1}}, {{tag: layer2}}, {{tag: layer3}}]}}\n\
             \x20 - {{name: cycles{at}, forbid_cycles: {{edge_kind: [uses, depends_on]}}}}\n\
             \x20 - {{name: check{at}, check: {{for: {{kind: domain}}, max_symbols: {}, max_files: 90, max_fan_out: 9}}}}\n\
             \x20 - {{name: import{at}, forbid_import: {{from: 'src/g{at:02}/**/*.py', to: ['src/g3*/', requests, 'django.*']}}}}\n",
            (at + 7) % 50,
            100 + at,
        ));
    }
    text
}
