use beadloom_gateway::differences;
use beadloom_model::requests::GatewayTool;
use serde_json::json;

use crate::support::tool;

#[test]
fn what_differs_is_named_and_the_order_of_keys_is_nothing() {
    let one = GatewayTool {
        input_schema: json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"enum": [1, 2]}}}),
        annotations: Some(json!({"readOnlyHint": true})),
        ..tool("t", "Does it.")
    };
    let turned = GatewayTool {
        input_schema: json!({"properties": {"b": {"enum": [1, 2]}, "a": {"type": "string"}}, "type": "object"}),
        ..one.clone()
    };
    assert!(differences(&one, &turned).is_empty());
    let cases: &[(GatewayTool, &[&str])] = &[
        (GatewayTool { description: Some("Does it. ".to_owned()), ..one.clone() }, &["description"]),
        (GatewayTool { title: Some(String::new()), ..one.clone() }, &["title"]),
        (
            GatewayTool { input_schema: json!({"properties": {"b": {"enum": [2, 1]}}}), ..one.clone() },
            &["input schema"],
        ),
        (GatewayTool { output_schema: Some(json!({})), ..one.clone() }, &["output schema"]),
        (
            GatewayTool { annotations: None, description: None, ..one.clone() },
            &["description", "annotations"],
        ),
    ];
    for (other, expected) in cases {
        assert_eq!(differences(&one, other), *expected);
    }
}
