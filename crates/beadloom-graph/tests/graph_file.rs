//! One graph file: what is read, and exactly where each finding points.

use beadloom_graph::{is_graph_file, read_graph_file};
use beadloom_model::{Code, Diagnostic, GraphFile, Place};
use serde_json::json;

#[expect(clippy::panic, reason = "a test's helper; says which text")]
fn read(text: &str) -> GraphFile {
    read_graph_file("g.yml", text).unwrap_or_else(|finding| panic!("{text:?}: {finding:?}"))
}

/// `line:column level code`; the path is always that of the file.
fn place(finding: &Diagnostic) -> String {
    assert_eq!(finding.path.as_deref(), Some("g.yml"));
    let (line, column) = (finding.line.unwrap_or(0), finding.column.unwrap_or(0));
    format!("{line}:{column} {} {}", finding.level.as_str(), finding.code)
}

const EXAMPLE: &str = "\
# The shop
version: 1
kinds: {nodes: [team], edges: [owned_by]}
nodes:
  - ref_id: billing
    kind: domain
    summary: >
      Tariffs and
      payments.
    source: ./src//billing/
    docs:
      - docs/domains/billing.md
      - docs\\b.md
      - ./docs/b.md
    tags: [money, 2024]
    owner: {team: pay, rota: [1, 2.5, null, true]}
  - {ref_id: 0123, kind: team, docs: docs/team.md, source: \"\"}
  - ref_id: 'a \"b\" c'
    kind: entity
    source: ~

edges:
  - src: billing
    dst: 0123
    kind: owned_by
    since: 2024-01-01
";

#[test]
fn a_file_gives_its_nodes_and_edges_with_places() {
    let file = read(EXAMPLE);
    assert_eq!(file.diagnostics, []);
    assert_eq!(
        (file.path.as_str(), &file.node_kinds[..], &file.edge_kinds[..]),
        ("g.yml", &["team".to_owned()][..], &["owned_by".to_owned()][..])
    );

    let [billing, team, quoted] = &file.nodes[..] else { panic!("{:?}", file.nodes) };
    assert_eq!((billing.ref_id.as_str(), billing.kind.as_str()), ("billing", "domain"));
    assert_eq!(billing.summary, "Tariffs and payments.");
    assert_eq!(billing.source.as_deref(), Some("src/billing/"));
    assert_eq!(billing.tags, ["money", "2024"]);
    assert_eq!(
        billing.docs,
        [
            ("docs/domains/billing.md".to_owned(), Place { line: 12, column: 9 }),
            ("docs/b.md".to_owned(), Place { line: 13, column: 9 })
        ]
    );
    assert_eq!(json!(billing.extra), json!({"owner": {"rota": [1, 2.5, null, true], "team": "pay"}}));
    assert_eq!(billing.place, Place { line: 5, column: 13 });
    assert_eq!(billing.kind_place, Place { line: 6, column: 11 });
    assert_eq!(billing.source_place, Some(Place { line: 10, column: 13 }));

    assert_eq!((team.ref_id.as_str(), team.source.as_deref()), ("0123", Some("")));
    assert_eq!(team.docs.len(), 1);
    assert_eq!((quoted.ref_id.as_str(), &quoted.source), ("a \"b\" c", &None));

    let [edge] = &file.edges[..] else { panic!("{:?}", file.edges) };
    assert_eq!((edge.src.as_str(), edge.dst.as_str(), edge.kind.as_str()), ("billing", "0123", "owned_by"));
    assert_eq!(json!(edge.extra), json!({"since": "2024-01-01"}));
    assert_eq!(edge.place, Place { line: 23, column: 5 });
    assert_eq!(edge.src_place, Place { line: 23, column: 10 });
    assert_eq!(edge.dst_place, Place { line: 24, column: 10 });
    assert_eq!(edge.kind_place, Place { line: 25, column: 11 });
}

#[test]
fn nothing_written_is_nothing_read() {
    for text in ["", "\n\n", "# only a comment\n", "---\n", "null\n", "nodes:\nedges:\nkinds:\n", "\u{feff}"]
    {
        assert_eq!(read(text), GraphFile { path: "g.yml".to_owned(), ..GraphFile::default() }, "{text:?}");
    }
}

#[test]
fn byte_order_mark_and_windows_lines_move_no_place() {
    let plain = read(EXAMPLE);
    assert_eq!(read(&format!("\u{feff}{EXAMPLE}")), plain);
    assert_eq!(read(&EXAMPLE.replace('\n', "\r\n")), plain);
}

#[test]
fn ids_are_text_as_it_is_written() {
    for (written, id) in [
        ("123", "123"),
        ("0123", "0123"),
        ("1.10", "1.10"),
        ("1e3", "1e3"),
        ("-5", "-5"),
        ("a.b", "a.b"),
        ("a/b", "a/b"),
        ("x\"y", "x\"y"),
        ("no", "no"),
        ("'true'", "true"),
        ("ünï", "ünï"),
        ("99999999999999999999999", "99999999999999999999999"),
        ("2024-01-01", "2024-01-01"),
        ("\"a b\"", "a b"),
        ("!!str 12", "12"),
    ] {
        let file = read(&format!("nodes: [{{ref_id: {written}, kind: domain}}]"));
        assert_eq!(file.diagnostics, [], "{written}");
        assert_eq!(file.nodes[0].ref_id, id, "{written}");
    }
    // An alias stands where it is used and reads as what it repeats.
    let file =
        read("nodes:\n  - {ref_id: &id 1.0, kind: domain}\nedges:\n  - {src: *id, dst: b, kind: uses}\n");
    assert_eq!((file.edges[0].src.as_str(), file.edges[0].src_place), ("1.0", Place { line: 4, column: 11 }));
}

/// What is wrong inside a file is left out alone, with its place, and the rest is read.
#[test]
fn each_wrong_field_is_reported_at_its_place() {
    let long = "x".repeat(201);
    let cases: &[(&str, &[&str], &str)] = &[
        // (text, findings, ids of the nodes and ends of the edges that remain)
        ("nodes:\n  - kind: domain\n", &["2:5 error missing_id"], ""),
        ("nodes:\n  - ref_id:\n    kind: domain\n", &["2:5 error missing_id"], ""),
        ("nodes:\n  - ref_id: ''\n    kind: domain\n", &["2:13 error bad_id"], ""),
        ("nodes:\n  - ref_id: \"a\\nb\"\n    kind: domain\n", &["2:13 error bad_id"], ""),
        ("nodes:\n  - ref_id: ' a'\n    kind: domain\n", &["2:13 error bad_id"], ""),
        (&format!("nodes:\n  - kind: domain\n    ref_id: {long}\n"), &["3:13 error bad_id"], ""),
        ("nodes:\n  - ref_id: [a]\n    kind: domain\n", &["2:13 error wrong_type"], ""),
        ("nodes:\n  - ref_id: true\n    kind: domain\n", &["2:13 error wrong_type"], ""),
        ("nodes:\n  - ref_id: a\n", &["2:5 error missing_key"], ""),
        ("nodes:\n  - ref_id: a\n    kind: {x: y}\n", &["3:11 error wrong_type"], ""),
        ("nodes:\n  - a\n  - ref_id: b\n    kind: domain\n", &["2:5 error wrong_type"], "b"),
        ("nodes: {ref_id: a, kind: domain}\n", &["1:8 error wrong_type"], ""),
        ("nodes:\n  - {ref_id: a, kind: domain, summary: [x]}\n", &["2:40 error wrong_type"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, summary: 12}\n", &["2:40 error wrong_type"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: 12}\n", &["2:39 error wrong_type"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: ../x}\n", &["2:39 error outside_root"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: a/../../x}\n", &["2:39 error outside_root"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: /etc}\n", &["2:39 error outside_root"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: 'C:\\x'}\n", &["2:39 error outside_root"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, source: \"x\\ty\"}\n", &["2:39 error bad_value"], "a"),
        ("nodes:\n  - {ref_id: a, kind: domain, docs: {x: y}}\n", &["2:37 error wrong_type"], "a"),
        (
            "nodes:\n  - ref_id: a\n    kind: domain\n    docs:\n      - ../x.md\n      - 3\n      -\n      - ok.md\n      - docs/\n",
            &[
                "5:9 error outside_root", "6:9 error wrong_type", "7:8 error wrong_type",
                "9:9 error bad_value",
            ],
            "a",
        ),
        ("nodes:\n  - {ref_id: a, kind: domain, tags: [[x], y]}\n", &["2:38 error wrong_type"], "a"),
        (
            "nodes:\n  - ref_id: a\n    kind: domain\n    confidence: low\n",
            &["4:5 warn leftover_confidence"],
            "a",
        ),
        ("nodes:\n  - {ref_id: a, kind: domain, ? [x] : y}\n", &["2:33 error wrong_type"], "a"),
        ("edges:\n  - dst: b\n    kind: uses\n", &["2:5 error missing_key"], ""),
        ("edges:\n  - {src: a, kind: uses}\n", &["2:5 error missing_key"], ""),
        ("edges:\n  - {src: a, dst: b}\n", &["2:5 error missing_key"], ""),
        ("edges:\n  - {src: a, dst: [b], kind: uses}\n", &["2:19 error wrong_type"], ""),
        ("edges:\n  - {src: a, dst: '', kind: uses}\n", &["2:19 error bad_id"], ""),
        ("edges:\n  - a\n  - {src: a, dst: b, kind: uses}\n", &["2:5 error wrong_type"], "a>b"),
        ("edges: a\n", &["1:8 error wrong_type"], ""),
        ("kinds: [a]\n", &["1:8 error wrong_type"], ""),
        ("kinds:\n  nodes: team\n", &["2:10 error wrong_type"], ""),
        (
            "kinds:\n  nodes: [te am, '', 1x, 3]\n",
            &[
                "2:11 error bad_value", "2:18 error bad_value", "2:22 error bad_value",
                "2:26 error wrong_type",
            ],
            "",
        ),
        ("kinds:\n  node: [team]\n", &["2:3 warn unknown_key"], ""),
        ("version: 2\n", &["1:10 error bad_value"], ""),
        ("version: one\n", &["1:10 error wrong_type"], ""),
        ("ndoes: []\n\"é\": 1\n", &["1:1 warn unknown_key", "2:1 warn unknown_key"], ""),
        ("# é\nnodes: [{ref_id: é, kind: domain, source: ../x}]\n", &["2:43 error outside_root"], "é"),
    ];
    for (text, expected, remaining) in cases {
        let file = read(text);
        assert_eq!(file.diagnostics.iter().map(place).collect::<Vec<_>>(), *expected, "{text}");
        let mut left: Vec<String> = file.nodes.iter().map(|node| node.ref_id.clone()).collect();
        left.extend(file.edges.iter().map(|edge| format!("{}>{}", edge.src, edge.dst)));
        assert_eq!(left.join(" "), *remaining, "{text}");
    }
}

#[test]
fn a_wrong_field_keeps_the_right_ones() {
    let file = read(
        "nodes:\n  - ref_id: a\n    kind: domain\n    source: ../x\n    summary: S\n    docs: [3, d.md]\n    confidence: high\n    c4: x\n",
    );
    let node = &file.nodes[0];
    assert_eq!((&node.source, &node.source_place, node.summary.as_str()), (&None, &None, "S"));
    assert_eq!(node.docs, [("d.md".to_owned(), Place { line: 6, column: 15 })]);
    assert_eq!(json!(node.extra), json!({"c4": "x"}));
    let source = &file.diagnostics[0];
    assert_eq!(source.message, "`source`: \"../x\" leads outside the project");
    assert!(source.hint.is_some());
}

#[test]
fn an_unknown_key_is_met_with_a_suggestion() {
    let file = read("edgse: []\n");
    assert_eq!(file.diagnostics[0].hint.as_deref(), Some("Did you mean: edges?"));
}

/// Keys of a node or an edge that are not known: place, and what was meant.
#[test]
fn a_misspelt_key_of_a_node_or_an_edge_is_told_and_metadata_is_not() {
    const NODE: &str = "nodes:\n  - ref_id: a\n    kind: domain\n";
    let node = |more: &str| format!("{NODE}    {more}\n");
    let edge = |keys: &str| format!("edges: [{{{keys}}}]\n");
    let warned = "warn unknown_key";
    let cases: &[(String, &str, &str)] = &[
        (node("sumary: s"), &format!("4:5 {warned}"), "summary"),
        (node("Summary: s"), &format!("4:5 {warned}"), "summary"),
        (node("description: s"), &format!("4:5 {warned}"), "summary"),
        (node("sources: src/"), &format!("4:5 {warned}"), "source"),
        (node("soruce: src/"), &format!("4:5 {warned}"), "source"),
        (node("src: src/"), &format!("4:5 {warned}"), "source"),
        (node("doc: a.md"), &format!("4:5 {warned}"), "docs"),
        (node("\"dosc\": [a.md]"), &format!("4:5 {warned}"), "docs"),
        (node("tag: [a, 1]"), &format!("4:5 {warned}"), "tags"),
        (
            node("contract: [{protocol: amqp, role: produces, name: q}]"),
            &format!("4:5 {warned}"),
            "contracts",
        ),
        (node("link: [{url: \"https://example.org\"}]"), &format!("4:5 {warned}"), "links"),
        (node("c4level: container"), &format!("4:5 {warned}"), "c4_level"),
        (node("extrenal: true"), &format!("4:5 {warned}"), "external"),
        ("nodes: [{refid: a, kind: domain}]".to_owned(), "1:10 error missing_id", "ref_id"),
        ("nodes: [{id: a, kind: domain}]".to_owned(), "1:10 error missing_id", "ref_id"),
        ("nodes:\n  - ref_id: a\n    knid: domain\n".to_owned(), "3:5 error missing_key", "kind"),
        ("nodes:\n  - ref_id: a\n    type: domain\n".to_owned(), "3:5 error missing_key", "kind"),
        (edge("src: a, dest: b, kind: uses"), "1:18 error missing_key", "dst"),
        (edge("from: a, dst: b, kind: uses"), "1:10 error missing_key", "src"),
        (edge("src: a, dst: b, type: uses"), "1:26 error missing_key", "kind"),
        // Metadata, of a project's own.
        (node("contacts: [{name: ann}]"), "", ""),
        (node("owner: pay"), "", ""),
        (node("stages: [a]"), "", ""),
        (node("resource: \"arn:x\""), "", ""),
        (node("source_url: \"https://example.org\""), "", ""),
        (node("tag: {a: b}"), "", ""),
        (node("docs: a.md\n    doc: b.md"), "", ""),
        (node("type: service\n    id: 7\n    name: A"), "", ""),
        (node("path: /users"), "", ""),
        (edge("src: a, dst: b, kind: uses, kinds: x, since: 2024, type: y"), "", ""),
    ];
    for (text, expected, meant) in cases {
        let file = read(text);
        assert_eq!(file.diagnostics.iter().map(place).collect::<Vec<_>>().join(" "), *expected, "{text}");
        let hints: Vec<&str> = file.diagnostics.iter().filter_map(|one| one.hint.as_deref()).collect();
        let wanted = if meant.is_empty() { String::new() } else { format!("Did you mean: {meant}?") };
        assert_eq!(hints.join(" "), wanted, "{text}");
    }
    let kept = read(&node("sumary: s"));
    assert_eq!(json!(kept.nodes[0].extra), json!({"sumary": "s"}));
}

/// Files that do not parse as a whole: code and place.
#[test]
fn a_file_that_does_not_parse_says_where() {
    let bomb = (1..9).fold("a0: &a0 [x, x, x]\n".to_owned(), |text, level| {
        let below = format!("*a{}, ", level - 1).repeat(9);
        format!("{text}a{level}: &a{level} [{below}]\n")
    });
    let deep_block: String = (0..100).map(|level| format!("{}k:\n", " ".repeat(level))).collect();
    let cases: &[(&str, Code, u32, u32)] = &[
        ("nodes:\n  - ref_id: a\n   kind: b\n", Code::YamlSyntax, 3, 4),
        ("nodes: [1, 2\nedges: 3\n", Code::YamlSyntax, 2, 6),
        ("a: {b: [c}\n", Code::YamlSyntax, 1, 8),
        ("a: \"open\nnodes: 1\n", Code::YamlSyntax, 2, 1),
        ("a: b: c\n", Code::YamlSyntax, 1, 5),
        ("@a: 1\n", Code::YamlSyntax, 1, 1),
        ("a: \"\\q\"\n", Code::YamlSyntax, 1, 4),
        ("a: \u{0}\n", Code::YamlSyntax, 1, 4),
        ("é: 1\n\"ü\": [\n", Code::YamlSyntax, 2, 6),
        ("nodes: []\nedges: []\nnodes: []\n", Code::YamlSyntax, 3, 1),
        ("nodes:\n  - ref_id: a\n    kind: x\n    ref_id: b\n", Code::YamlSyntax, 4, 5),
        ("a: 1\n---\nb: 2\n", Code::YamlSyntax, 3, 1),
        ("a: *nope\n", Code::YamlSyntax, 1, 4),
        ("a: !!int x\n", Code::YamlSyntax, 1, 10),
        ("a: &a [*a]\n", Code::YamlLimit, 1, 8),
        ("nodes:\n  - &x {ref_id: a}\n  - <<: *x\n    kind: domain\n", Code::YamlMergeKey, 3, 5),
        ("<<: {nodes: []}\n", Code::YamlMergeKey, 1, 1),
        (&"[".repeat(100_000), Code::YamlLimit, 1, 33),
        (&"{a: ".repeat(100_000), Code::YamlLimit, 1, 129),
        (&"- ".repeat(100_000), Code::YamlLimit, 1, 65),
        (&deep_block, Code::YamlLimit, 33, 33),
        (&bomb, Code::YamlLimit, 0, 0),
        (&"x".repeat((8 << 20) + 1), Code::YamlLimit, 1, 1),
        ("- a\n", Code::WrongType, 1, 1),
        ("text\n", Code::WrongType, 1, 1),
    ];
    for (text, code, line, column) in cases {
        let shown: String = text.chars().take(60).collect();
        let Err(finding) = read_graph_file("g.yml", text) else { panic!("{shown:?} parses") };
        assert_eq!(finding.code, *code, "{shown:?}: {}", finding.message);
        assert_eq!(finding.path.as_deref(), Some("g.yml"));
        if *line > 0 {
            assert_eq!((finding.line, finding.column), (Some(*line), Some(*column)), "{shown:?}");
        } else {
            assert!(finding.line.is_some() && finding.column.is_some(), "{shown:?}");
        }
        assert!(finding.hint.is_some(), "{shown:?}");
        assert!(!finding.message.contains('\n') && !finding.message.ends_with('.'), "{}", finding.message);
    }
}

/// Nesting up to the bound is read on a small stack: readers run on threads of their own.
#[test]
fn nesting_up_to_the_bound_fits_a_small_stack() {
    let text = format!("nodes: [{{ref_id: a, kind: domain, x: {}1{}}}]", "[".repeat(29), "]".repeat(29));
    let reader = std::thread::Builder::new().stack_size(512 * 1024).spawn(move || read(&text).nodes.len());
    assert_eq!(reader.unwrap().join().unwrap(), 1);
}

/// Time grows with the size alone.
#[test]
fn large_files_are_read_in_linear_time() {
    let mut text = String::from("nodes:\n");
    for index in 0..20_000 {
        text.push_str(&format!("  - {{ref_id: n{index}, kind: domain, docs: [d{index}.md]}}\n"));
    }
    text.push_str("  - ref_id: last\n    kind: domain\n    docs:\n");
    for index in 0..20_000 {
        text.push_str(&format!("      - d{index}.md\n"));
    }
    let file = read(&text);
    assert_eq!((file.nodes.len(), file.nodes[20_000].docs.len()), (20_001, 20_000));
    let mut keys = String::from("nodes:\n  - ref_id: a\n    kind: domain\n");
    for index in 0..50_000 {
        keys.push_str(&format!("    k{index}: v\n"));
    }
    assert_eq!(read(&keys).nodes[0].extra.len(), 50_000);
}

#[test]
fn graph_files_are_yaml_without_the_rules() {
    for (name, is) in [
        ("domains.yml", true),
        ("a.b.yaml", true),
        (".beadloom/_graph/x.yml", true),
        ("rules.yml", false),
        (".beadloom/_graph/rules.yaml", false),
        ("my-rules.yml", true),
        ("x.json", false),
        ("yml", false),
        (".yml", false),
        ("x.yml.bak", false),
        ("x.YML", false),
    ] {
        assert_eq!(is_graph_file(name), is, "{name}");
    }
}

#[test]
fn contracts_are_read_with_their_places() {
    let file = read(
        "nodes:
  - ref_id: a
    kind: domain
    contracts:
      - {protocol: openapi, role: consumes, name: Orders API, schema: ./api/orders.yaml, fields: [id, {name: total, type: number, number: 3, required: true}]}
      - protocol: amqp
        role: produces
        external: true
        name: orders/paid
",
    );
    assert_eq!(file.diagnostics, []);
    let shown: Vec<String> = file.nodes[0]
        .contracts
        .iter()
        .map(|one| {
            let fields: Vec<String> = one
                .fields
                .iter()
                .map(|field| {
                    format!("{} {:?} {:?} {}", field.name, field.r#type, field.number, field.required)
                })
                .collect();
            let (line, column) = (one.place.line, one.place.column);
            format!(
                "{line}:{column} {} {} {} {:?} {} {fields:?}",
                one.protocol.as_str(),
                one.role.as_str(),
                one.name,
                one.schema,
                one.external
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"5:51 openapi consumes Orders API Some("api/orders.yaml") false ["id None None false", "total Some(\"number\") Some(3) true"]"#,
            "9:15 amqp produces orders/paid None true []",
        ]
    );
    assert!(file.nodes[0].extra.contains_key("contracts"));
}

#[test]
fn what_is_wrong_in_a_contract_has_its_place() {
    let cases = [
        ("{protocol: smtp, role: produces, name: a}", "5:20 error bad_value", false),
        ("{protocol: amqp, role: makes, name: a}", "5:32 error bad_value", false),
        ("{protocol: amqp, role: produces}", "5:9 error missing_key", false),
        ("{protocol: , role: produces, name: a}", "5:18 error missing_key", false),
        ("{protocol: amqp, role: produces, name: [a]}", "5:48 error wrong_type", false),
        ("a", "5:9 error wrong_type", false),
        ("{protocol: amqp, role: produces, name: a, exernal: true}", "5:51 warn unknown_key", true),
        ("{protocol: amqp, role: produces, name: a, external: 1}", "5:61 error wrong_type", true),
        ("{protocol: amqp, role: produces, name: a, schema: ../x}", "5:59 error outside_root", true),
        ("{protocol: amqp, role: produces, name: a, schema: 'sha256:xyz'}", "5:59 error bad_value", true),
        ("{protocol: amqp, role: produces, name: a, schema: api/}", "5:59 error bad_value", true),
        ("{protocol: amqp, role: produces, name: a, fields: x}", "5:59 error wrong_type", true),
        ("{protocol: amqp, role: produces, name: a, fields: [{type: x}]}", "5:60 error missing_key", true),
        (
            "{protocol: amqp, role: produces, name: a, fields: [{name: x, number: y}]}",
            "5:78 error wrong_type",
            true,
        ),
    ];
    let got: Vec<(&str, String, bool)> = cases
        .iter()
        .map(|(contract, _, _)| {
            let file = read(&format!(
                "nodes:\n  - ref_id: a\n    kind: domain\n    contracts:\n      - {contract}\n"
            ));
            let found: Vec<String> = file.diagnostics.iter().map(place).collect();
            (*contract, found.join(", "), file.nodes[0].contracts.len() == 1)
        })
        .collect();
    let want: Vec<(&str, String, bool)> =
        cases.iter().map(|(contract, want, kept)| (*contract, (*want).to_owned(), *kept)).collect();
    assert_eq!(got, want);
}
