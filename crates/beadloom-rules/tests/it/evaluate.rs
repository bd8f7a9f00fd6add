//! Rules over facts: what only many facts, or odd ones, can show. What each kind of rule means is tested through the
//! command line, with the examples of docs/rules.md.

use beadloom_model::ImportKind;
use beadloom_model::answers::Violation;
use beadloom_rules::{
    DerivedRule, EdgeFact, Facts, FileFact, ImportFact, NodeFact, RulesText, Target, derive, evaluate,
    read_rules,
};
use proptest::prelude::*;

/// As many domains, each with one file, that import each other, and that are parts of each other.
fn facts(nodes: u32, imports: &[(u32, u32)], parts: &[(u32, u32)]) -> Facts {
    let kinds = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut facts = Facts {
        nodes: (0..nodes)
            .map(|at| NodeFact {
                ref_id: format!("n{at:04}"),
                kind: "domain".to_owned(),
                source: format!("src/n{at:04}/"),
                path: Some("graph.yml".to_owned()),
                line: Some(at + 2),
                ..NodeFact::default()
            })
            .collect(),
        files: (0..nodes)
            .map(|at| FileFact {
                path: format!("src/n{at:04}/main.py"),
                owners: vec![at],
                annotated: false,
                product: true,
            })
            .collect(),
        node_kinds: kinds(&["domain", "feature"]),
        edge_kinds: kinds(&["depends_on", "uses", "part_of"]),
        ..Facts::default()
    };
    let edge = |(src, dst): (u32, u32), kind: &str, declared| EdgeFact {
        imports: false,
        src,
        dst,
        kind: kind.to_owned(),
        declared,
        path: None,
        line: None,
    };
    for &(from, to) in imports.iter().filter(|(from, to)| from != to) {
        facts.imports.push(ImportFact {
            test: false,
            file: from,
            line: 1 + to,
            specifier: format!("n{to:04}"),
            target: Target::File(to),
            package: None,
            kind: ImportKind::Import,
            local: false,
        });
        facts.edges.push(edge((from, to), "depends_on", false));
    }
    facts.edges.extend(parts.iter().map(|ends| edge(*ends, "part_of", true)));
    facts.imports.sort_by_key(|import| (import.file, import.line));
    facts.edges.sort_by(|a, b| (a.src, a.dst, &a.kind).cmp(&(b.src, b.dst, &b.kind)));
    facts.edges.dedup();
    facts
}

fn lint(rules: &str, facts: &Facts) -> Vec<Violation> {
    let text = format!("version: 1\nrules:\n{rules}");
    let (rules, findings) =
        read_rules(&RulesText { path: "rules.yml", text: &text, today: "2030-06-15" }, facts);
    assert!(findings.is_empty(), "{findings:?}");
    evaluate(&rules, "rules.yml", facts)
}

#[test]
fn a_thousand_nodes_and_a_hundred_rules() {
    let imports: Vec<(u32, u32)> =
        (0..1_000).flat_map(|at| (1..=5).map(move |step| (at, (at + step * 7) % 1_000))).collect();
    let facts = facts(1_000, &imports, &[]);
    let mut rules = String::new();
    for at in 0..20 {
        rules.push_str(&format!(
            "  - {{name: d{at}, deny: {{from: {{source: 'src/n0{at:02}*/'}}, to: {{ref_id: [n0{at:02}7]}}}}}}\n\
             \x20 - {{name: c{at}, forbid_cycles: {{edge_kind: depends_on}}}}\n\
             \x20 - {{name: f{at}, forbid_cycles: {{scope: files}}}}\n\
             \x20 - {{name: k{at}, check: {{for: {{kind: domain}}, max_fan_out: 4}}}}\n\
             \x20 - {{name: i{at}, forbid_import: {{from: 'src/n0{at:02}?/', to: 'src/n00*/'}}}}\n"
        ));
    }
    let found = lint(&rules, &facts);
    let of = |name: &str| found.iter().filter(|one| one.rule == name).count();
    assert_eq!([of("c3"), of("f3"), of("k3")], [1, 1, 1_000]);
    let ring = found.iter().find(|one| one.rule == "c3").unwrap();
    assert_eq!(ring.from_ref_id.as_deref(), Some("n0000"));
    assert_eq!(ring.members.len(), 1_000);
    let sorted = found.windows(2).all(|two| {
        (&two[0].file_path, two[0].line_number, &two[0].rule)
            <= (&two[1].file_path, two[1].line_number, &two[1].rule)
    });
    assert!(sorted);
}

