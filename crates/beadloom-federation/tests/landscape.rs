//! Verdicts on repositories that are made of texts, and what must hold of every landscape.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use beadloom_federation::{
    Declared, FORMAT, Finder, SourceFile, declared_contracts, landscape, read_artifact,
};
use beadloom_model::answers::{
    Contract, ContractField, EdgeState, ExportAnswer, ExportEdge, ExportNode, Protocol, Role, Verdict,
};
use beadloom_model::{Code, ContractSpec, EdgeOrigin, LanguageId, Place};

fn artifact(repo: &str, contracts: Vec<Contract>) -> ExportAnswer {
    ExportAnswer {
        version: 1,
        format: FORMAT.to_owned(),
        repo: repo.to_owned(),
        commit: None,
        dirty: false,
        nodes: Vec::new(),
        edges: Vec::new(),
        contracts,
        unread: Vec::new(),
        warning: None,
        stale_paths: Vec::new(),
    }
}

fn found(files: &[(&str, &str, &str)]) -> Vec<Contract> {
    let mut finder = Finder::default();
    for (path, language, text) in files {
        finder.take(
            &SourceFile { path, language: LanguageId::parse(language), text, owner: None, generated: false },
            &|_| None,
        );
    }
    finder.finish("api").0
}

fn spec(protocol: Protocol, name: &str, schema: Option<&str>, fields: &[&str]) -> ContractSpec {
    let field = |name: &&str| ContractField {
        of: None,
        name: (*name).to_owned(),
        r#type: None,
        input: None,
        number: None,
        required: false,
    };
    ContractSpec {
        protocol,
        role: Role::Consumes,
        name: name.to_owned(),
        schema: schema.map(str::to_owned),
        external: false,
        fields: fields.iter().map(field).collect(),
        place: Place { line: 1, column: 1 },
    }
}

/// A repository that uses a copy of a file.
fn consumer(protocol: Protocol, name: &str, path: &str, language: &str, text: &str) -> Vec<Contract> {
    let spec = spec(protocol, name, Some(path), &[]);
    declared_contracts(
        found(&[(path, language, text)]),
        &[Declared { ref_id: "n", path: "g.yml", spec: &spec }],
    )
}

/// The verdict on the only contract, and its reasons with their fields.
fn verdict(artifacts: Vec<ExportAnswer>) -> (Verdict, Vec<String>) {
    let named = artifacts.into_iter().map(|one| (format!("{}.json", one.repo), one)).collect();
    let answer = landscape(named).unwrap();
    assert_eq!(answer.contracts.len(), 1);
    let contract = &answer.contracts[0];
    let reasons = contract
        .findings
        .iter()
        .map(|one| format!("{} {} {}", one.verdict.as_str(), one.reason, one.field.as_deref().unwrap_or("")));
    (contract.verdict, reasons.map(|one| one.trim_end().to_owned()).collect())
}

