//! Answers that are longer than whoever asked takes: what is left out of them, and how they say so. Every answer of the MCP server
//! without a budget of its own goes through here.

mod foremost;
mod graph;
mod json;
mod lists;

use beadloom_model::requests::{GenerateDocsRequest, GraphRequest, Request, StatusRequest, SyncCheckRequest};
use beadloom_model::{Code, Error, Result};
use serde::Deserialize;

use crate::completeness;
use json::Json;
use lists::Cuts;

/// How long an answer may be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerBound {
    /// Of its JSON, or of a text.
    pub bytes: usize,
    /// How whoever asks gets parts of an answer that is longer.
    pub rest: Option<String>,
}

/// The answer to the request of that name, or what fits of it, with a `warning` that says what was left out.
///
/// # Errors
/// `internal` where the end of an answer has no JSON form.
pub fn within(name: &str, answer: String, bound: &AnswerBound) -> Result<String> {
    let fewer = match name {
        SyncCheckRequest::NAME => Some(foremost::fewer_pairs as fn(&mut Json<'_>) -> Option<String>),
        StatusRequest::NAME => Some(foremost::fewer_diagnostics as _),
        _ => None,
    };
    if fewer.is_none() && answer.len() <= bound.bytes {
        return Ok(answer);
    }
    let Some(mut short) = Json::read(&answer).filter(|answer| matches!(answer, Json::Object(_))) else {
        return Ok(answer);
    };
    let mut says: Vec<String> = short.get("warning").and_then(Json::text).into_iter().collect();
    if let Some(sentence) = fewer.and_then(|fewer| fewer(&mut short)) {
        says.push(sentence);
        short.set("warning", Json::of(&says.join("; ")));
    } else if answer.len() <= bound.bytes {
        return Ok(answer);
    }
    if short.bytes() > bound.bytes {
        match name {
            GraphRequest::NAME => says.push(graph::keep_topmost(&mut short, bound.bytes)),
            GenerateDocsRequest::NAME => says.push(graph::keep_names(&mut short)),
            _ => {}
        }
        cut(&mut short, says, bound)?;
    }
    let mut text = String::with_capacity(short.bytes());
    short.write(&mut text);
    Ok(text)
}

/// Cuts lists and texts until the answer is short enough. `says`: what it says of itself already.
fn cut(answer: &mut Json<'_>, says: Vec<String>, bound: &AnswerBound) -> Result<()> {
    let next = serde_json::to_string(&completeness::cut()).map_err(|error| {
        Error::new(Code::Internal, "the end of an answer has no JSON form").caused_by(error)
    })?;
    let mut cuts = Cuts::default();
    loop {
        let warning: Vec<String> =
            says.iter().cloned().chain(cuts.says()).chain(bound.rest.clone()).collect();
        answer.set("warning", Json::of(&warning.join("; ")));
        if answer.get("next").is_some() {
            answer.set("next", Json::Value(next.clone().into()));
        }
        let over = answer.bytes().saturating_sub(bound.bytes);
        if over == 0 || !cuts.shorten(answer, over) {
            return Ok(());
        }
    }
}

/// A text that is short enough; or its first lines, and a last one that says so.
pub fn beginning_of(text: &str, max_bytes: usize) -> String {
    /// For that line.
    const ROOM_BYTES: usize = 100;
    if text.len() <= max_bytes {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(max_bytes.saturating_sub(ROOM_BYTES));
    let head = text.get(..end).unwrap_or_default();
    let head = head.rsplit_once('\n').map_or(head, |(lines, _)| lines);
    format!("{head}\n\n… ({} characters in all)\n", in_thousands(text.chars().count()))
}

/// A number with commas.
fn in_thousands(number: usize) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", in_thousands(number / 1_000), number % 1_000)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const MAX_BYTES: usize = 48_000;

    fn short(name: &str, answer: &Value, rest: Option<&str>) -> Value {
        let bound = AnswerBound { bytes: MAX_BYTES, rest: rest.map(str::to_owned) };
        let text = within(name, answer.to_string(), &bound).unwrap();
        assert!(text.len() <= MAX_BYTES, "{} bytes", text.len());
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_longest_lists_are_cut_then_the_longest_texts() {
        let many: Vec<String> = (0..20_000).map(|one| format!("n{one}")).collect();
        let deep = vec![json!({"text": "x".repeat(4_000)}); 400];
        for (answer, begins, ends) in [
            (
                json!({"warning": null, "few": [1], "many": many}),
                "the answer was too long: ",
                " of 20000 many are listed",
            ),
            (
                json!({"warning": "w", "nodes": [{"symbols": vec!["symbol"; 9_000]}]}),
                "w; the answer was too long: ",
                " of 9000 nodes[].symbols are listed",
            ),
            (json!({"warning": null, "text": "ü".repeat(100_000)}), "", ""),
            (json!({"warning": null, "deep": deep}), "the answer was too long: ", " of 400 deep are listed"),
            (json!({"warning": null, "one": ["\u{1b}".repeat(60_000)]}), "", ""),
        ] {
            let warning = short("lint", &answer, None)["warning"].clone();
            let warning = warning.as_str().unwrap();
            assert!(warning.starts_with(begins) && warning.ends_with(ends), "{warning}");
        }
        let kept = short("lint", &json!({"warning": null, "few": [1], "many": many}), None);
        assert_eq!((&kept["few"], kept["many"][1].as_str()), (&json!([1]), Some("n1")));
        assert!(kept["many"].as_array().unwrap().len() > 4_000);
    }

    #[test]
    fn an_answer_that_is_short_enough_stays_as_it_is() {
        let bound = AnswerBound { bytes: 40, rest: Some("ask less".to_owned()) };
        for text in ["{\"warning\": null, \"a\":[1]}", "graph TD"] {
            assert_eq!(within("lint", text.to_owned(), &bound).unwrap(), text);
        }
    }

    #[test]
    fn what_was_cut_is_not_complete_and_has_a_way_to_the_rest() {
        let hits = vec![json!({"name": "x".repeat(500)}); 500];
        let next = json!({"complete": true, "says": "Complete: all.", "read": ["a"]});
        let answer = short("search", &json!({"hits": hits, "next": next, "warning": null}), Some("ask less"));
        let warning = answer["warning"].as_str().unwrap();
        assert!(warning.ends_with(" of 500 hits are listed; ask less"), "{warning}");
        let says = "Incomplete: the warning above lists the cuts.";
        assert_eq!(answer["next"], json!({"complete": false, "says": says}));
    }

    #[test]
    fn of_many_pairs_those_that_are_behind() {
        let pairs = |stale: usize, untracked: usize| {
            let of = |status: &str, count: usize| vec![json!({"status": status}); count];
            let pairs = [of("ok", 50), of("untracked", untracked), of("stale", stale)].concat();
            short("syncCheck", &json!({"pairs": pairs, "warning": "w"}), Some("ask for one"))
        };
        let few = pairs(3, 2);
        assert_eq!(few["pairs"].as_array().unwrap().len(), 5);
        assert_eq!(few["warning"], "w; 5 of 55 pairs are listed, all that are not ok");
        let many = pairs(30, 20);
        assert_eq!(
            many["pairs"].as_array().unwrap().iter().filter(|pair| pair["status"] == "stale").count(),
            30
        );
        assert_eq!(many["warning"], "w; 40 of 100 pairs are listed, stale ones first");
        let levels = ["info", "warn", "error"].map(|level| vec![json!({"level": level}); 6]).concat();
        let status = short("status", &json!({"diagnostics": levels, "warning": null}), None);
        assert_eq!(status["diagnostics"][0]["level"], "warn");
        assert_eq!(status["warning"], "10 of 18 diagnostics are listed, the gravest first");
    }

    #[test]
    fn of_a_graph_the_topmost_nodes_and_of_documents_the_names() {
        let says = "What it is. ".repeat(8);
        let node = |id: String| json!({"ref_id": id, "summary": says});
        let inner =
            (0..12).flat_map(|part| (0..40).map(move |at| (format!("p{part}-{at}"), format!("p{part}"))));
        let edges: Vec<Value> =
            inner.clone().map(|(src, dst)| json!({"src": src, "dst": dst, "kind": "part_of"})).collect();
        let nodes: Vec<Value> =
            inner.map(|(id, _)| id).chain((0..12).map(|part| format!("p{part}"))).map(node).collect();
        let graph =
            short("graph", &json!({"nodes": nodes, "edges": edges, "warning": null}), Some("ask for one"));
        let ids: Vec<&str> =
            graph["nodes"].as_array().unwrap().iter().filter_map(|node| node["ref_id"].as_str()).collect();
        assert!((0..12).all(|part| ids.contains(&format!("p{part}").as_str())), "{ids:?}");
        let is_there = |end: &Value| end.as_str().is_some_and(|id| ids.contains(&id));
        let shown = graph["edges"].as_array().unwrap();
        assert!(shown.iter().all(|edge| is_there(&edge["src"]) && is_there(&edge["dst"])));
        let warning = format!(
            "the graph is too long: the {} topmost of 492 nodes and {} of 480 edges are listed; ask for one",
            ids.len(),
            shown.len()
        );
        assert_eq!(graph["warning"], warning);
        let facts =
            vec![json!({"ref_id": "a", "symbols": vec!["s"; 2_000], "existing_doc": {"path": "d"}}); 40];
        let facts = json!({"nodes": facts, "omitted": 2, "architecture": "A", "warning": null});
        let names = short("generateDocs", &facts, None);
        assert!(
            names["warning"]
                .as_str()
                .unwrap()
                .starts_with("the facts of 42 nodes are too long: here are 40 of them")
        );
        assert_eq!(
            (&names["nodes"][39]["symbols"], &names["nodes"][0]["existing_doc"]),
            (&json!([]), &Value::Null)
        );
    }

    #[test]
    fn a_text_is_cut_at_a_line() {
        let text = "ü line\n".repeat(1_000);
        let begun = beginning_of(&text, 300);
        assert!(begun.len() <= 300 && begun.starts_with("ü line\nü line\n"), "{begun}");
        assert!(begun.ends_with("ü line\n\n… (7,000 characters in all)\n"), "{begun}");
        assert_eq!((beginning_of(&text, 8_000), beginning_of("a", 1)), (text, "a".to_owned()));
    }
}
