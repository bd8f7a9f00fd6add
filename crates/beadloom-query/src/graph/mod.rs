//! The graph as it is, whole or in part, and the pictures of it: one file per format.

mod c4;
mod contracts;
mod dot;
mod hierarchy;
mod mermaid;
mod remarks;
mod strength;
mod view;

use beadloom_model::{Code, Error, Result};

pub use c4::Level;
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
    C4(Level),
    /// A PlantUML diagram over the C4 macros of its standard library.
    C4PlantUml(Level),
}

impl GraphFormat {
    /// The format of that name, for C4 with the level of that name (`container` where none is given).
    ///
    /// # Errors
    /// `usage` for an unknown name, and for a level where the format has none.
    pub fn named(format: &str, level: Option<&str>) -> Result<Self> {
        if let (Some(_), "json" | "mermaid" | "dot") = (level, format) {
            return Err(Error::new(Code::Usage, format!("{format} has no levels"))
                .hint("a level is for c4 and c4-plantuml"));
        }
        let level = match level {
            None | Some("container") => Level::Container,
            Some("context") => Level::Context,
            Some("component") => Level::Component,
            Some(other) => {
                return Err(Error::new(Code::Usage, format!("{other:?} is not a level"))
                    .hint("one of: context, container, component"));
            }
        };
        match format {
            "json" => Ok(Self::Json),
            "mermaid" => Ok(Self::Mermaid),
            "dot" => Ok(Self::Dot),
            "c4" => Ok(Self::C4(level)),
            "c4-plantuml" => Ok(Self::C4PlantUml(level)),
            other => Err(Error::new(Code::Usage, format!("{other:?} is not a format"))
                .hint("one of: json, mermaid, dot, c4, c4-plantuml")),
        }
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
            GraphFormat::Json => serde_json::to_string(&self.answer)
                .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))?,
            GraphFormat::Mermaid => mermaid::flowchart(&self.answer),
            GraphFormat::Dot => dot::digraph(&self.answer),
            GraphFormat::C4(level) => c4::mermaid::diagram(self, level),
            GraphFormat::C4PlantUml(level) => c4::plantuml::diagram(self, level),
        })
    }
}
