//! Writes `docs/schema/*.json` from the answer types:
//! `cargo run -p beadloom-model --example schemas --features schema -- docs/schema`.
//! With `gateway` behind the folder: what the gateway's core is asked and answers, `NAME.request.json` and `NAME.answer.json`.

use std::path::{Path, PathBuf};

use beadloom_model::answers as a;
use beadloom_model::requests as r;
use schemars::{Schema, generate::SchemaSettings};
use serde_json::Value;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs/schema".to_owned()));
    std::fs::create_dir_all(&folder)?;
    if std::env::args().nth(2).as_deref() == Some("gateway") {
        return gateway(&folder);
    }
    let answers: [(&str, Schema); 65] = [
        ("affected", schema::<a::AffectedAnswer>()),
        ("cached", schema::<a::CachedAnswer>()),
        ("ci", schema::<a::CiAnswer>()),
        ("ctx", schema::<a::Bundle>()),
        ("daemon", schema::<a::DaemonAnswer>()),
        ("daemon-logs", schema::<a::DaemonLogsAnswer>()),
        ("diff", schema::<a::DiffAnswer>()),
        ("doctor", schema::<a::DoctorAnswer>()),
        ("docs-audit", schema::<a::DocsAuditAnswer>()),
        ("docs-generate", schema::<a::DocsGenerateAnswer>()),
        ("docs-polish", schema::<a::GenerateDocsAnswer>()),
        ("error", schema::<a::ErrorAnswer>()),
        ("export", schema::<a::ExportAnswer>()),
        ("forget", schema::<a::ForgetAnswer>()),
        ("federate", schema::<a::FederateAnswer>()),
        ("gateway-add", schema::<a::GatewayAddAnswer>()),
        ("gateway-approve", schema::<a::GatewayApprovalsAnswer>()),
        ("gateway-forget", schema::<a::GatewayForgottenAnswer>()),
        ("gateway-list", schema::<a::GatewayListAnswer>()),
        ("gateway-login", schema::<a::GatewayLoginAnswer>()),
        ("gateway-search", schema::<a::GatewayFoundAnswer>()),
        ("gateway-stats", schema::<a::GatewayFiguresAnswer>()),
        ("gateway-test", schema::<a::GatewayTestAnswer>()),
        ("graph", schema::<a::GraphAnswer>()),
        ("generate-context", schema::<a::ContextFileAnswer>()),
        ("init", schema::<a::InitAnswer>()),
        ("link", schema::<a::LinkAnswer>()),
        ("lint", schema::<a::LintAnswer>()),
        ("list-nodes", schema::<a::ListNodesAnswer>()),
        ("install-hooks", schema::<a::InstallHooksAnswer>()),
        ("memories-accept", schema::<a::MemoriesAcceptAnswer>()),
        ("memories-import", schema::<a::MemoriesImportAnswer>()),
        ("memories-list", schema::<a::MemoriesAnswer>()),
        ("memories-resolve", schema::<a::MemoriesResolveAnswer>()),
        ("memories-show", schema::<a::MemoryAnswer>()),
        ("model-list", schema::<a::ModelListAnswer>()),
        ("model-pull", schema::<a::ModelPullAnswer>()),
        ("model-status", schema::<a::ModelStatusAnswer>()),
        ("next-file", schema::<a::NextFileAnswer>()),
        ("path", schema::<a::PathAnswer>()),
        ("prime", schema::<a::PrimeAnswer>()),
        ("receipts", schema::<a::ReceiptsAnswer>()),
        ("recall", schema::<a::RecallAnswer>()),
        ("refs", schema::<a::RefsAnswer>()),
        ("reindex", schema::<a::ReindexAnswer>()),
        ("related", schema::<a::RelatedAnswer>()),
        ("remember", schema::<a::RememberAnswer>()),
        ("rules-explain", schema::<a::RuleAnswer>()),
        ("search", schema::<a::SearchAnswer>()),
        ("search-exact", schema::<a::ExactAnswer>()),
        ("setup-agents", schema::<a::SetupAgentsAnswer>()),
        ("setup-hooks", schema::<a::SetupHooksAnswer>()),
        ("setup-mcp", schema::<a::SetupMcpAnswer>()),
        ("show", schema::<a::ShowAnswer>()),
        ("signatures", schema::<a::SignaturesAnswer>()),
        ("snapshot-list", schema::<a::SnapshotListAnswer>()),
        ("snapshot-save", schema::<a::SnapshotSaveAnswer>()),
        ("status", schema::<a::StatusAnswer>()),
        ("status-debt", schema::<a::DebtAnswer>()),
        ("sync-check", schema::<a::SyncCheckAnswer>()),
        ("sync-update", schema::<a::SyncUpdateAnswer>()),
        ("uninstall", schema::<a::UninstallAnswer>()),
        ("update-node", schema::<a::UpdateNodeAnswer>()),
        ("version", schema::<a::VersionAnswer>()),
        ("why", schema::<a::WhyAnswer>()),
    ];
    for (name, schema) in answers {
        let mut value = schema.to_value();
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
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
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
