//! OpenAPI, GraphQL, AsyncAPI.

use crate::found::{fields, find, sides};

#[test]
fn operations_have_what_they_take_and_answer() {
    let api = r##"{"swagger": "2.0", "info": {"title": " Shop "}, "basePath": "/v1", "paths": {"/a/{id}": {
        "parameters": [{"name": "id", "in": "path", "required": true, "type": "string"}],
        "put": {"parameters": [{"in": "body", "name": "x", "required": true, "schema": {"$ref": "types.yaml#/Order"}}],
                "responses": {"200": {"schema": {"type": "array", "items": {"$ref": "types.yaml#/Order"}}}, "404": {}}}}}}"##;
    let types = "Order:\n  allOf:\n    - $ref: '#/Base'\n    - properties: {lines: {type: array, items: {properties: {n: {type: integer}}}}}\nBase: {required: [id], properties: {id: {type: [string, 'null']}, next: {$ref: '#/Order'}, extra: {additionalProperties: {type: number}}}}\n";
    let (found, unread) = find(&[("api/shop.json", "", api), ("api/types.yaml", "", types)]);
    assert!(unread.is_empty());
    assert_eq!((found[0].name.as_str(), found[0].path.as_str(), found.len()), ("Shop", "api/shop.json", 1));
    assert_eq!(
        fields(&found[0]),
        [
            "PUT /v1/a/{id}: (PUT /v1/a/{id} request) PUT /v1/a/{id} response",
            "Order.extra: map<string, number>",
            "Order.id: string must",
            "Order.lines: [Order.lines[]]",
            "Order.next: Order",
            "Order.lines[].n: integer",
            "PUT /v1/a/{id} request.body: Order must",
            "PUT /v1/a/{id} request.path.id: string must",
            "PUT /v1/a/{id} response.200: [Order]",
        ]
    );
}

#[test]
fn a_schema_may_stand_in_code_and_in_several_files() {
    let files = [
        (
            "services/api/a.ts",
            "typescript",
            "export const typeDefs = gql`type Query { a: Int }`;\nconst other = `type ${x} Query {`;",
        ),
        ("services/api/b.graphql", "graphql", "extend type Query { b: String }"),
        ("services/web/q.graphql", "graphql", "query Q { a b }"),
    ];
    let (found, _) = find(&files);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].path.as_str()), ("api", "services/api/a.ts"));
    assert_eq!(fields(&found[0]), ["Query.a: Int", "Query.b: String"]);
}

#[test]
fn channels_have_sides_and_fields() {
    let v2 = "asyncapi: 2.6.0\nchannels:\n  a/b:\n    subscribe:\n      message: {payload: {properties: {id: {type: string}}}}\n    publish:\n      message: {oneOf: [{name: X, payload: {type: string}}, {$ref: '#/components/messages/Y'}]}\ncomponents: {messages: {Y: {payload: {properties: {n: {type: integer}}}}}}\n";
    let v3 = "asyncapi: 3.0.0\nchannels:\n  one: {address: a.one, messages: {m: {payload: {type: object, properties: {id: {type: string}}}}}}\noperations:\n  r:\n    action: receive\n    channel: {$ref: '#/channels/one'}\n  s:\n    action: send\n    channel: {$ref: '#/channels/one'}\n    messages: [{$ref: '#/channels/one/messages/m'}]\n  t:\n    action: send\n    channel: {$ref: '#/channels/one'}\n    messages: [{$ref: '#/x'}, {$ref: '#/channels/one/messages/m'}]\nx: {payload: {type: integer}}\n";
    let socket = "asyncapi: 2.0.0\ninfo: {title: Prices}\nchannels: {/: {publish: {}}}\n";
    assert_eq!(sides(&[("s.yaml", "", socket)]), ["consumes asyncapi Prices s.yaml:3"]);
    let (found, _) = find(&[("2.yaml", "", v2), ("3.yml", "", v3)]);
    let got: Vec<(String, Vec<String>)> = found
        .iter()
        .map(|one| (format!("{} {} {}:{}", one.role.as_str(), one.name, one.path, one.line), fields(one)))
        .collect();
    let want =
        |side: &str, fields: &[&str]| (side.to_owned(), fields.iter().map(|one| (*one).to_owned()).collect());
    assert_eq!(
        got,
        [
            want("produces a/b 2.yaml:3", &["id: string"]),
            want("consumes a/b 2.yaml:3", &["X: string", "Y: Y", "Y.n: integer"]),
            want("consumes a.one 3.yml:3", &["id: string"]),
            want("produces a.one 3.yml:3", &["m: m", "x: integer", "m.id: string"]),
        ]
    );
}

#[test]
fn what_only_looks_like_a_specification_is_none() {
    for text in [
        "paths: [a]\nopenapi: 3",
        "# openapi: 3.0.0 paths\na: 1",
        "openapi: 3.0.0\n",
        "info: {title: openapi paths}\n",
        "swagger: true\npaths: {}\n",
        "[]",
        "",
    ] {
        let (found, unread) = find(&[("a.yaml", "", text)]);
        assert!(found.is_empty() && unread.is_empty(), "{text}");
    }
}

#[test]
fn a_damaged_specification_is_told_with_its_place() {
    for (path, text) in [
        ("a.yaml", "openapi: 3.0.0\npaths:\n  - : ][\n"),
        ("a.json", "{\"openapi\": \"3.0.0\",\n\"paths\": {\n]}"),
    ] {
        let (found, unread) = find(&[(path, "", text)]);
        assert!(found.is_empty());
        assert_eq!(unread, [format!("{path}:3")]);
    }
}
