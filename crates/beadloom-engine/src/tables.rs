//! Tables for the documentation, made from the code that they describe.

use beadloom_model::Code;

pub use beadloom_graph::settings_markdown;

/// Every code of errors and findings with its meaning, as a Markdown table.
pub fn codes_markdown() -> String {
    let mut table = String::from("| code | meaning |\n| --- | --- |\n");
    for code in Code::ALL {
        table.push_str(&format!("| `{}` | {} |\n", code.as_str(), code.meaning().trim().replace('|', "\\|")));
    }
    table
}
