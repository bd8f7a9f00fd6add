//! What contracts files hold, from outside: files in, lines out.

use std::collections::BTreeMap;

use beadloom_federation::{Finder, SourceFile};
use beadloom_model::answers::{Contract, ContractField};

/// Files as (path, language, text), in an order in which they may come.
fn find(files: &[(&str, &str, &str)]) -> (Vec<Contract>, Vec<String>) {
    let texts: BTreeMap<&str, &str> = files.iter().map(|(path, _, text)| (*path, *text)).collect();
    let read = |path: &str| texts.get(path).map(|text| (*text).to_owned());
    let mut finder = Finder::default();
    for (path, language, text) in files {
        // A folder of `services/` is a node.
        let owner = path.strip_prefix("services/").and_then(|rest| rest.split('/').next());
        finder.take(&SourceFile { path, language, text, owner, generated: false }, &read);
    }
    let (contracts, unread) = finder.finish("repo");
    let unread =
        unread.iter().map(|one| format!("{}:{}", one.path.as_deref().unwrap_or(""), one.line.unwrap_or(0)));
    (contracts, unread.collect())
}

/// `produces amqp orders/paid a.py:3`
fn sides(files: &[(&str, &str, &str)]) -> Vec<String> {
    let mut lines: Vec<String> = find(files)
        .0
        .iter()
        .map(|one| {
            let (role, protocol) = (one.role.as_str(), one.protocol.as_str());
            format!("{role} {protocol} {} {}:{}", one.name, one.path, one.line)
        })
        .collect();
    lines.sort();
    lines
}

