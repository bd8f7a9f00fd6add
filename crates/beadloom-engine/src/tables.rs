//! Tables for the documentation, made from the code that they describe.

use beadloom_graph::{Config, settings_markdown};
use beadloom_model::Code;
use beadloom_model::requests::requests;
use beadloom_rules::kinds_markdown;
use serde_json::{Value, json};

use crate::counting::providers_markdown;

/// Every request with its fields, and tables in Markdown, as a JSON object.
pub fn declarations_json() -> String {
    json!({
        "requests": requests_json(),
        "settings": settings_markdown(),
        "providers": providers_markdown(),
        "codes": codes_markdown(),
        "kinds": kinds_markdown(),
    })
    .to_string()
}

/// Every request with its fields. Where a setting gives a default, it is that of the setting.
fn requests_json() -> Value {
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
    list
}

/// Every code of errors and findings with its meaning, as a Markdown table.
fn codes_markdown() -> String {
    let mut table = String::from("| code | meaning |\n| --- | --- |\n");
    for code in Code::ALL {
        table.push_str(&format!("| `{}` | {} |\n", code.as_str(), code.meaning().trim().replace('|', "\\|")));
    }
    table
}
