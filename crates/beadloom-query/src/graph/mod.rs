//! The graph as it is, whole or in part, and the pictures of it: one file per format.

mod c4;
mod contracts;
mod dot;
mod hierarchy;
mod mermaid;
mod remarks;
mod strength;
mod view;

use beadloom_model::requests::{C4Level, GraphPicture};
use beadloom_model::{Code, Error, Result};

use crate::answer::json::json;
pub(crate) use view::Documents;
pub use view::{GraphRequest, GraphView, graph_view};

/// How a graph is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphFormat {
    /// Compact JSON.
    Json,
    /// A Mermaid flowchart.
    Mermaid,
    /// A Graphviz digraph.
    Dot,
    /// A Mermaid C4 diagram.
    C4(C4Level),
    /// A PlantUML diagram over the C4 macros of its standard library.
    C4PlantUml(C4Level),
}

impl GraphFormat {
    /// The format that a request names, for C4 with its level (`container` where none is given).
    ///
    /// # Errors
    /// `usage` for a level where the format has none, and for the page, which is made of the JSON elsewhere.
    pub fn of(picture: GraphPicture, level: Option<C4Level>) -> Result<Self> {
        let format = match picture {
            GraphPicture::C4 => return Ok(Self::C4(level.unwrap_or(C4Level::Container))),
            GraphPicture::C4PlantUml => return Ok(Self::C4PlantUml(level.unwrap_or(C4Level::Container))),
            GraphPicture::Json => Self::Json,
            GraphPicture::Mermaid => Self::Mermaid,
            GraphPicture::Dot => Self::Dot,
            GraphPicture::Html => {
                return Err(
                    Error::new(Code::Usage, "the page is made of the graph as JSON").hint("ask for json")
                );
            }
        };
        if level.is_some() {
            return Err(Error::new(Code::Usage, format!("{} has no levels", picture.as_str()))
                .hint("a level is for c4 and c4-plantuml"));
        }
        Ok(format)
    }

    /// Whether the picture shows more than the nodes asked for: their ancestors, and what lies outside a scope.
    pub fn needs_surroundings(self) -> bool {
        matches!(self, Self::C4(_) | Self::C4PlantUml(_))
    }
}

impl GraphView {
    /// The view, written down.
    ///
    /// # Errors
    /// `internal` where the answer has no JSON form.
    pub fn write(&self, format: GraphFormat) -> Result<String> {
        Ok(match format {
            GraphFormat::Json => json(&self.answer)?,
            GraphFormat::Mermaid => mermaid::flowchart(&self.answer),
            GraphFormat::Dot => dot::digraph(&self.answer),
            GraphFormat::C4(level) => c4::mermaid::diagram(self, level),
            GraphFormat::C4PlantUml(level) => c4::plantuml::diagram(self, level),
        })
    }
}