#[test]
fn messages_are_compared_by_their_numbers() {
    let file = |methods: &str, a: &str, b: &str| {
        format!(
            "package p;\nservice S {{ {methods} }}\nmessage A {{ {a} }}\nmessage B {{ {b} }}\nmessage C {{ string x = 1; }}"
        )
    };
    let get = "rpc Get(A) returns (B);";
    let base = file(get, "string id = 1;", "string x = 1; C c = 2;");
    let cases: &[(String, &[&str])] = &[
        (base.clone(), &[]),
        (base.replace("message", "\n\n// moved\nmessage"), &[]),
        (
            file(
                "rpc Get(A) returns (B); rpc New(A) returns (B);",
                "string id = 1;",
                "string x = 1; C c = 2;",
            ),
            &["drift other_schema"],
        ),
        (
            file("rpc Other(A) returns (B);", "string id = 1;", "string x = 1; C c = 2;"),
            &["breaking field_removed Get"],
        ),
        (
            file("rpc Get(A) returns (stream B);", "string id = 1;", "string x = 1; C c = 2;"),
            &["breaking type_changed Get"],
        ),
        (file(get, "string id = 1;", "string x = 1;"), &["breaking field_removed B.c"]),
        (file(get, "string id = 1;", "int32 x = 1; C c = 2;"), &["breaking type_changed B.x"]),
        (file(get, "string id = 1;", "bytes x = 1; C c = 2;"), &["drift type_changed B.x"]),
        (file(get, "string id = 1;", "repeated string x = 1; C c = 2;"), &["breaking type_changed B.x"]),
        (file(get, "string id = 1;", "string x = 3; C c = 2;"), &["breaking number_changed B.x"]),
        (file(get, "string id = 1;", "string y = 1; C c = 2;"), &["drift number_reused B.x"]),
        (file(get, "string id = 1;", "int64 y = 1; C c = 2;"), &["breaking number_reused B.x"]),
        (
            file(get, "string id = 1;", "string c = 1; C x = 2;"),
            &["breaking number_reused B.c", "breaking number_reused B.x"],
        ),
        (file(get, "", "string x = 1; C c = 2;"), &["drift field_removed A.id"]),
        (
            file(get, "string id = 1; required string key = 2;", "string x = 1; C c = 2;"),
            &["breaking required_added A.key"],
        ),
        (file(get, "string id = 1; string key = 2;", "string x = 1; C c = 2;"), &["drift other_schema"]),
    ];
    for (producer, want) in cases {
        let mine = artifact("api", found(&[("p.proto", "protobuf", producer)]));
        let theirs = found(&[("p.proto", "protobuf", &base), ("m.go", "go", "pb.NewSClient(c)")]);
        let (verdict, reasons) = verdict(vec![mine, artifact("web", theirs)]);
        assert_eq!(reasons, *want, "{producer}");
        let of = want.first().map_or("confirmed", |one| one.split(' ').next().unwrap());
        assert_eq!(verdict.as_str(), of);
    }
}

#[test]
fn operations_are_compared_by_what_they_reach() {
    let api = |paths: &str, schemas: &str| {
        format!("openapi: 3.0.0\ninfo: {{title: Api}}\npaths: {paths}\ncomponents: {{schemas: {schemas}}}\n")
    };
    let get = "{/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}";
    let a = "{A: {properties: {id: {type: string}, b: {type: array, items: {$ref: '#/components/schemas/B'}}}}, B: {properties: {n: {type: integer}}}}";
    let post = |parameter: &str| {
        format!(
            "{{/a: {{post: {{parameters: [{parameter}], requestBody: {{content: {{json: {{schema: {{properties: {{x: {{type: string}}}}}}}}}}}}}}}}}}"
        )
    };
    let cases: &[(String, String, &[&str])] = &[
        (api(get, a), api(get, a), &[]),
        // What types are called is nobody's business, as long as what they hold is the same.
        (api(&get.replace("/A'", "/Z'"), &a.replace("{A:", "{Z:")), api(get, a), &["drift other_schema"]),
        (api(get, &a.replace("type: integer", "type: string")), api(get, a), &["breaking type_changed B.n"]),
        (api(get, &a.replace("{n:", "{m:")), api(get, a), &["breaking field_removed B.n"]),
        (api(&get.replace("/a:", "/b:"), a), api(get, a), &["breaking field_removed GET /a"]),
        (
            api(&post("{name: q, in: query, required: true, schema: {type: string}}"), "{}"),
            api(&post(""), "{}"),
            &["breaking required_added POST /a request.query.q"],
        ),
        (
            api(&post("{name: q, in: query, schema: {type: string}}"), "{}"),
            api(&post(""), "{}"),
            &["drift other_schema"],
        ),
        (
            api(&post(""), "{}"),
            api(&post("{name: q, in: query, schema: {type: string}}"), "{}"),
            &["drift field_removed POST /a request.query.q"],
        ),
    ];
    for (producer, copy, want) in cases {
        let mine = artifact("api", found(&[("a.yaml", "", producer)]));
        let theirs = artifact("web", consumer(Protocol::OpenApi, "Api", "copy.yaml", "", copy));
        assert_eq!(verdict(vec![mine, theirs]).1, *want, "{producer}");
    }
}

