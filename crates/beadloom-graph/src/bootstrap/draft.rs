//! A draft graph: what the planner makes.

/// How far a person should trust a planned node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// A unit with a manifest, or a folder that a person described.
    High,
    /// A folder.
    Medium,
    /// A group of files, or a folder found deep inside others.
    Low,
}

impl Confidence {
    /// The name in YAML.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// Where a planned node's summary comes from, most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SummarySource {
    /// The description in its manifest.
    Manifest,
    /// The head comment of its main file.
    HeadComment,
    /// The first paragraph of its README.
    Readme,
    /// Nothing says what it is: the summary is empty, or follows from the kind alone.
    Fallback,
}

/// A node that the project seems to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedNode {
    /// Unique in the plan, also where case is ignored; safe as a file name and in an annotation.
    pub ref_id: String,
    /// `service`, `domain`, `feature`, `entity` or `adr`.
    pub kind: String,
    /// One sentence, or empty where nothing says what it is: a count of files would tell a reader nothing.
    pub summary: String,
    /// Where `summary` comes from.
    pub summary_source: SummarySource,
    /// The folder (ends with `/`) with most of its files, the file that names a group, or `""` where the node
    /// owns no file itself.
    pub source: String,
    /// How far to trust it.
    pub confidence: Confidence,
    /// Every folder (ends with `/`) and file that belongs to it, sorted; holds `source` unless that is empty. Of a
    /// decision record its document.
    pub folders: Vec<String>,
}

/// An edge that the project seems to have.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PlannedEdge {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// `part_of`, `depends_on`, `implements` or `touches_entity`.
    pub kind: String,
    /// Pairs of files behind a `depends_on` or `implements`; 0 for others.
    pub count: u32,
}

/// A draft graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// By ref_id.
    pub nodes: Vec<PlannedNode>,
    /// By src, dst, kind: what a graph file says, which is `part_of`. All else follows from the code at every run.
    pub edges: Vec<PlannedEdge>,
    /// By src, dst, kind: dependence as far as it has a direction, and use of entities.
    pub dependences: Vec<PlannedEdge>,
    /// By src, dst: every dependence, also what `dependences` leaves out because it is rare or mutual. Rules are
    /// derived from these; from `edges` they would fail on their first run.
    pub imports: Vec<PlannedEdge>,
}