fn fields(contract: &Contract) -> Vec<String> {
    let show = |field: &ContractField| {
        let of = field.of.as_ref().map(|of| format!("{of}.")).unwrap_or_default();
        let number = field.number.map(|number| format!(" #{number}")).unwrap_or_default();
        let input = field.input.as_ref().map(|input| format!("({input}) ")).unwrap_or_default();
        let required = if field.required { " must" } else { "" };
        format!("{of}{}: {input}{}{number}{required}", field.name, field.r#type.as_deref().unwrap_or("-"))
    };
    contract.fields.iter().map(show).collect()
}

#[test]
fn amqp_is_found_in_every_language() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        (
            "javascript",
            "amqplib",
            r#"const amqp = require('amqplib');
               const QUEUE = "jobs";
               ch.assertQueue(QUEUE); ch.sendToQueue(QUEUE, Buffer.from(text(1, 2)));
               ch.assertExchange('logs', 'fanout'); ch.publish('logs', severity, body);
               const q = await ch.assertQueue('', {exclusive: true});
               ch.bindQueue(q.queue, 'topics', 'a.*'); ch.consume(q.queue, (m) => {}, {noAck: true});
               // ch.sendToQueue('comment', x)
               ch.publish('topics', `a.${b}`, body); ch.publish('topics', 'a.b', body);"#,
            &[
                "consumes amqp topics/a.* x:6",
                "produces amqp jobs x:3",
                "produces amqp logs x:4",
                "produces amqp topics/a.b x:8",
            ],
        ),
        ("javascript", "no library", "bus.publish('a', 'b'); bus.consume('c');", &[]),
        (
            "python",
            "pika",
            r#"import pika
EXCHANGE = "orders"
channel.queue_declare(queue="mails")
result = channel.queue_declare(queue='', exclusive=True)
name = result.method.queue
channel.queue_bind(exchange=EXCHANGE, queue="mails", routing_key="paid")
channel.basic_consume(queue="mails", on_message_callback=f)
channel.basic_publish(exchange=EXCHANGE, routing_key=f"paid.{x}", body=b)
channel.basic_publish(exchange='', routing_key='jobs', body=b)
channel.basic_publish(EXCHANGE, "paid", b)
"#,
            &["consumes amqp orders/paid x:7", "produces amqp jobs x:9", "produces amqp orders/paid x:10"],
        ),
        (
            "python",
            "aio-pika",
            r#"import aio_pika
self.exchange = await channel.declare_exchange("orders", aio_pika.ExchangeType.TOPIC)
queue = await channel.declare_queue("mails", durable=True)
own = await channel.declare_queue(exclusive=True)
await own.bind(self.exchange, routing_key="order.*")
await queue.consume(handle)
async with own.iterator() as messages: pass
await self.exchange.publish(aio_pika.Message(body), routing_key="order.paid")
await channel.default_exchange.publish(aio_pika.Message(body), routing_key="jobs")
await somebody.publish(body, routing_key="nothing")
"#,
            &[
                "consumes amqp mails x:6",
                "consumes amqp orders/order.* x:7",
                "produces amqp jobs x:9",
                "produces amqp orders/order.paid x:8",
            ],
        ),
        (
            "ruby",
            "bunny",
            r#"require 'bunny'
queue = channel.queue('hello')
channel.default_exchange.publish('Hello', routing_key: queue.name)
exchange = channel.fanout('logs')
exchange.publish(message)
own = channel.queue('', exclusive: true)
own.bind(exchange)
own.subscribe(block: true) do |_, _, body|
"#,
            &["consumes amqp logs x:8", "produces amqp hello x:3", "produces amqp logs x:5"],
        ),
        (
            "go",
            "amqp091",
            r#"import amqp "github.com/rabbitmq/amqp091-go"
const exchange string = "orders"
q, err := ch.QueueDeclare("work", true, false, false, false, nil)
err = ch.PublishWithContext(ctx, "", q.Name, false, false, amqp.Publishing{Body: b})
err = ch.PublishWithContext(ctx, exchange, "paid", false, false, amqp.Publishing{})
own, err := ch.QueueDeclare("", false, false, true, false, nil)
err = ch.QueueBind(own.Name, "paid", exchange, false, nil)
msgs, err := ch.Consume(own.Name, "", true, false, false, false, nil)
"#,
            &["consumes amqp orders/paid x:8", "produces amqp orders/paid x:5", "produces amqp work x:4"],
        ),
        (
            "java",
            "client and Spring",
            r#"import com.rabbitmq.client.Channel;
private static final String QUEUE = "jobs";
channel.basicPublish("", QUEUE, null, body);
channel.basicConsume(QUEUE, true, callback, tag -> { });
rabbitTemplate.convertAndSend("orders", "paid", order);
@RabbitListener(queues = {"mails", QUEUE})
@RabbitListener(queues = "${computed}")
"#,
            &[
                "consumes amqp jobs x:4",
                "consumes amqp jobs x:6",
                "consumes amqp mails x:6",
                "produces amqp jobs x:3",
                "produces amqp orders/paid x:5",
            ],
        ),
        (
            "csharp",
            "named arguments",
            r#"using RabbitMQ.Client;
await channel.BasicPublishAsync(exchange: "orders", routingKey: "paid", body: body);
await channel.BasicConsumeAsync("jobs", autoAck: true, consumer: consumer);
await channel.BasicPublishAsync(exchange: string.Empty, routingKey: "jobs", body: body);
var result = await channel.QueueDeclareAsync();
await channel.QueueBindAsync(queue: result.QueueName, exchange: "logs", routingKey: string.Empty);
await channel.BasicConsumeAsync(result.QueueName, autoAck: true, consumer: consumer);
await channel.BasicConsumeAsync("amq.rabbitmq.reply-to", autoAck: true, consumer: consumer);
"#,
            &[
                "consumes amqp jobs x:3",
                "consumes amqp logs x:7",
                "produces amqp jobs x:4",
                "produces amqp orders/paid x:2",
            ],
        ),
        (
            "rust",
            "lapin",
            r#"const QUEUE: &'static str = "jobs";
channel.basic_publish("".into(), QUEUE.into(), options, b"x", properties).await?;
channel.basic_consume("jobs", "tag", options, table).await?;
"#,
            &["consumes amqp jobs x:3", "produces amqp jobs x:2"],
        ),
        (
            "php",
            "php-amqplib",
            "<?php use PhpAmqpLib\\A;\n$channel->basic_publish($msg, 'orders', 'paid');\n$channel->basic_consume('jobs', '');",
            &["consumes amqp jobs x:3", "produces amqp orders/paid x:2"],
        ),
    ];
    for (language, what, text, want) in cases {
        assert_eq!(sides(&[("x", language, text)]), *want, "{language}: {what}");
    }
}