#[test]
fn schemas_of_graphql_may_grow() {
    let base = "type Query { a(id: ID): A! } type A { x: Int s: S } enum S { U D } input I { n: Int }";
    let cases: &[(&str, &[&str])] = &[
        (base, &[]),
        (
            "type Query { a(id: ID, more: Int): A! b: A } type A { x: Int! s: S z: Int } enum S { U D E } input I { n: Int }",
            &["drift other_schema"],
        ),
        (
            "type Query { a(id: ID): A } type A { x: Int s: S } enum S { U D } input I { n: Int }",
            &["breaking type_changed Query.a"],
        ),
        (
            "type Query { a(id: ID!): A! } type A { x: Int s: S } enum S { U D } input I { n: Int }",
            &["breaking type_changed Query.a arguments.id"],
        ),
        (
            "type Query { a(id: ID): A! } type A { s: S } enum S { U } input I { n: Int }",
            &["breaking field_removed A.x", "drift field_removed S.D"],
        ),
        (
            "type Query { a: A! } type A { x: [Int] s: S } enum S { U D } input I { n: Int }",
            &["breaking type_changed A.x"],
        ),
    ];
    for (producer, want) in cases {
        let mine = artifact("api", found(&[("s.graphql", "graphql", producer)]));
        let theirs = artifact("web", consumer(Protocol::GraphQl, "api", "c.graphql", "graphql", base));
        assert_eq!(verdict(vec![mine, theirs]).1, *want, "{producer}");
    }
}

#[test]
fn patterns_of_topics_reach_what_is_published() {
    for (published, asked, reached) in [
        ("a.b", "a.b", true),
        ("a.b", "a.*", true),
        ("a.b.c", "a.*", false),
        ("a.b.c", "a.#", true),
        ("a", "a.#", true),
        ("a.b.c", "#.c", true),
        ("a.b", "*.*.*", false),
        ("a.b", "#", true),
    ] {
        let publish = format!("ch.assertQueue('q'); require('amqplib'); ch.publish('x', '{published}', b)");
        let ask = format!("require('amqplib'); ch.bindQueue('q', 'x', '{asked}'); ch.consume('q', f)");
        let artifacts = [("a", publish), ("b", ask)]
            .map(|(repo, text)| (repo.to_owned(), artifact(repo, found(&[("m.js", "javascript", &text)]))));
        let answer = landscape(artifacts.into()).unwrap();
        let verdicts: Vec<Verdict> = answer.contracts.iter().map(|one| one.verdict).collect();
        let want = if reached {
            vec![Verdict::Confirmed]
        } else {
            vec![Verdict::OrphanedConsumer, Verdict::External]
        };
        let mut sorted = verdicts.clone();
        sorted.sort();
        assert_eq!(sorted, want, "{published} {asked}");
    }
}

#[test]
fn a_message_may_come_from_each_producer_and_never_from_its_own_document() {
    let sends = |field: &str, verb: &str| {
        format!(
            "asyncapi: 2.0.0\nchannels: {{c: {{{verb}: {{message: {{payload: {{properties: {{{field}: {{type: string}}}}}}}}}}}}}}\n"
        )
    };
    let repo = |name: &str, text: &str| artifact(name, found(&[("a.yaml", "", text)]));
    let (a, b) = (repo("a", &sends("x", "subscribe")), repo("b", &sends("y", "subscribe")));
    for (field, want) in [("x", &[][..]), ("z", &["breaking field_removed z", "breaking field_removed z"])] {
        let c = repo("c", &sends(field, "publish"));
        let (_, reasons) = verdict(vec![a.clone(), b.clone(), c]);
        let breaking: Vec<&String> = reasons.iter().filter(|one| one.starts_with("breaking")).collect();
        assert_eq!(breaking, want.iter().collect::<Vec<_>>());
    }
    let both = "asyncapi: 2.0.0\nchannels: {c: {publish: {message: {payload: {properties: {q: {type: string}}}}}, subscribe: {message: {payload: {properties: {a: {type: string}}}}}}}\n";
    assert_eq!(verdict(vec![repo("a", both)]), (Verdict::External, vec!["external not_produced".to_owned()]));
}

