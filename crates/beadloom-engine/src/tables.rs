//! Tables for the documentation, made from the code that they describe.

use beadloom_graph::Config;
use beadloom_model::Code;
use beadloom_model::requests::requests;
use serde_json::{Value, json};

pub use beadloom_graph::settings_markdown;
pub use beadloom_rules::kinds_markdown as rule_kinds_markdown;

/// Every request with its fields, as a JSON list. Where a setting gives a default, it is that of the setting.
pub fn requests_json() -> String {
    let settings = serde_json::to_value(Config::default()).unwrap_or_default();
    let mut list = json!(requests());
    for field in list
        .as_array_mut()
        .into_iter()
        .flatten()
        .filter_map(|request| request["fields"].as_array_mut())
        .flatten()
    {
        if let Some(key) = field["setting"].as_str() {
            let value = key.split('.').try_fold(&settings, |value, part| value.get(part));
            field["default"] = value.cloned().unwrap_or(Value::Null);
        }
    }
    list.to_string()
}

/// Every code of errors and findings with its meaning, as a Markdown table.
pub fn codes_markdown() -> String {
    let mut table = String::from("| code | meaning |\n| --- | --- |\n");
    for code in Code::ALL {
        table.push_str(&format!("| `{}` | {} |\n", code.as_str(), code.meaning().trim().replace('|', "\\|")));
    }
    table
}
