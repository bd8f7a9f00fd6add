//! Lists of servers, what is held of them, and what is approved.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_gateway::{differences, examine};
use beadloom_model::answers::{
    GatewayApproveAnswer, GatewayApproved, GatewayCatalogueAnswer, GatewayDoneAnswer, GatewayExamineAnswer,
    GatewayFinding, GatewayFindingKind, GatewayFlaggedTool, GatewayHeldReason, GatewayHeldTool, GatewayHold,
    GatewayKnownAnswer, GatewayKnownServer, GatewayKnownTool,
};
use beadloom_model::requests::{
    GatewayApproveRequest, GatewayCatalogueRequest, GatewayDropServerRequest, GatewayExamineRequest,
    GatewayScope, GatewayTool, GatewayTrust, MAX_DEFINITION_BYTES,
};
use beadloom_model::{Code, Error, Result};
use beadloom_store::{ServerRow, ToolRow};
use serde_json::{Value, json};

use crate::clock::now;
use crate::state::{State, definition};

/// A tool as it was offered, with what was found in it.
struct Offered {
    tool: GatewayTool,
    json: String,
    findings: Vec<GatewayFinding>,
}

impl State {
    pub fn catalogue(&mut self, request: GatewayCatalogueRequest) -> Result<GatewayCatalogueAnswer> {
        self.refresh()?;
        let GatewayCatalogueRequest { server, instructions, tools, trust } = request;
        let offered = self.offered(&server, tools)?;
        let row = ServerRow { name: server, instructions, read_at: now() };
        let mut answer =
            self.store.replace_server(&row, |before| decide(&row.name, before, offered, trust))?;
        answer.added.sort_unstable();
        answer.removed.sort_unstable();
        answer.changed.sort_unstable();
        answer.held.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        answer.flagged.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(answer)
    }

    /// The tools of a list, each name once, examined.
    fn offered(&self, server: &str, tools: Vec<GatewayTool>) -> Result<Vec<Offered>> {
        let peers = self.peers(server);
        let mut seen = BTreeSet::new();
        let mut offered = Vec::with_capacity(tools.len());
        for tool in tools {
            if !seen.insert(tool.name.clone()) {
                continue;
            }
            let json = as_json(&tool)?;
            let one = if json.len() > MAX_DEFINITION_BYTES {
                too_large(&tool, json.len())?
            } else {
                Offered { tool, json, findings: Vec::new() }
            };
            offered.push(one);
        }
        let tools: Vec<&GatewayTool> = offered.iter().map(|one| &one.tool).collect();
        let found = examine(&tools, &peers);
        for (one, findings) in offered.iter_mut().zip(found) {
            one.findings.extend(findings);
        }
        Ok(offered)
    }

    pub fn known(&mut self) -> Result<GatewayKnownAnswer> {
        self.refresh()?;
        let (servers, tools) = self.rows();
        let mut of_servers: BTreeMap<&str, Vec<GatewayKnownTool>> = BTreeMap::new();
        for row in tools {
            of_servers.entry(&row.server).or_default().push(known_tool(row)?);
        }
        let servers = servers
            .iter()
            .map(|row| GatewayKnownServer {
                name: row.name.clone(),
                instructions: row.instructions.clone(),
                read_at: row.read_at,
                tools: of_servers.remove(row.name.as_str()).unwrap_or_default(),
            })
            .collect();
        Ok(GatewayKnownAnswer { servers, notice: self.notice.clone() })
    }

    pub fn drop_server(&mut self, request: &GatewayDropServerRequest) -> Result<GatewayDoneAnswer> {
        self.store.drop_server(&request.server)?;
        Ok(GatewayDoneAnswer {})
    }

    pub fn approve(&mut self, request: &GatewayApproveRequest) -> Result<GatewayApproveAnswer> {
        let scope = GatewayScope::of(request.all, request.server.as_deref(), request.name.as_deref())?;
        let approved = self.store.approve(|server, name| scope.holds(server, name))?;
        let approved = approved.into_iter().map(|(server, name)| GatewayApproved { server, name }).collect();
        Ok(GatewayApproveAnswer { approved })
    }

    pub fn examine(&mut self, request: &GatewayExamineRequest) -> Result<GatewayExamineAnswer> {
        self.refresh()?;
        let server = request.server.as_deref().unwrap_or_default();
        let peers = self.peers(server);
        let tools: Vec<&GatewayTool> = request.tools.iter().collect();
        let mut flagged: Vec<GatewayFlaggedTool> = tools
            .iter()
            .zip(examine(&tools, &peers))
            .filter(|(_, findings)| !findings.is_empty())
            .map(|(tool, findings)| GatewayFlaggedTool { name: tool.name.clone(), findings })
            .collect();
        flagged.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(GatewayExamineAnswer { flagged })
    }
}

