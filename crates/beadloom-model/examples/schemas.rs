//! Writes `docs/schema/*.json` from the answer types:
//! `cargo run -p beadloom-model --example schemas --features schema -- docs/schema`.
//! With `gateway` behind the folder: what the gateway's core is asked and answers, `NAME.request.json` and `NAME.answer.json`.

use std::path::{Path, PathBuf};

use beadloom_model::answers as a;
use beadloom_model::requests as r;
use schemars::Schema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::Value;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs/schema".to_owned()));
    std::fs::create_dir_all(&folder)?;
    if std::env::args().nth(2).as_deref() == Some("gateway") {
        return gateway(&folder);
    }
    for (name, schema) in a::schemas() {
        let mut value = schema(output()).to_value();
        if let Value::Object(object) = &mut value {
            object.insert("$id".to_owned(), Value::from(format!("beadloom/{name}.json")));
        }
        fixed_version(&mut value);
        portable(&mut value);
        let mut text = serde_json::to_string_pretty(&value)?;
        text.push('\n');
        std::fs::write(folder.join(format!("{name}.json")), text)?;
    }
    Ok(())
}

fn gateway(folder: &Path) -> std::io::Result<()> {
    let pairs: [(&str, Schema, Schema); 14] = [
        ("approve", request::<r::GatewayApproveRequest>(), schema::<a::GatewayApproveAnswer>()),
        ("called", request::<r::GatewayCalledRequest>(), schema::<a::GatewayDoneAnswer>()),
        ("catalogue", request::<r::GatewayCatalogueRequest>(), schema::<a::GatewayCatalogueAnswer>()),
        ("drop_server", request::<r::GatewayDropServerRequest>(), schema::<a::GatewayDoneAnswer>()),
        ("examine", request::<r::GatewayExamineRequest>(), schema::<a::GatewayExamineAnswer>()),
        ("forget", request::<r::GatewayForgetRequest>(), schema::<a::GatewayForgetAnswer>()),
        ("known", request::<r::GatewayKnownRequest>(), schema::<a::GatewayKnownAnswer>()),
        ("learn", request::<r::GatewayLearnRequest>(), schema::<a::GatewayLearnAnswer>()),
        ("listed", request::<r::GatewayListedRequest>(), schema::<a::GatewayDoneAnswer>()),
        ("search", request::<r::GatewaySearchRequest>(), schema::<a::GatewaySearchAnswer>()),
        ("model", request::<r::GatewayModelRequest>(), schema::<a::GatewayModelAnswer>()),
        ("settings", request::<r::GatewaySettingsRequest>(), schema::<a::GatewayDoneAnswer>()),
        ("stats", request::<r::GatewayStatsRequest>(), schema::<a::GatewayStatsAnswer>()),
        ("tokens", request::<r::GatewayTokensRequest>(), schema::<a::GatewayTokensAnswer>()),
    ];
    for (name, request, answer) in pairs {
        for (what, schema) in [("request", request), ("answer", answer)] {
            let mut value = schema.to_value();
            portable(&mut value);
            std::fs::write(
                folder.join(format!("{name}.{what}.json")),
                serde_json::to_string_pretty(&value)?,
            )?;
        }
    }
    Ok(())
}

fn request<T: schemars::JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

fn schema<T: schemars::JsonSchema>() -> Schema {
    output().into_root_schema_for::<T>()
}

/// Makes schemas of what is written.
fn output() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// What validators accept as they come. The widths of Rust's numbers are formats that none of them knows. Without a `$schema`
/// each takes its own draft, and nothing here differs between the drafts in use.
fn portable(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let is_number = |kind: &Value| kind == "integer" || kind == "number";
            let is_width = match object.get("type") {
                Some(Value::Array(kinds)) => kinds.iter().any(is_number),
                Some(kind) => is_number(kind),
                None => false,
            };
            if is_width {
                object.remove("format");
            }
            if object.get("$schema").is_some_and(Value::is_string) {
                object.remove("$schema");
            }
            object.values_mut().for_each(portable);
        }
        Value::Array(items) => items.iter_mut().for_each(portable),
        _ => {}
    }
}

/// Every answer's `version` is this one.
fn fixed_version(value: &mut Value) {
    if let Some(version) = value.pointer_mut("/properties/version") {
        *version =
            serde_json::json!({ "const": a::ANSWER_VERSION, "description": "The version of this shape." });
    }
}
