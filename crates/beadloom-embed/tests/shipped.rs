//! The table that is shipped.

use beadloom_embed::StaticModel;
use beadloom_words::Terms;

/// What the package may spend on it, in bytes.
const MOST: usize = 4_200_000;

#[test]
fn the_shipped_table_tells_related_code_from_other_code() {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/code.embedding")).unwrap();
    assert!(file.len() <= MOST, "{} bytes", file.len());
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
