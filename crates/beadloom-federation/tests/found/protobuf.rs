//! Services and messages of protocol buffers.

use crate::found::{fields, find, sides};

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
