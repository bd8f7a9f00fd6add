//! Files that mean harm.

use crate::found::find;

/// A thread of Node has this much on some platforms.
#[test]
fn nesting_up_to_the_bound_fits_a_small_stack() {
    let schema = |begin: &str, end: &str| format!("{}{{}}{}", begin.repeat(24), end.repeat(24));
    let yaml = format!(
        "openapi: 3.0.0\npaths: {{/a: {{get: {{responses: {{'200': {{schema: {}}}}}}}}}}}",
        schema("{properties: {a: ", "}}")
    );
    let json = format!(
        "{{\"openapi\": \"3.0.0\", \"paths\": {{\"/a\": {{\"get\": {{\"responses\": {{\"200\": {{\"schema\": {}}}}}}}}}}}}}",
        schema("{\"items\": {\"properties\": {\"a\": ", "}}}")
    );
    let small = move || find(&[("a.yaml", "", &yaml), ("b.json", "", &json)]).0.len();
    let reader = std::thread::Builder::new().stack_size(512 * 1024).spawn(small);
    assert_eq!(reader.unwrap().join().unwrap(), 2);
}

/// None of these may recurse without a bound, go on for ever, or panic.
#[test]
fn hostile_files_are_read_within_bounds() {
    let many = |part: &str, times: usize| part.repeat(times);
    let parameters = "{in: query, name: a},".repeat(20_000);
    let references = "{$ref: '#/x'},".repeat(20_000);
    let channels: String = (0..20_000).map(|number| format!("  c{number}: {{subscribe: {{}}}}\n")).collect();
    let cases: Vec<(&str, &str, String)> = vec![
        ("a.yaml", "", format!("openapi: 3.0.0\npaths: {{/a: {{get: {{parameters: [{parameters}]}}}}}}")),
        (
            "a.yaml",
            "",
            format!(
                "openapi: 3.0.0\npaths: {{/a: {{get: {{parameters: [{references}]}}}}}}\nx: {{in: query, name: q, z: [{}]}}",
                "a,".repeat(20_000)
            ),
        ),
        ("a.yaml", "", format!("asyncapi: 2.0.0\nchannels:\n{channels}")),
        ("a.proto", "protobuf", many("message A {", 100_000)),
        ("a.proto", "protobuf", many("}", 100_000)),
        ("a.proto", "protobuf", format!("message A {{ {} }}", many("A a = 1;", 100_000))),
        ("a.proto", "protobuf", format!("package {};", many("a.", 100_000))),
        ("a.proto", "protobuf", "message A { map< > = ; . = 99999999999; }".to_owned()),
        ("a.graphql", "graphql", many("type A { a(", 100_000)),
        ("a.graphql", "graphql", format!("type A {{ a: {} }}", many("[", 100_000))),
        ("a.graphql", "graphql", many("enum A {", 100_000)),
        ("a.js", "javascript", many("require('amqplib').publish(", 20_000)),
        ("a.js", "javascript", format!("ch.assertQueue({}", many("'", 100_000))),
        ("a.json", "", format!("{{\"openapi\": \"3.0\", \"paths\": {}", many("{\"a\":", 100_000))),
        ("a.yaml", "", format!("openapi: 3.0.0\npaths: {}", many("[", 100_000))),
        (
            "a.yaml",
            "",
            "openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {schema: {$ref: '#/x'}}}}}}\nx: {$ref: '#/x'}".to_owned(),
        ),
        (
            "a.yaml",
            "",
            "openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {schema: {$ref: '#/x'}}}}}}\nx: {type: array, items: {$ref: '#/x'}}"
                .to_owned(),
        ),
        (
            "a.yaml",
            "",
            "openapi: 3.0.0\npaths: {/a: {$ref: '../../../etc/passwd'}, /b: {$ref: 'https://example.org/a'}}".to_owned(),
        ),
        (
            "a.yaml",
            "",
            "openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {schema: {$ref: '#/x'}}}}}}\nx: {allOf: [{$ref: '#/x'}, {$ref: '#/x'}]}"
                .to_owned(),
        ),
    ];
    for (path, language, text) in cases {
        let start: String = text.chars().take(60).collect();
        let (found, _) = find(&[(path, language, &text)]);
        assert!(found.iter().all(|one| one.fields.len() <= 20_000), "{start}");
    }
}

#[test]
fn random_texts_do_no_harm() {
    let mut random = fastrand::Rng::with_seed(7);
    let parts = [
        "message", "service", "rpc", "type", "{", "}", "(", ")", "=", ":", "\"", "'", "`", "a", "1", ";",
        ",", ".", "openapi: 3", "\n", "paths:", " ", "é", "\\", "[", "]", "ch.publish(", "$ref", "<", ">",
        "map", "oneof", "enum", "@", "!", "/*", "//", "#", "${", "package",
    ];
    for _ in 0..3_000 {
        let text: String = (0..random.usize(0..60)).map(|_| parts[random.usize(..parts.len())]).collect();
        for (path, language) in [
            ("a.proto", "protobuf"),
            ("a.graphql", "graphql"),
            ("a.ts", "typescript"),
            ("a.py", "python"),
            ("a.go", "go"),
            ("a.rs", "rust"),
            ("a.php", "php"),
            ("a.yaml", ""),
        ] {
            find(&[(path, language, &text)]);
        }
    }
}
