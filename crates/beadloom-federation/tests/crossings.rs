//! What crosses between the nodes of one repository.

use beadloom_federation::{Finder, SourceFile, crossings};
use beadloom_model::LanguageId;
use beadloom_model::answers::{Contract, ContractOrigin, Protocol, Role};

/// One side: protocol, role, name, node.
type Side = (Protocol, Role, &'static str, Option<&'static str>);

fn contract((protocol, role, name, node): Side) -> Contract {
    Contract {
        protocol,
        role,
        name: name.to_owned(),
        ref_id: node.map(str::to_owned),
        origin: ContractOrigin::Code,
        path: "src/x".to_owned(),
        line: 1,
        schema: None,
        schema_hash: None,
        external: false,
        complete: false,
        fields: Vec::new(),
    }
}

fn said(contracts: &[Contract]) -> Vec<String> {
    let say = |one: beadloom_federation::Crossing| {
        format!("{} > {}: {} {}", one.consumer, one.producer, one.protocol.as_str(), one.name)
    };
    crossings(contracts).into_iter().map(say).collect()
}

#[test]
fn both_sides_have_to_be_nodes_and_different_ones() {
    use Protocol::{Amqp, GraphQl, OpenApi, Protobuf};
    use Role::{Consumes, Produces};
    let cases: &[(&[Side], &[&str])] = &[
        (
            &[
                (Protobuf, Produces, "shop.Carts", Some("cart")),
                (Protobuf, Consumes, "shop.Carts", Some("web")),
            ],
            &["web > cart: protobuf shop.Carts"],
        ),
        (&[(Protobuf, Produces, "A", Some("a")), (Protobuf, Consumes, "A", Some("a"))], &[]),
        (&[(Protobuf, Produces, "A", None), (Protobuf, Consumes, "A", Some("a"))], &[]),
        (&[(Protobuf, Produces, "A", Some("a")), (Protobuf, Consumes, "A", None)], &[]),
        (&[(Protobuf, Produces, "A", Some("a")), (GraphQl, Consumes, "A", Some("b"))], &[]),
        (
            &[
                (OpenApi, Produces, "Orders", Some("b")),
                (OpenApi, Produces, "Orders", Some("a")),
                (OpenApi, Consumes, "Orders", Some("c")),
                (OpenApi, Consumes, "Orders", Some("c")),
            ],
            &["c > a: openapi Orders", "c > b: openapi Orders"],
        ),
        (
            &[
                (Amqp, Produces, "orders/order.paid", Some("shop")),
                (Amqp, Produces, "orders/stock.low", Some("shop")),
                (Amqp, Produces, "mails/order.paid", Some("mail")),
                (Amqp, Consumes, "orders/order.*", Some("ledger")),
                (Amqp, Consumes, "orders/#", Some("audit")),
            ],
            &[
                "audit > shop: amqp orders/order.paid",
                "audit > shop: amqp orders/stock.low",
                "ledger > shop: amqp orders/order.paid",
            ],
        ),
    ];
    for (sides, expected) in cases {
        let contracts: Vec<Contract> = sides.iter().copied().map(contract).collect();
        assert_eq!(said(&contracts), *expected, "{sides:?}");
    }
}

#[test]
fn who_is_declared_to_be_outside_is_not_looked_for_inside() {
    let produces = contract((Protocol::OpenApi, Role::Produces, "Pay", Some("a")));
    let consumes = contract((Protocol::OpenApi, Role::Consumes, "Pay", Some("b")));
    assert_eq!(said(&[produces.clone(), consumes.clone()]), ["b > a: openapi Pay"]);
    assert!(said(&[produces, Contract { external: true, ..consumes }]).is_empty());
}

#[test]
fn a_file_that_says_something_holds_one_of_the_signs() {
    let mut finder = Finder::default();
    let proto = "syntax = \"proto3\";\npackage shop;\nservice Carts { rpc Get(A) returns (A); }\nmessage A { string id = 1; }";
    let take = |finder: &mut Finder, path: &str, language: &str, text: &str| {
        finder.take(
            &SourceFile { path, language: LanguageId::parse(language), text, owner: None, generated: false },
            &|_| None,
        );
    };
    take(&mut finder, "a.proto", "protobuf", proto);
    for (path, language, text) in [
        ("a.go", "go", "c := pb.NewCartsClient(conn)"),
        ("a.py", "python", "stub = pb.CartsStub(channel)"),
        (
            "a.js",
            "javascript",
            "import amqp from 'amqplib'; channel.assertQueue('orders'); channel.consume('orders', f)",
        ),
        ("b.js", "javascript", "const schema = `type Query { order: String }`"),
        ("a.yaml", "", "openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n"),
        ("b.yaml", "", "asyncapi: 2.0.0\nchannels:\n  a:\n    publish: {}\n"),
    ] {
        assert!(finder.signs().iter().any(|sign| text.contains(sign)), "{path}");
        take(&mut finder, path, language, text);
    }
    let mut names: Vec<String> = finder.finish("r").0.into_iter().map(|one| one.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["a", "a", "orders", "r", "shop.Carts"]);
}