#[test]
fn a_binding_counts_in_all_of_the_repository_for_a_named_queue() {
    let files = [
        ("a.js", "javascript", "ch.bindQueue('mails', 'orders', 'paid')"),
        ("b.js", "javascript", "require('amqplib'); ch.consume('mails', f)"),
    ];
    assert_eq!(sides(&files), ["consumes amqp orders/paid b.js:1"]);
}

const CART: &str = r#"
syntax = "proto3";
package shop.v1;
import "other.proto";
// service Gone { rpc A(B) returns (C); }
option go_package = "x";
service Cart {
  rpc Get (GetRequest) returns (stream Items) { option (google.api.http) = { get: "/v1" }; }
  rpc Put (stream .shop.v1.Item) returns (google.protobuf.Empty);
}
message GetRequest { string user = 1 [deprecated = true]; reserved 2, 3; Kind kind = 4; }
message Items {
  message Inner { optional int32 n = 1; }
  oneof what { Inner inner = 1; string text = 2; }
  map<string, Item> by_id = 3;
  repeated Item list = 0x04;
}
message Item { string id = 1; Item parent = 2; }
message Unused { string x = 1; }
enum Kind { A = 0; B = 1; }
"#;

#[test]
fn a_service_has_its_methods_and_what_they_reach() {
    let (found, _) = find(&[("cart.proto", "protobuf", CART)]);
    assert_eq!(found.len(), 1);
    let cart = &found[0];
    assert_eq!((cart.name.as_str(), cart.line, cart.complete), ("shop.v1.Cart", 7, true));
    assert_eq!(
        fields(cart),
        [
            "Get: (GetRequest) stream Items",
            "Put: (stream Item) google.protobuf.Empty",
            "GetRequest.kind: enum #4",
            "GetRequest.user: string #1",
            "Item.id: string #1",
            "Item.parent: Item #2",
            "Items.by_id: map<string, Item> #3",
            "Items.inner: Items.Inner #1",
            "Items.list: [Item] #4",
            "Items.text: string #2",
            "Items.Inner.n: int32 #1",
        ]
    );
}

#[test]
fn messages_without_services_are_contracts_where_no_other_one_holds_them() {
    let text = "package events;\nmessage Paid { required string id = 1; Money sum = 2; }\nmessage Money { int64 cents = 1; }";
    let (found, _) = find(&[("events.proto", "protobuf", text)]);
    let got: Vec<(String, Vec<String>)> = found.iter().map(|one| (one.name.clone(), fields(one))).collect();
    assert_eq!(
        got,
        [(
            "events.Paid".to_owned(),
            vec![
                "id: string #1 must".to_owned(),
                "sum: Money #2".to_owned(),
                "Money.cents: int64 #1".to_owned()
            ]
        )]
    );
}