#[test]
fn declared_fields_and_hashes_are_compared() {
    let text = "type Query { a: A } type A { x: Int }";
    let api = || artifact("api", found(&[("s.graphql", "graphql", text)]));
    let hash = api().contracts[0].schema_hash.clone().unwrap();
    let other = format!("sha256:{}", "0".repeat(64));
    for (schema, fields, want) in [
        (None, &["Query.a", "A.x"][..], &[][..]),
        (None, &["A.y"], &["breaking field_removed A.y"]),
        (Some(hash.as_str()), &[], &[]),
        (Some(other.as_str()), &[], &["drift pinned_schema"]),
        (Some("gone.graphql"), &[], &[]),
    ] {
        let spec = spec(Protocol::GraphQl, "api", schema, fields);
        let web = declared_contracts(Vec::new(), &[Declared { ref_id: "n", path: "g.yml", spec: &spec }]);
        assert_eq!(verdict(vec![api(), artifact("web", web)]).1, want, "{schema:?} {fields:?}");
    }
    // What a repository says of itself.
    for (schema, fields, want) in [
        (Some("s.graphql"), &["A.x"][..], &["external not_consumed"][..]),
        (Some("s.graphql"), &["A.y"], &["drift declared_fields A.y", "external not_consumed"]),
        (Some("gone.graphql"), &[], &["drift pinned_file", "external not_consumed"]),
        (Some(other.as_str()), &[], &["drift pinned_schema", "external not_consumed"]),
    ] {
        let spec = ContractSpec { role: Role::Produces, ..spec(Protocol::GraphQl, "api", schema, fields) };
        let own =
            declared_contracts(api().contracts, &[Declared { ref_id: "n", path: "g.yml", spec: &spec }]);
        assert_eq!(verdict(vec![artifact("api", own)]).1, want, "{schema:?} {fields:?}");
    }
}

#[test]
fn a_copy_is_only_as_binding_as_what_is_declared_of_it() {
    let api = artifact(
        "api",
        found(&[("p.proto", "protobuf", "service S { rpc A(M) returns (M); } message M { string x = 1; }")]),
    );
    let copy = "service S { rpc A(M) returns (M); rpc Gone(M) returns (M); } message M { string x = 1; }";
    let code = found(&[("p.proto", "protobuf", copy), ("m.go", "go", "pb.NewSClient(c)")]);
    assert_eq!(verdict(vec![api.clone(), artifact("web", code.clone())]).0, Verdict::Breaking);
    let uses = spec(Protocol::Protobuf, "S", None, &["A"]);
    let narrowed = declared_contracts(code, &[Declared { ref_id: "n", path: "g.yml", spec: &uses }]);
    assert_eq!(verdict(vec![api, artifact("web", narrowed)]).1, ["drift field_removed Gone"]);
}

#[test]
fn edges_are_resolved_dangling_or_outside() {
    let node = |id: &str| ExportNode {
        ref_id: id.to_owned(),
        kind: "domain".to_owned(),
        summary: String::new(),
        source: None,
        tags: Vec::new(),
    };
    let edge = |src: &str, dst: &str| ExportEdge {
        src: src.to_owned(),
        dst: dst.to_owned(),
        kind: "uses".to_owned(),
        origin: EdgeOrigin::Declared,
        path: Some("g.yml".to_owned()),
        line: Some(1),
    };
    let mut web = artifact("web", Vec::new());
    web.nodes = vec![node("cart"), node("@odd:own")];
    web.edges = vec![
        edge("cart", "@api:orders"),
        edge("@api:orders", "cart"),
        edge("cart", "@api:gone"),
        edge("cart", "@far:away"),
        edge("cart", "@web:cart"),
        edge("cart", "@odd:own"),
    ];
    let mut api = artifact("api", Vec::new());
    api.nodes = vec![node("orders")];
    api.edges = vec![edge("@web:cart", "orders")];
    let answer = landscape(vec![("w".to_owned(), web), ("a".to_owned(), api)]).unwrap();
    let got: Vec<(&str, &str, bool, EdgeState)> =
        answer.edges.iter().map(|one| (one.src.as_str(), one.dst.as_str(), one.across, one.state)).collect();
    assert_eq!(
        got,
        [
            ("@api:orders", "@web:cart", true, EdgeState::Resolved),
            ("@web:cart", "@api:gone", true, EdgeState::Dangling),
            ("@web:cart", "@api:orders", true, EdgeState::Resolved),
            ("@web:cart", "@far:away", true, EdgeState::Outside),
            ("@web:cart", "@web:@odd:own", false, EdgeState::Resolved),
            ("@web:cart", "@web:cart", false, EdgeState::Resolved),
        ]
    );
    let summary = answer.summary;
    assert_eq!((summary.edges_resolved, summary.edges_dangling, summary.edges_outside), (2, 1, 1));
}

