import { usage } from '../../model/error.js';
import { analyzeImpact } from './analyze_impact.js';
import { checkArchitecture } from './check_architecture.js';
import { codebaseOverview } from './codebase_overview.js';
import { diffArchitecture } from './diff_architecture.js';
import { exploreCodebase, getContext } from './explore_codebase.js';
import { findAffectedTests } from './find_affected_tests.js';
import { findReferences } from './find_references.js';
import { findRelatedFiles } from './find_related_files.js';
import { forget } from './forget.js';
import { generateDocs } from './generate_docs.js';
import { getArchitectureGraph } from './get_architecture_graph.js';
import { getIndexStatus } from './get_index_status.js';
import { grepCode } from './grep_code.js';
import { listArchitectureNodes } from './list_architecture_nodes.js';
import { markSynced } from './mark_synced.js';
import { nextFile } from './next_file.js';
import { outlineFile } from './outline_file.js';
import { searchCode } from './search_code.js';
import { showCode } from './show_code.js';
import { recall } from './recall.js';
import { remember } from './remember.js';
import { syncCheck } from './sync_check.js';
import type { Tool } from './tool.js';
import { traceCodePath } from './trace_code_path.js';
import { updateNode } from './update_node.js';

/** Every tool, in the order in which they are listed: what a task needs first. */
const TOOLS: readonly Tool[] = [
  exploreCodebase,
  showCode,
  grepCode,
  findReferences,
  analyzeImpact,
  findAffectedTests,
  searchCode,
  codebaseOverview,
  outlineFile,
  findRelatedFiles,
  traceCodePath,
  nextFile,
  checkArchitecture,
  diffArchitecture,
  syncCheck,
  markSynced,
  updateNode,
  generateDocs,
  getArchitectureGraph,
  listArchitectureNodes,
  getIndexStatus,
  remember,
  recall,
  forget,
];

/** Tools that are answered by their former names and arguments, and not listed. */
const FORMER: readonly Tool[] = [getContext];

/** What an agent needs from the question to the finished change; {@link TOOLS} has the order. */
const CORE: ReadonlySet<string> = new Set([
  'explore_codebase',
  'show_code',
  'grep_code',
  'find_references',
  'analyze_impact',
  'codebase_overview',
  'check_architecture',
  'sync_check',
  'mark_synced',
]);

/** Tools to serve: those that are listed, and those that answer beside them. */
export interface ChosenTools {
  listed: readonly Tool[];
  unlisted: readonly Tool[];
}

/**
 * The tools that a choice means: `all`, `core`, or names with commas between them. A former name means the tool that has
 * another one now.
 *
 * @throws BeadloomError `usage` for a name that no tool has or had
 */
export function chosenTools(choice: string): ChosenTools {
  const names = namesOf(choice);
  return {
    listed: TOOLS.filter((tool) => names.has(tool.name)),
    unlisted: FORMER.filter((tool) => names.has(tool.former ?? '')),
  };
}

function namesOf(choice: string): ReadonlySet<string> {
  if (choice === 'all') {
    return new Set(TOOLS.map((tool) => tool.name));
  }
  if (choice === 'core') {
    return CORE;
  }
  const asked = choice.split(',').map((name) => name.trim());
  const current = asked.map((name) => ({ name, now: currentName(name) }));
  const unknown = current.filter(({ now }) => now === undefined);
  if (unknown.length > 0) {
    const quoted = unknown.map(({ name }) => `"${name}"`).join(', ');
    throw usage(
      `--tools: ${quoted} is not a tool`,
      `core, all, or some of: ${TOOLS.map((tool) => tool.name).join(', ')}`,
    );
  }
  return new Set(current.flatMap(({ now }) => now ?? []));
}

/** What a tool is called now; undefined for a name that none has or had. */
function currentName(name: string): string | undefined {
  return (
    TOOLS.find((tool) => tool.name === name || tool.aliases.includes(name))?.name ??
    FORMER.find((tool) => tool.name === name)?.former
  );
}
