//! The table that is shipped.

use beadloom_embed::StaticModel;
use beadloom_words::Terms;

/// What the package may spend on it, in bytes.
const MAX_PACKAGE_BYTES: usize = 4_200_000;

#[test]
fn the_shipped_table_tells_related_code_from_other_code() {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/code.embedding")).unwrap();
    assert!(file.len() <= MAX_PACKAGE_BYTES, "{} bytes", file.len());
    let model = StaticModel::parse(file).unwrap();
    assert_eq!(model.dimensions(), 128);
    let terms = |text: &str| {
        let mut found = Vec::new();
        Terms::default().of_text(text, &mut |term| found.push(term.to_owned()));
        found
    };
    // None of the queries has a word in common with its code.
    let cases = [
        (
            "wait before trying again after a failure",
            "fn backoff(attempt: u32) -> Duration { retry_delay(attempt) }",
        ),
        (
            "sign somebody in with a secret",
            "def authenticate(user, password): return session.create(credentials)",
        ),
        ("turn text into a syntax tree", "Ast parse(Lexer lexer) { Token token = lexer.next(); }"),
        ("erase a folder", "func removeDirectory(path string) error { return os.RemoveAll(path) }"),
        (
            "make an object smaller for sending",
            "byte[] compress(byte[] payload) { return gzip.encode(payload); }",
        ),
    ];
    for (query, own) in cases {
        let query_terms = terms(query);
        let asked = model.embed_query(query_terms.iter().map(String::as_str)).unwrap();
        let near = |code: &str| {
            let code = model.embed_code(terms(code).iter().map(|term| (term.as_str(), 1.0))).unwrap();
            asked.iter().zip(&code).map(|(x, y)| x * y).sum::<f32>()
        };
        for (_, other) in cases.iter().filter(|(_, other)| *other != own) {
            assert!(near(own) > near(other), "`{query}` is nearer to `{other}` than to `{own}`");
        }
        assert!(terms(own).iter().all(|term| !query_terms.contains(term)), "{query}");
    }
}

#[test]
fn the_table_for_tools_tells_what_is_asked_for() {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tools.embedding")).unwrap();
    assert!(file.len() <= 7_500_000, "{} bytes", file.len());
    let model = StaticModel::parse(file).unwrap();
    let terms = |text: &str| {
        let mut found = Vec::new();
        Terms::default().of_text(text, &mut |term| found.push(term.to_owned()));
        found
    };
    // None of the requests has a word in common with its tool.
    let cases = [
        (
            "will it rain tomorrow",
            "weather_forecast: temperature, humidity and precipitation of the next days",
        ),
        ("where can we sleep in Rome", "hotel_search: finds rooms and lodging with prices"),
        ("put an appointment on friday", "create_event: adds a meeting to the calendar"),
        ("how much is that in euros", "exchange_rate: converts an amount of money into another currency"),
        ("say it in French", "translate: turns text of one language into another"),
    ];
    for (request, own) in cases {
        let request_terms = terms(request);
        let asked = model.embed_query(request_terms.iter().map(String::as_str)).unwrap();
        let near = |text: &str| {
            let text_terms = terms(text);
            let vector = model.embed_code(text_terms.iter().map(|term| (term.as_str(), 1.0))).unwrap();
            asked.iter().zip(&vector).map(|(a, b)| a * b).sum::<f32>()
        };
        let nearer = cases.iter().filter(|(_, other)| near(other) > near(own)).count();
        assert_eq!(nearer, 0, "{request}");
    }
    // What stands in every request is worth less than what is asked for.
    let worth = |term: &str| model.query_weight(term).unwrap();
    assert!(worth("get") < worth("weather") && worth("provid") < worth("hotel"));
}