#[test]
fn the_order_of_artifacts_does_not_matter() {
    let mut random = fastrand::Rng::with_seed(11);
    let words = ["a", "b", "c", "x/a.*", "x/a.b", "x"];
    for _ in 0..200 {
        let mut artifacts: Vec<(String, ExportAnswer)> = (0..random.usize(1..6))
            .map(|number| {
                let mut contracts = Vec::new();
                for _ in 0..random.usize(0..8) {
                    let protocol = Protocol::ALL[random.usize(..Protocol::ALL.len())];
                    let name = words[random.usize(..words.len())];
                    let fields: Vec<&str> = words.iter().copied().filter(|_| random.bool()).collect();
                    let role = if random.bool() { Role::Produces } else { Role::Consumes };
                    let spec = ContractSpec { role, ..spec(protocol, name, None, &fields) };
                    let declared = [Declared { ref_id: name, path: "g.yml", spec: &spec }];
                    contracts.extend(declared_contracts(Vec::new(), &declared));
                }
                if random.bool() {
                    contracts.iter_mut().for_each(|one| one.complete = true);
                }
                let repo = format!("r{number}");
                (format!("{repo}.json"), artifact(&repo, contracts))
            })
            .collect();
        let first = landscape(artifacts.clone()).unwrap();
        // The same one twice is the same one.
        artifacts.push(artifacts[0].clone());
        random.shuffle(&mut artifacts);
        assert_eq!(landscape(artifacts).unwrap(), first);
    }
}

#[test]
fn two_states_of_a_repository_are_an_error() {
    let at = |commit: Option<&str>| ExportAnswer {
        commit: commit.map(str::to_owned),
        ..artifact("api", Vec::new())
    };
    for (one, other) in [
        (at(Some("a1")), at(Some("b2"))),
        (at(None), at(Some("a1"))),
        (at(None), ExportAnswer { dirty: true, ..at(None) }),
    ] {
        let error = landscape(vec![("1.json".to_owned(), one), ("2.json".to_owned(), other)]).unwrap_err();
        assert_eq!(error.code, Code::BadArtifact);
        assert!(error.message.contains("1.json") || error.path.as_deref() == Some("1.json"), "{error}");
    }
}

#[test]
fn artifacts_are_read_as_they_are_written_and_nothing_else_is() {
    let whole = artifact(
        "api",
        found(&[("p.proto", "protobuf", "service S { rpc A(M) returns (M); } message M { string x = 1; }")]),
    );
    let text = serde_json::to_string(&whole).unwrap();
    assert_eq!(read_artifact("a.json", &text).unwrap(), whole);
    for (bad, place) in [
        (String::new(), Some(1)),
        ("[]".to_owned(), None),
        ("{}".to_owned(), None),
        ("null".to_owned(), None),
        (text.replace("\"version\":1", "\"version\":2"), None),
        (text.replace("\"version\":1", "\"version\":\"1\""), None),
        (text.replace("beadloom-artifact", "other"), None),
        (text.replace("\"produces\"", "\"makes\""), Some(1)),
        (text.replace("\"repo\":\"api\"", "\"repo\":\"a:b\""), None),
        (text.replace("\"repo\":\"api\"", "\"repo\":\"\""), None),
        (text.replace("\"repo\":\"api\"", "\"repo\":7"), Some(1)),
        (serde_json::to_string(&artifact("api", vec![whole.contracts[0].clone(); 20_001])).unwrap(), None),
        (text[..text.len() / 2].to_owned(), Some(1)),
        ("[".repeat(100_000), Some(1)),
    ] {
        let error = read_artifact("a.json", &bad).unwrap_err();
        let start: String = bad.chars().take(80).collect();
        assert_eq!(
            (error.code, error.path.as_deref(), error.line),
            (Code::BadArtifact, Some("a.json"), place),
            "{start}"
        );
    }
}
