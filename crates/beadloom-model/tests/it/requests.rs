//! Requests: what reads, what is refused and how, and that each is declared once.

use std::collections::BTreeSet;

use beadloom_model::Code;
use beadloom_model::requests::{
    C4Level, ContextRequest, GraphRequest, Kind, Request, SearchField, SearchRequest, UpdateNodeRequest,
    Whole, WhyRequest, requests,
};

#[test]
fn what_is_left_out_has_its_default() {
    let why = WhyRequest::parse(r#"{"ref":"auth"}"#).unwrap();
    assert_eq!((why.depth.get(), why.limit.get(), why.reverse), (3, 30, false));
    let search = SearchRequest::parse(r#"{"query":"x"}"#).unwrap();
    assert_eq!((search.within, search.limit.get(), search.kind), (SearchField::All, 10, None));
    let context = ContextRequest::parse(r#"{"refs":["a","b"]}"#).unwrap();
    assert_eq!((context.refs.len(), context.depth), (2, None), "the settings give the depth");
}

#[test]
fn values_are_read_as_javascript_writes_them() {
    let one = ContextRequest::parse(r#"{"refs":"a","depth":3.0,"maxNodes":100000}"#).unwrap();
    assert_eq!(one.refs, ["a"], "a string is a list of one");
    assert_eq!((one.depth, one.max_nodes.map(Whole::get)), (Whole::new(3), Some(100_000)));
    let graph = GraphRequest::parse(r#"{"level":"component"}"#).unwrap();
    assert_eq!(graph.level, Some(C4Level::Component));
}

#[test]
fn what_is_wrong_is_named() {
    let why = |fields: &str| WhyRequest::parse(fields).map(drop);
    let search = |fields: &str| SearchRequest::parse(fields).map(drop);
    let table = [
        (why("{}"), "ref is missing"),
        (why(r#"{"ref":null}"#), "ref must be a string, not null"),
        (why(r#"{"ref":["a"]}"#), "ref must be a string, not object"),
        (why(r#"{"ref":"a","depth":101}"#), "depth must be a whole number from 0 to 100, not 101"),
        (why(r#"{"ref":"a","depth":-1}"#), "depth must be a whole number from 0 to 100, not -1"),
        (why(r#"{"ref":"a","depth":1.5}"#), "depth must be a whole number from 0 to 100, not 1.5"),
        (why(r#"{"ref":"a","depth":1e300}"#), "depth must be a whole number from 0 to 100, not 1e+300"),
        (why(r#"{"ref":"a","depth":"3"}"#), "depth must be a whole number from 0 to 100, not 3"),
        (why(r#"{"ref":"a","limit":0}"#), "limit must be a whole number from 1 to 10000, not 0"),
        (why(r#"{"ref":"a","reverse":1}"#), "reverse must be true or false, not 1"),
        (
            why(r#"{"ref":"a","refresh":"now"}"#),
            "refresh must be one of auto, mcp, last, compare, off, not now",
        ),
        (why(r#"{"ref":"a","dpeth":1}"#), r#"the request why has no field "dpeth""#),
        (search(r#"{"query":"a","in":"tests"}"#), "in must be one of nodes, docs, code, all, not tests"),
        (search(r#"{"query":"a","limit":1001}"#), "limit must be a whole number from 1 to 1000, not 1001"),
        (ContextRequest::parse(r#"{"refs":["a",1]}"#).map(drop), "ref must be a string, not number"),
        (UpdateNodeRequest::parse("[]").map(drop), "the request updateNode is not a JSON object"),
        (UpdateNodeRequest::parse("{").map(drop), "the request updateNode is not a JSON object"),
    ];
    for (result, message) in table {
        let error = result.unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::Usage, message));
    }
}

#[test]
fn every_request_and_every_field_is_declared_once_and_explained() {
    let mut names = BTreeSet::new();
    for request in requests() {
        assert!(names.insert(request.name), "{} is declared twice", request.name);
        let mut fields = BTreeSet::new();
        for field in &request.fields {
            let place = format!("{}.{}", request.name, field.name);
            assert!(fields.insert(field.name.clone()), "{place} is declared twice");
            assert!(!field.help.is_empty() && !field.help.ends_with('.'), "{place}: {:?}", field.help);
            assert!(field.kind != Kind::Object || field.internal, "{place}: no caller can give an object");
            assert!(
                field.default.is_none() || field.setting.is_none(),
                "{place}: a setting gives the default, or the declaration does"
            );
        }
    }
}
