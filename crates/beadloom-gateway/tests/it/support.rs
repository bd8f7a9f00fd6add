//! Tools to test with.

use std::sync::Arc;

use beadloom_gateway::{Catalogue, Reader};
use beadloom_model::requests::GatewayTool;
use serde_json::json;

pub fn tool(name: &str, description: &str) -> GatewayTool {
    GatewayTool {
        name: name.to_owned(),
        title: None,
        description: Some(description.to_owned()),
        input_schema: json!({"type": "object"}),
        output_schema: None,
        annotations: None,
        extra: None,
    }
}

/// Of server, name and description.
pub fn catalogue(reader: &mut Reader, tools: &[(&str, &str, &str)]) -> Catalogue {
    let mut sorted = tools.to_vec();
    sorted.sort_unstable();
    let read: Vec<_> = sorted
        .iter()
        .map(|(server, name, text)| (*server, *name, Arc::new(reader.read(server, &tool(name, text)))))
        .collect();
    Catalogue::new(read)
}

pub const TOOLS: &[(&str, &str, &str)] = &[
    ("files", "read_file", "Reads the content of a file."),
    ("files", "write_file", "Writes a text to a file, and makes it where it is missing."),
    ("files", "list_folder", "Lists what is in a folder."),
    ("files", "delete_file", "Deletes a file for good."),
    ("git", "log", "Shows the commits of a branch, newest first."),
    ("git", "blame", "Shows who changed each line of a file last."),
    ("git", "commit", "Records what is staged."),
    ("weather", "forecast", "Tells the weather of the next days at a place."),
    ("weather", "current", "Tells temperature, wind and rain at a place now."),
    ("mail", "send", "Sends a message to an address."),
    ("mail", "search", "Finds messages by sender, subject or text."),
    ("calendar", "add_event", "Adds an appointment to the calendar."),
];
