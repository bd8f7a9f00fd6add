//! Settings: each key of the table is read, no other is, and every finding has its place.

use beadloom_graph::config::{HookMode, Provider, SETTINGS, Switch, SyncLevel, Tokenizer};
use beadloom_graph::suggest::{did_you_mean, nearest};
use beadloom_graph::{Config, read_config, settings_markdown};
use beadloom_model::{Code, Level, Section};
use serde_json::Value;

fn findings(text: &str) -> Vec<String> {
    let shown = read_config("c.yml", text).1.into_iter().map(|finding| {
        assert_eq!(finding.path.as_deref(), Some("c.yml"));
        let (line, column) = (finding.line.unwrap_or(0), finding.column.unwrap_or(0));
        format!("{line}:{column} {} {}: {}", finding.level.as_str(), finding.code, finding.message)
    });
    shown.collect()
}

#[test]
fn every_setting_is_read() {
    let text = "\
version: 1
repo: shop
languages: [python, typescript]
scan_paths: [src, ./lib/]
ignore_paths: [\"vendor/\", \"*.test.*\", \"!keep/**\"]
max_file_size: 2048
docs: {root: [documentation, ./handbook/], graph: architecture/graph/}
sync: {level: signature, certainty: possible, strict: true, auto_ack: true, hook_mode: off, ignore_paths: \"docs/_imported/**\"}
context: {default_depth: 3, max_nodes: 30, max_chunks: 0, max_chunk_size: 1500, budget: 4000, chunk_sections_priority: [api, other]}
search: {semantic: off, model: models/mine, history: false}
mcp: {auto_reindex: false, timeout_ms: 10, structured: true}
cache: {parse: false}
receipts: {keep: false, questions: false}
daemon: {mode: off, idle_minutes: 0.5, memory_mb: 300}
tokens: {tokenizer: cl100k_base, provider: google}
debt: {rule_errors: 21, rule_warnings: 22, stale_documents: 23, missing_documents: 24, size: 25, fan_out: 26, untested: 27, max_symbols: 28, max_files: 29, max_fan_out: 31}
";
    let (config, diagnostics) = read_config("c.yml", text);
    assert_eq!(diagnostics, []);
    let debt = &config.debt;
    assert_eq!(
        (debt.rule_errors, debt.rule_warnings, debt.stale_documents, debt.missing_documents, debt.size),
        (21, 22, 23, 24, 25)
    );
    assert_eq!(
        (debt.fan_out, debt.untested, debt.max_symbols, debt.max_files, debt.max_fan_out),
        (26, 27, 28, 29, 31)
    );
    assert_eq!(config.repo.as_deref(), Some("shop"));
    assert_eq!(config.languages, ["python", "typescript"]);
    assert_eq!(config.scan_paths, ["src/", "lib/"]);
    assert_eq!(config.ignore_paths, ["vendor/", "*.test.*", "!keep/**"]);
    assert_eq!(config.max_file_size, 2048);
    assert_eq!(
        (&config.docs.root[..], config.docs.graph.as_str()),
        (&["documentation/".to_owned(), "handbook/".to_owned()][..], "architecture/graph/")
    );
    assert_eq!(
        (config.sync.hook_mode, &config.sync.ignore_paths[..]),
        (HookMode::Off, &["docs/_imported/**".to_owned()][..])
    );
    assert_eq!(
        (config.sync.level, config.sync.strict, config.sync.auto_ack),
        (SyncLevel::Signature, true, true)
    );
    let context = &config.context;
    assert_eq!(
        (
            context.default_depth, context.max_nodes, context.max_chunks, context.max_chunk_size,
            context.budget
        ),
        (3, 30, 0, 1500, 4000)
    );
    assert_eq!(context.chunk_sections_priority, [Section::Api, Section::Other]);
    assert_eq!((config.search.semantic, config.search.model.as_str()), (Switch::Off, "models/mine"));
    assert_eq!((config.mcp.auto_reindex, config.mcp.timeout_ms, config.mcp.structured), (false, 10, true));
    let daemon = &config.daemon;
    assert_eq!((daemon.mode, daemon.idle_minutes, daemon.memory_mb), (Switch::Off, 0.5, 300));
    assert_eq!((config.tokens.tokenizer, config.tokens.provider), (Tokenizer::Cl100kBase, Provider::Google));

    // The text above sets every setting of the table to something else, but for the one with one choice.
    let (set, default) = (leaves(&config), leaves(&Config::default()));
    let same: Vec<&str> =
        set.iter().zip(&default).filter(|(a, b)| a == b).map(|((key, _), _)| key.as_str()).collect();
    assert_eq!(same, ["version"]);
}

/// Keys and values of a configuration, by key.
#[expect(clippy::unwrap_used, reason = "a test's helper; settings are always a map")]
fn leaves(config: &Config) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (key, value) in serde_json::to_value(config).unwrap().as_object().unwrap() {
        match value.as_object() {
            Some(section) => {
                found.extend(section.iter().map(|(name, value)| (format!("{key}.{name}"), value.clone())));
            }
            None => found.push((key.clone(), value.clone())),
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

/// The table, the fields and what is read are the same keys, and the defaults say themselves.
#[test]
fn the_table_the_fields_and_the_reader_agree() {
    let mut keys: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
    keys.sort_unstable();
    let leaves = leaves(&Config::default());
    assert_eq!(keys, leaves.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>());

    for (key, default) in leaves {
        let written = match key.split_once('.') {
            Some((section, name)) => format!("{section}: {{{name}: {default}}}"),
            None => format!("{key}: {default}"),
        };
        assert_eq!(read_config("c.yml", &written), (Config::default(), Vec::new()), "{written}");
        let unknown = written.replacen(key.rsplit('.').next().unwrap(), "zzzzzz", 1);
        let (config, diagnostics) = read_config("c.yml", &unknown);
        assert_eq!((config, diagnostics.len()), (Config::default(), 1), "{unknown}");
        assert_eq!((diagnostics[0].code, diagnostics[0].level), (Code::UnknownKey, Level::Warn), "{unknown}");
        assert!(settings_markdown().contains(&format!("| `{key}` | ")), "{key}");
    }
}

#[test]
fn what_is_wrong_keeps_its_default_and_says_where() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("# nothing\n", &[]),
        ("languages:\ncontext:\n  budget: ~\n", &[]),
        ("version: 2\n", &["1:10 error bad_value: `version` must be 1, not 2"]),
        ("repo: 12\n", &["1:7 error wrong_type: `repo` must be text, not a number"]),
        ("repo: ''\n", &["1:7 error bad_value: `repo` must not be empty or contain control characters"]),
        ("languages: {a: b}\n", &["1:12 error wrong_type: `languages` must be a list, not a map"]),
        (
            "languages: [python, 3, ~]\n",
            &[
                "1:21 error wrong_type: `languages` must be text, not a number",
                "1:24 error wrong_type: `languages` must be a list without empty items, not nothing",
            ],
        ),
        (
            "scan_paths: [a, ../b]\n",
            &["1:17 error outside_root: `scan_paths`: \"../b\" leads outside the project"],
        ),
        ("scan_paths: []\n", &["1:13 error bad_value: `scan_paths` must name a folder"]),
        (
            "ignore_paths: ['a[']\n",
            &[
                "1:16 error bad_value: `ignore_paths`: \"a[\" is not a pattern: unclosed character class; missing ']'",
            ],
        ),
        (
            "max_file_size: 1MB\n",
            &["1:16 error wrong_type: `max_file_size` must be a whole number, not text"],
        ),
        (
            "max_file_size: 0\n",
            &["1:16 error bad_value: `max_file_size` must be a whole number from 1 to 1,073,741,824, not 0"],
        ),
        (
            "max_file_size: -1\n",
            &["1:16 error bad_value: `max_file_size` must be a whole number from 1 to 1,073,741,824, not -1"],
        ),
        (
            "max_file_size: 1.5\n",
            &[
                "1:16 error bad_value: `max_file_size` must be a whole number from 1 to 1,073,741,824, not 1.5",
            ],
        ),
        (
            "daemon: {idle_minutes: 0}\n",
            &["1:24 error bad_value: `daemon.idle_minutes` must be a number from 0.01 to 10080, not 0"],
        ),
        (
            "daemon: {idle_minutes: -1.5}\n",
            &["1:24 error bad_value: `daemon.idle_minutes` must be a number from 0.01 to 10080, not -1.5"],
        ),
        (
            "daemon: {idle_minutes: long}\n",
            &["1:24 error wrong_type: `daemon.idle_minutes` must be a number, not text"],
        ),
        ("docs: docs/\n", &["1:7 error wrong_type: `docs` must be a map, not text"]),
        ("docs: {root: /abs}\n", &["1:14 error outside_root: `docs.root`: \"/abs\" is an absolute path"]),
        ("docs: {root: ''}\n", &["1:14 error bad_value: `docs.root` must not be empty"]),
        ("sync:\n  hook_mode: blok\n", &["2:14 error bad_value: `sync.hook_mode` cannot be \"blok\""]),
        (
            "sync:\n  hook_mode: true\n",
            &["2:14 error wrong_type: `sync.hook_mode` must be text, not true or false"],
        ),
        (
            "context:\n  chunk_sections_priority: [spec, apis]\n",
            &["2:35 error bad_value: `context.chunk_sections_priority` cannot be \"apis\""],
        ),
        (
            "mcp: {auto_reindex: yes}\n",
            &["1:21 error wrong_type: `mcp.auto_reindex` must be true or false, not text"],
        ),
        ("tokens: {tokenizer: p50k}\n", &["1:21 error bad_value: `tokens.tokenizer` cannot be \"p50k\""]),
        (
            "max_nodes: 3\ncontext:\n  max_node: 3\nllm: {provider: x}\n",
            &[
                "1:1 warn unknown_key: The setting `max_nodes` is not known",
                "3:3 warn unknown_key: The setting `context.max_node` is not known",
                "4:1 warn unknown_key: The setting `llm` is not known",
            ],
        ),
        ("- a\n", &["1:1 error wrong_type: `config.yml` must be a map, not a list"]),
        ("version: 1\nversion: 1\n", &["2:1 error yaml_syntax: Duplicate key `version`"]),
        ("<<: {version: 1}\n", &["1:1 error yaml_merge_key: A merge key (`<<`) is not read here"]),
        ("docs: [\n", &["1:7 error yaml_syntax: Unclosed bracket '['"]),
    ];
    for (text, expected) in cases {
        assert_eq!(findings(text), *expected, "{text}");
    }
    let (config, _) = read_config(
        "c.yml",
        "max_file_size: 0\nlanguages: [python, 3]\ncontext: {budget: 900, max_nodes: no}\n",
    );
    assert_eq!((config.max_file_size, config.context.budget, config.context.max_nodes), (1 << 20, 900, 20));
    assert_eq!(config.languages, ["python"]);
}

#[test]
fn hints_name_what_may_have_been_meant() {
    for (text, hint) in [
        ("max_nodes: 3\n", "Did you mean: context.max_nodes?"),
        ("context: {max_node: 3}\n", "Did you mean: max_nodes?"),
        ("contxt: {}\n", "Did you mean: context?"),
        ("sync: {hook_mode: blok}\n", "Did you mean: block?"),
        ("sync: {hook_mode: never}\n", "Choose from: warn, block, off"),
        ("repo: 1.10\n", "Quote it: \"1.10\""),
    ] {
        assert_eq!(read_config("c.yml", text).1[0].hint.as_deref(), Some(hint), "{text}");
    }
}

#[test]
fn the_table_is_markdown() {
    let table = settings_markdown();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), SETTINGS.len() + 2);
    assert!(lines.iter().all(|line| line.matches('|').count() == 5), "{table}");
    for row in [
        "| `max_file_size` | 1 to 1,073,741,824 | `1048576` | Bytes. Larger files are listed, not read. |",
        "| `docs.root` | list of folders | `[docs/]` | All Markdown below them is indexed by section, besides the documents that nodes name. An import writes to the first one. |",
    ] {
        assert!(lines.contains(&row), "{table}");
    }
    assert!(
        table.contains("`[spec, invariants, constraints, api, tests]`") && table.contains("| `2000` |"),
        "{table}"
    );
}

#[test]
fn names_that_are_near() {
    let known = ["FEAT-7", "FEAT-70", "billing", "auth", "Ledger", "ünï"];
    for (wanted, near) in [
        ("FEAT-8", &["FEAT-7", "FEAT-70"][..]),
        ("feat-7", &["FEAT-7", "FEAT-70"]),
        ("bill", &["billing"]),
        ("billings", &["billing"]),
        ("ledgr", &["Ledger"]),
        ("uth", &["auth"]),
        ("unï", &["ünï"]),
        ("zzz", &[]),
        ("", &[]),
    ] {
        assert_eq!(nearest(wanted, known, 3), near, "{wanted}");
    }
    assert_eq!(nearest(&"x".repeat(1000), known, 3), [""; 0]);
    assert_eq!(did_you_mean("FEAT-8", known).as_deref(), Some("Did you mean: FEAT-7, FEAT-70?"));
    assert_eq!(did_you_mean("nobody", known), None);
}
