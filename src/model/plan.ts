import type { Conflict, Gone, ImportedDocument, InitFiles, ReviewItem } from './answers.js';

/** What the core found in a project: the graph that `init` writes. */
export interface BootstrapPlan {
  files: InitFiles;
  /** In the order in which they are written. */
  nodes: PlannedNode[];
  /** In the order in which they are written. */
  edges: PlannedEdge[];
  /** Documents to write where there are none. */
  documents: PlannedDocument[];
  /** Domains and services without a document that get none here. */
  stubs_left_out: number;
  /** What publishes the folder that stubs would go to. */
  published_by: string | null;
  /** The pattern that keeps Git from tracking the graph. */
  ignored_by: string | null;
  /** The rules that hold for this graph, with what is kept of it. */
  rules: PlannedRules;
  /** Whether the project has a graph already. */
  graph_exists: boolean;
}

/** New nodes, edges and documents for a graph that may be there, and where it says something else. */
export interface Additions extends BootstrapPlan {
  conflicts: Conflict[];
  /** How many nodes of each kind the graph's files hold. */
  graph_files: ReadonlyArray<{ path: string; kind: string; nodes: number }>;
  /** The file of each kept node that a new edge begins at, by ref_id. */
  homes: Record<string, string>;
}

/** What a kept graph lacks of what the code has. */
export interface MergePlan extends Additions {
  /** Nodes whose source is gone. */
  gone: Gone[];
}

/** What documents say; `documents` are the copies to write. */
export interface ImportPlan extends Additions {
  /** How many are of each class. */
  classified: Record<string, number>;
  imported: ImportedDocument[];
  review: ReviewItem[];
}

/** A node to write. */
export interface PlannedNode {
  ref_id: string;
  kind: string;
  summary: string;
  source: string | null;
  docs: string[];
  /** high, medium or low: a hint for the person who reviews. */
  confidence: string;
}

/** An edge to write. */
export interface PlannedEdge {
  src: string;
  dst: string;
  kind: string;
}

/** The content of a rules file. */
export interface PlannedRules {
  /** ref_ids by tag. */
  tags: Record<string, string[]>;
  /** In the order in which they are written. */
  rules: PlannedRule[];
}

/** A rule to write. */
export interface PlannedRule {
  name: string;
  description: string;
  /** Keys and values of its body, in the order in which they are written. */
  body: Array<[key: string, value: unknown]>;
}

/** A stub document. */
export interface PlannedDocument {
  /** Relative to the root. */
  path: string;
  content: string;
  ref_id: string;
}