/// What becomes of a server's list: the rows that are kept, and what is said of it.
fn decide(
    server: &str,
    before: &[ToolRow],
    offered: Vec<Offered>,
    trust: GatewayTrust,
) -> (Vec<ToolRow>, GatewayCatalogueAnswer) {
    let mut answer = GatewayCatalogueAnswer {
        added: Vec::new(),
        removed: Vec::new(),
        changed: Vec::new(),
        held: Vec::new(),
        flagged: Vec::new(),
    };
    let known: BTreeMap<&str, &ToolRow> = before.iter().map(|row| (row.name.as_str(), row)).collect();
    let names: BTreeSet<&str> = offered.iter().map(|one| one.tool.name.as_str()).collect();
    answer.removed.extend(
        before
            .iter()
            .filter(|row| row.position.is_some() && !names.contains(row.name.as_str()))
            .map(|row| row.name.clone()),
    );
    let mut rows = Vec::with_capacity(offered.len());
    for (position, one) in (0_i64..).zip(&offered) {
        let name = &one.tool.name;
        let row = known.get(name.as_str()).copied();
        if row.is_none_or(|row| row.position.is_none()) {
            answer.added.push(name.clone());
        } else if row.is_some_and(|row| !is_same(&row.offered, one)) {
            answer.changed.push(name.clone());
        }
        if !one.findings.is_empty() {
            answer.flagged.push(GatewayFlaggedTool { name: name.clone(), findings: one.findings.clone() });
        }
        let approved = row.and_then(|row| row.approved.as_deref());
        let hold = match (trust, approved) {
            (GatewayTrust::Always, _) => None,
            (GatewayTrust::Pin, Some(approved)) => changed(approved, one),
            (GatewayTrust::Pin, None) => flagged(&one.findings),
        };
        if let Some(hold) = &hold {
            answer.held.push(GatewayHeldTool {
                name: name.clone(),
                reason: hold.reason,
                detail: hold.detail.clone(),
            });
        }
        let approved = if hold.is_none() { Some(one.json.clone()) } else { approved.map(str::to_owned) };
        rows.push(ToolRow {
            server: server.to_owned(),
            name: name.clone(),
            position: Some(position),
            offered: one.json.clone(),
            approved,
            held: hold.and_then(|hold| serde_json::to_string(&hold).ok()),
        });
    }
    (rows, answer)
}

fn is_same(before: &str, now: &Offered) -> bool {
    before == now.json || definition(before).is_ok_and(|before| differences(&before, &now.tool).is_empty())
}

/// Why a tool is held whose definition is not the approved one.
fn changed(approved: &str, now: &Offered) -> Option<GatewayHold> {
    if approved == now.json {
        return None;
    }
    let what = match definition(approved) {
        Ok(before) => {
            let what = differences(&before, &now.tool);
            if what.is_empty() {
                return None;
            }
            what.join(", ")
        }
        Err(_) => "definition".to_owned(),
    };
    let mut detail = format!("changed since it was approved: {what}");
    if let Some(found) = flagged(&now.findings) {
        detail = format!("{detail}; {}", found.detail);
    }
    Some(GatewayHold { reason: GatewayHeldReason::Changed, detail })
}

/// Why a tool is held in whose texts something was found.
fn flagged(findings: &[GatewayFinding]) -> Option<GatewayHold> {
    if findings.is_empty() {
        return None;
    }
    let said: Vec<String> =
        findings.iter().map(|finding| format!("{} ({})", finding.message, finding.place)).collect();
    Some(GatewayHold { reason: GatewayHeldReason::Flagged, detail: said.join("; ") })
}

/// Stands for a definition that is not kept.
fn too_large(tool: &GatewayTool, bytes: usize) -> Result<Offered> {
    let mut short = GatewayTool {
        name: tool.name.clone(),
        title: None,
        description: Some(format!("The definition of this tool has {bytes} bytes and is not kept.")),
        input_schema: json!({ "type": "object" }),
        output_schema: None,
        annotations: None,
        extra: None,
    };
    short.title = tool.title.as_ref().filter(|title| title.len() <= 200).cloned();
    let finding = GatewayFinding {
        kind: GatewayFindingKind::TooLarge,
        place: "definition".to_owned(),
        message: format!("its definition has {bytes} bytes, and at most {MAX_DEFINITION_BYTES} are read"),
        excerpt: String::new(),
    };
    let json = as_json(&short)?;
    Ok(Offered { tool: short, json, findings: vec![finding] })
}

fn known_tool(row: &ToolRow) -> Result<GatewayKnownTool> {
    let json = match &row.approved {
        Some(approved) if row.held.is_some() => approved,
        _ => &row.offered,
    };
    let GatewayTool { name, title, description, input_schema, output_schema, annotations, extra } =
        definition(json)?;
    let held = row.held.as_deref().map(|held| {
        serde_json::from_str(held).unwrap_or_else(|_| GatewayHold {
            reason: GatewayHeldReason::Changed,
            detail: "held for a reason that does not read".to_owned(),
        })
    });
    let input_schema =
        if input_schema.is_object() { input_schema } else { Value::Object(Default::default()) };
    Ok(GatewayKnownTool { name, title, description, input_schema, output_schema, annotations, extra, held })
}

fn as_json(tool: &GatewayTool) -> Result<String> {
    serde_json::to_string(tool)
        .map_err(|error| Error::new(Code::Internal, "a definition has no JSON form").caused_by(error))
}
