//! The graph: looked at, drawn, changed.

use super::{Depth, RefreshMode};

choices! {
    /// The output format of a graph.
    pub enum GraphPicture {
        /// A Mermaid flowchart.
        Mermaid = "mermaid",
        /// Graphviz.
        Dot = "dot",
        /// C4 in Mermaid.
        C4 = "c4",
        /// C4 in PlantUML.
        C4PlantUml = "c4-plantuml",
        /// An interactive page, which the shell makes from the JSON.
        Html = "html",
        /// JSON, as `docs/schema/graph.json` says.
        Json = "json",
    }

    /// The level of a C4 diagram.
    pub enum C4Level {
        /// The systems.
        Context = "context",
        /// Their services and stores.
        Container = "container",
        /// The parts of those.
        Component = "component",
    }
}

requests! {
    /// Returns the graph, whole or around some nodes.
    pub struct GraphRequest = "graph" [
        method(), relayed(), starts_daemon(), tool("get_architecture_graph"), graph(),
    ] {
        /// nodes, paths or symbols to start from
        pub refs: Vec<String> [place(), value("ref"), otherwise("the whole graph")],
        /// steps along edges
        pub depth: Option<Depth> [setting("context.default_depth"), value("n")],
        /// only this node and all its parts; C4 also draws its surroundings
        pub scope: Option<String> [value("ref")],
        /// output format
        pub format: GraphPicture [internal(), default("json"), value("name")],
        /// level of a C4 diagram
        pub level: Option<C4Level> [otherwise("container"), value("name")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists the nodes of a kind, or all.
    pub struct ListNodesRequest = "listNodes" [
        method(), relayed(), command("graph"), tool("list_architecture_nodes"), graph(),
    ] {
        /// only nodes of this kind: domain, feature, service, entity, adr, or a kind of this project
        pub kind: Option<String> [value("kind")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Finds the graph file of a node.
    pub struct NodePlaceRequest = "nodePlace" {
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Writes summary or source of a node into its graph file.
    pub struct UpdateNodeRequest = "updateNode" {
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
        /// what the node is, in one sentence
        pub summary: Option<String>,
        /// the folder (ending in /) or file of its code, from the root; "" for none
        pub source: Option<String>,
    }

    /// Lists or changes the links of a node to tickets and pages.
    pub struct LinkRequest = "link" {
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
        /// a URL to add, or to label again
        pub url: Option<String>,
        /// a label for it
        pub label: Option<String> [value("text")],
        /// remove a URL
        pub remove: Option<String> [value("url")],
    }
}
