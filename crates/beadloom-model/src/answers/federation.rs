//! Answers about many repositories: `export`, whose answer is an artifact, and `federate`, which compares artifacts.

use serde::{Deserialize, Serialize};

crate::named! {
    /// What two parts talk by.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Protocol {
        /// Queues and exchanges.
        Amqp = "amqp",
        /// Channels of an AsyncAPI document.
        AsyncApi = "asyncapi",
        /// A GraphQL schema.
        GraphQl = "graphql",
        /// An OpenAPI or Swagger document.
        OpenApi = "openapi",
        /// Services and messages of `.proto` files.
        Protobuf = "protobuf",
    }

    /// Which side of a contract a repository is on.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Role {
        /// It serves, publishes, defines.
        Produces = "produces",
        /// It calls, subscribes, reads.
        Consumes = "consumes",
    }

    /// Where a contract is known from.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum ContractOrigin {
        /// A node of the graph says so.
        Declared = "declared",
        /// A specification file says so.
        Specification = "specification",
        /// Code does it.
        Code = "code",
    }

    /// What was found out about a contract.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Verdict {
        /// A consumer uses what its producer does not offer, or not so.
        Breaking = "breaking",
        /// Consumed, and no repository here produces it.
        OrphanedConsumer = "orphaned_consumer",
        /// A consumer's graph counts on it, and only code shows that it is produced.
        UndeclaredProducer = "undeclared_producer",
        /// Nothing breaks, but the two sides, or a side and what it says of itself, are not the same.
        Drift = "drift",
        /// Produced and consumed, and all that is used is there.
        Confirmed = "confirmed",
        /// The other side is outside of these repositories.
        External = "external",
    }
}

/// What became of an edge when repositories were put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EdgeState {
    /// Both ends are there.
    Resolved,
    /// The repository is here and has no such node.
    Dangling,
    /// The repository is not among these.
    Outside,
}