#[test]
fn an_exemption_holds_until_the_day_is_over() {
    let facts = facts(2, &[(0, 1)], &[]);
    for (until, errors) in [("2030-06-14", 1), ("2030-06-15", 0), ("2030-06-16", 0)] {
        let text = format!(
            "rules:\n  - name: a\n    deny: {{from: {{ref_id: n0000}}, to: {{ref_id: n0001}}}}\n    \
             exempt: [{{to: n0001, reason: x, until: {until}}}]\n"
        );
        let (_, findings) =
            read_rules(&RulesText { path: "rules.yml", text: &text, today: "2030-06-15" }, &facts);
        assert_eq!(findings.len(), errors, "{until}: {findings:?}");
    }
}

#[test]
fn hostile_files_are_findings() {
    let facts = facts(2, &[], &[]);
    for text in [
        "",
        "rules",
        "[]",
        "rules: {}",
        "rules: [1, null, [], {}]",
        "version: x\ntags: [a]\nrules: null",
        "rules: [{name: [], deny: 3, layers: {}}]",
        "rules: [{name: a, layers: [[], {}, {tag: []}], allow_skip: 3, enforce: up}]",
        "rules: [{name: a, check: {for: 3, max_symbols: -1, min_doc_coverage: 101}}]",
        "rules: [{name: a, exempt: [[], {until: []}], forbid_cycles: []}]",
        "rules: [{name: a, module_coverage: {source_root: ../x, exempt: '['}}]",
        "rules: [{name: a, forbid_import: {from: [], to: {}}}]",
        "tags: {a: nope}\nrules: []",
        "rules: [",
    ] {
        let (rules, findings) = read_rules(&RulesText { path: "r", text, today: "2030-01-01" }, &facts);
        assert!(rules.rules.is_empty(), "{text}");
        assert!(!findings.is_empty() || text.is_empty(), "{text}");
        assert!(findings.iter().all(|one| one.line.is_some()), "{text}: {findings:?}");
    }
}

proptest! {
    /// Whatever is derived holds; cycles are forbidden exactly where there is none; layers hold every import.
    #[test]
    fn what_is_derived_holds(
        imports in prop::collection::vec((0..12_u32, 0..12_u32), 0..30),
        parents in prop::collection::vec(0..12_u32, 12),
    ) {
        let parts: Vec<(u32, u32)> =
            (0..12).zip(parents).filter(|(part, whole)| whole < part && part % 2 == 0).collect();
        let facts = facts(12, &imports, &parts);
        let derived = derive(&facts);
        let mut reaches = vec![vec![false; 12]; 12];
        for (from, to) in imports.iter().filter(|(from, to)| from != to) {
            reaches[*from as usize][*to as usize] = true;
        }
        for middle in 0..12 {
            for from in 0..12 {
                for to in 0..12 {
                    reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                }
            }
        }
        let acyclic = (0..12).all(|at| !reaches[at][at]);
        let any = imports.iter().any(|(from, to)| from != to);
        prop_assert_eq!(derived.contains(&DerivedRule::NoCycles), acyclic && any);
        for rule in &derived {
            let DerivedRule::Layers(layers) = rule else { continue };
            prop_assert!(layers.len() >= 2 && layers.iter().all(|layer| !layer.nodes.is_empty()));
            let layer_of = |node: u32| {
                let id = &facts.nodes[node as usize].ref_id;
                layers.iter().position(|layer| layer.nodes.contains(id)).unwrap()
            };
            for (from, to) in imports.iter().filter(|(from, to)| from != to) {
                // A part and its whole stand in the layer of both, and in none where nothing else is imported.
                let known = layers.iter().any(|layer| layer.nodes.contains(&facts.nodes[*from as usize].ref_id));
                prop_assert!(!known || layer_of(*from) <= layer_of(*to));
            }
        }
    }
}