#[test]
fn servers_and_clients_are_known_by_the_names_of_generated_code() {
    let proto = "package shop;\nservice Cart { rpc Get(A) returns (A); }\nmessage A { string id = 1; }";
    let cases: &[(&str, &str, &str)] = &[
        ("go", "pb.RegisterCartServer(srv, &cart{})", "produces"),
        ("go", "client := pb.NewCartClient(conn)", "consumes"),
        ("python", "demo_pb2_grpc.add_CartServicer_to_server(Cart(), server)", "produces"),
        ("python", "stub = demo_pb2_grpc.CartStub(channel)", "consumes"),
        ("java", "class Impl extends CartGrpc.CartImplBase {}", "produces"),
        ("java", "CartGrpc.CartBlockingStub stub;", "consumes"),
        ("csharp", "public class Impl : Cart.CartBase {}", "produces"),
        ("csharp", "var client = new Cart.CartClient(channel);", "consumes"),
        ("javascript", "server.addService(shopProto.Cart.service, { get });", "produces"),
        ("javascript", "const client = new shopProto.Cart(address, credentials);", "consumes"),
        ("typescript", "const client = new CartClient(address, credentials);", "consumes"),
        ("typescript", "server.addService(CartService, impl);", "produces"),
        ("ruby", "class Impl < Shop::Cart::Service", "produces"),
        ("ruby", "stub = Shop::Cart::Stub.new(host)", "consumes"),
        ("rust", "Server::builder().add_service(CartServer::new(cart))", "produces"),
        ("rust", "let client = CartClient::connect(url).await?;", "consumes"),
        ("go", "// pb.NewCartClient(conn)", "file"),
        ("javascript", "new Cart(items)", "file"),
        ("csharp", "class CartClient {}", "file"),
        ("java", "new CartClient(CartClient.class)", "file"),
    ];
    for (language, text, want) in cases {
        let got = sides(&[("p/cart.proto", "protobuf", proto), ("src/main", language, text)]);
        let want = match *want {
            "file" => "produces protobuf shop.Cart p/cart.proto:2".to_owned(),
            role => format!("{role} protobuf shop.Cart src/main:1"),
        };
        assert_eq!(got, [want], "{language}: {text}");
    }
}

#[test]
fn a_copy_says_nothing_of_the_services_that_its_repository_has_nothing_to_do_with() {
    let proto = "package shop;\nservice Cart { rpc Get(A) returns (A); }\nservice Mail { rpc Send(A) returns (A); }\nmessage A {}";
    let alone = sides(&[("p.proto", "protobuf", proto)]);
    assert_eq!(alone, ["produces protobuf shop.Cart p.proto:2", "produces protobuf shop.Mail p.proto:3"]);
    let used = sides(&[("p.proto", "protobuf", proto), ("m.go", "go", "pb.NewCartClient(c)")]);
    assert_eq!(used, ["consumes protobuf shop.Cart m.go:1"]);
}

#[test]
fn each_copy_of_a_file_speaks_for_its_own_node() {
    let copy = |field: &str| {
        format!(
            "package shop;\nservice Cart {{ rpc Get(A) returns (A); }}\nmessage A {{ string {field} = 1; }}"
        )
    };
    let (server, client) = (copy("new"), copy("old"));
    let files = [
        ("services/a/cart.proto", "protobuf", server.as_str()),
        ("services/b/cart.proto", "protobuf", client.as_str()),
        ("services/a/main.go", "go", "pb.RegisterCartServer(srv, x)"),
        ("services/b/main.go", "go", "pb.NewCartClient(x)"),
    ];
    let (found, _) = find(&files);
    let got: Vec<(Option<&str>, &str, bool)> = found
        .iter()
        .map(|one| {
            (one.ref_id.as_deref(), one.role.as_str(), fields(one).contains(&"A.new: string #1".to_owned()))
        })
        .collect();
    assert_eq!(got, [(Some("a"), "produces", true), (Some("b"), "consumes", false)]);
}

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
        "message",
        "service",
        "rpc",
        "type",
        "{",
        "}",
        "(",
        ")",
        "=",
        ":",
        "\"",
        "'",
        "`",
        "a",
        "1",
        ";",
        ",",
        ".",
        "openapi: 3",
        "\n",
        "paths:",
        " ",
        "é",
        "\\",
        "[",
        "]",
        "ch.publish(",
        "$ref",
        "<",
        ">",
        "map",
        "oneof",
        "enum",
        "@",
        "!",
        "/*",
        "//",
        "#",
        "${",
        "package",
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