answers! {
    /// `beadloom export`: what others need to know of a repository. The file that holds it is an artifact.
    pub struct ExportAnswer = "export" {
        /// Always 1.
        pub version: u32,
        /// `beadloom-artifact`.
        pub format: String,
        /// Name of the repository, by which others refer to it.
        pub repo: String,
        /// HEAD in hexadecimal; null where there is no commit.
        pub commit: Option<String>,
        /// Whether files differ from that commit.
        pub dirty: bool,
        /// By ref_id; without those of other repositories.
        pub nodes: Vec<ExportNode>,
        /// By src, dst, kind. An end in another repository is `@repo:ref_id`.
        pub edges: Vec<ExportEdge>,
        /// By protocol, name, role, node, origin, path, line.
        pub contracts: Vec<Contract>,
        /// What could not be read: by path, line, message.
        pub unread: Vec<ExportFinding>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A node of an artifact.
    pub struct ExportNode {
        /// Unique in its repository.
        pub ref_id: String,
        /// Node kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
        /// A folder, a file, `""`, or null.
        pub source: Option<String>,
        /// As declared.
        pub tags: Vec<String>,
    }

    /// An edge of an artifact.
    pub struct ExportEdge {
        /// From.
        pub src: String,
        /// To.
        pub dst: String,
        /// Edge kind.
        pub kind: String,
        /// `declared`, `import` or `annotation`.
        pub origin: crate::EdgeOrigin,
        /// The graph file that declares it, or null.
        pub path: Option<String>,
        /// 1-based.
        pub line: Option<u32>,
    }

    /// A file, or a part of it, that an export left out.
    pub struct ExportFinding {
        /// Relative to the root.
        pub path: String,
        /// 1-based; null: the whole file.
        pub line: Option<u32>,
        /// One sentence without a final period.
        pub message: String,
    }

    /// One side of a contract.
    pub struct Contract {
        /// What is talked.
        pub protocol: Protocol,
        /// Which side.
        pub role: Role,
        /// What both sides call it: a service, an API's title, a channel, a queue, `exchange/routing key`.
        pub name: String,
        /// The node whose it is; null where no node owns the file.
        pub ref_id: Option<String>,
        /// Where it is known from.
        pub origin: ContractOrigin,
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// The schema as the node declares it, a file or `sha256:…`; the specification file of one that was found.
        pub schema: Option<String>,
        /// `sha256:` and 64 hex digits over `fields`; null where there are none.
        pub schema_hash: Option<String>,
        /// Whether the other side is declared to be outside of all repositories.
        pub external: bool,
        /// Whether `fields` are all that a schema has, so that what is not among them is not there. False for the fields
        /// that a consumer names.
        pub complete: bool,
        /// By of, name.
        pub fields: Vec<ContractField>,
    }

    /// An operation, a field, a parameter.
    pub struct ContractField {
        /// The type that has it; null for an operation, or a field of the whole.
        pub of: Option<String>,
        /// Its name.
        pub name: String,
        /// `string`, `[Order]`, `map<string, Order>`; of an operation, what it answers. Null where that is not said.
        pub r#type: Option<String>,
        /// Of an operation, the type of what it takes.
        pub input: Option<String>,
        /// Its number, in protobuf.
        pub number: Option<u32>,
        /// Whether who sends it has to.
        pub required: bool,
    }

    /// `beadloom federate`: the landscape of repositories.
    pub struct FederateAnswer = "federate" {
        /// Always 1.
        pub version: u32,
        /// By name.
        pub repos: Vec<LandscapeRepo>,
        /// By id.
        pub nodes: Vec<LandscapeNode>,
        /// Those across repositories, and those within, by src, dst, kind.
        pub edges: Vec<LandscapeEdge>,
        /// By protocol, name.
        pub contracts: Vec<LandscapeContract>,
        /// Counts.
        pub summary: LandscapeSummary,
    }

    /// A repository of a landscape.
    pub struct LandscapeRepo {
        /// Its name.
        pub repo: String,
        /// As exported.
        pub commit: Option<String>,
        /// As exported.
        pub dirty: bool,
        /// How many.
        pub nodes: u64,
        /// How many.
        pub edges: u64,
        /// Sides of contracts.
        pub contracts: u64,
        /// Files that its export could not read.
        pub unread: u64,
    }

    /// A node of a landscape.
    pub struct LandscapeNode {
        /// `@repo:ref_id`.
        pub id: String,
        /// Node kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
    }

    /// An edge of a landscape.
    pub struct LandscapeEdge {
        /// `@repo:ref_id`.
        pub src: String,
        /// `@repo:ref_id`.
        pub dst: String,
        /// Edge kind.
        pub kind: String,
        /// Whether it leads from one repository to another.
        pub across: bool,
        /// Whether its ends are there.
        pub state: EdgeState,
        /// Where it is declared: a path in the repository of its end that is there; null where no file declares it.
        pub path: Option<String>,
        /// 1-based.
        pub line: Option<u32>,
    }

    /// A contract with both of its sides.
    pub struct LandscapeContract {
        /// What is talked.
        pub protocol: Protocol,
        /// What it is called.
        pub name: String,
        /// The worst that is true of it.
        pub verdict: Verdict,
        /// By repository, node, path, line.
        pub producers: Vec<ContractSide>,
        /// By repository, node, path, line.
        pub consumers: Vec<ContractSide>,
        /// Why it has that verdict: by verdict, the worst first, then by side and field.
        pub findings: Vec<ContractFinding>,
    }

    /// A repository's part in a contract.
    pub struct ContractSide {
        /// The repository.
        pub repo: String,
        /// The node; null where no node owns the file.
        pub ref_id: Option<String>,
        /// Where it is known from.
        pub origin: ContractOrigin,
        /// In that repository.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// As in the artifact.
        pub schema_hash: Option<String>,
    }

    /// One reason of a verdict.
    pub struct ContractFinding {
        /// The verdict that it leads to.
        pub verdict: Verdict,
        /// `field_removed`, `type_changed`, `number_changed`, `number_reused`, `required_added`, `not_produced`,
        /// `not_consumed`, `declared_external`, `found_in_code_only`, `other_schema`, `pinned_schema`, `pinned_file` or
        /// `declared_fields`.
        pub reason: String,
        /// `repo`, or `@repo:ref_id`, of the side that it is about.
        pub side: String,
        /// The repository that it is compared with.
        pub with: Option<String>,
        /// The field, with its type's name before it.
        pub field: Option<String>,
        /// One sentence without a final period.
        pub message: String,
        /// Of the side, in its repository.
        pub path: String,
        /// 1-based.
        pub line: u32,
    }

    /// Counts of a landscape.
    pub struct LandscapeSummary {
        /// Contracts.
        pub breaking: u64,
        /// Contracts.
        pub orphaned_consumer: u64,
        /// Contracts.
        pub undeclared_producer: u64,
        /// Contracts.
        pub drift: u64,
        /// Contracts.
        pub confirmed: u64,
        /// Contracts.
        pub external: u64,
        /// Edges across repositories that are resolved.
        pub edges_resolved: u64,
        /// Edges to a node that its repository does not have.
        pub edges_dangling: u64,
        /// Edges to a repository that is not here.
        pub edges_outside: u64,
    }
}
