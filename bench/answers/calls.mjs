// What is asked of a project: its own parts, files, folders and definitions, picked evenly, by every command that answers.

import { execFileSync } from 'node:child_process';

const BUDGETS = ['500', '1000', '2000', '4000', '8000'];
const CODE = /\.(c|cc|cpp|cs|ex|go|h|java|js|kt|php|py|rb|rs|swift|ts|tsx|vue)$/;

/** The calls of the command line, and what they are about. `shell` runs one in the project at `copy`. */
export async function callsOf(shell, copy) {
  const git = (...args) =>
    execFileSync('git', ['-C', copy, ...args], { encoding: 'utf8' })
      .trim()
      .split('\n');
  const json = async (...args) => JSON.parse((await shell.run([...args, '--json'])).stdout);
  const nodes = (await json('graph')).nodes.map(({ ref_id: id }) => id);
  const paths = git('ls-files').filter((path) => CODE.test(path));
  const files = picked(paths, 5);
  const folders = picked(
    [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)))].filter(Boolean),
    3,
  );
  const symbols = [];
  for (const file of picked(paths, 12)) {
    const outline = (await shell.run(['signatures', file, '--json'])).stdout;
    const names = outline.startsWith('{')
      ? (JSON.parse(outline).symbols ?? []).map((one) => one.qualified_name)
      : [];
    symbols.push(...picked(names, 1));
  }
  const subjects = git('log', '--no-merges', '--format=%s', '-400').filter((subject) => subject.length > 20);
  const asked = {
    nodes: picked(nodes, 4),
    files,
    folders,
    symbols: picked(symbols, 8),
    subjects: picked(subjects, 6),
  };
  asked.questions = questionsOf(asked);
  asked.ticket = git('log', '--format=%s', '-2000')
    .join('\n')
    .match(/\b[A-Z]{2,}-\d+\b|#\d+/)?.[0];
  asked.memories = memoriesOf(asked);
  return { ...asked, calls: [...contexts(asked), ...tasks(asked), ...others(asked)] };
}

/** Lines of a file of memories: ids that are made up anew have other tokens each time. */
function memoriesOf({ nodes, files }) {
  const time = '2026-01-01T00:00:00Z';
  const line = (id, content, rest) =>
    JSON.stringify({
      id: `mem-${id.padEnd(12, id)}`,
      content,
      created_at: time,
      updated_at: time,
      kind: 'note',
      source: 'manual',
      ...rest,
    });
  return {
    own: [
      line('a1', `${nodes[0]} retries three times`, { refs: [nodes[0]] }),
      line('b2', `${files[0]} is read once at the start`, {
        evidence: [{ path: files[0], line: 1, hash: '0'.repeat(32) }],
      }),
    ],
    shared: [line('c3', 'the build needs four steps', { refs: [nodes[1]] })],
  };
}

/** So many of a list, evenly. */
function picked(list, most) {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]);
}

function questionsOf({ nodes, files, symbols, subjects }) {
  const [first, second, third, fourth] = symbols;
  return [
    ...subjects,
    `how does ${first} work?`,
    `who calls ${second} and why`,
    `how does ${third} reach ${fourth}?`,
    `where is the configuration read?`,
    `add a test for ${files[1]}`,
    `${nodes[1]} fails with "zzqx not found" for empty input`,
  ];
}

function contexts({ nodes, files, folders, symbols, ticket }) {
  const refs = [
    ...nodes,
    ...files,
    ...folders,
    ...symbols,
    ticket,
    nodes.slice(0, 2),
    [files[0], symbols[0]],
  ];
  return refs
    .filter((ref) => ref !== undefined)
    .flatMap((ref) => BUDGETS.flatMap((budget) => bothForms('ctx', ...[ref].flat(), '--budget', budget)));
}

function tasks({ questions, files, nodes }) {
  const budgets = [...BUDGETS.map((budget) => ['--budget', budget]), []];
  return [
    ...questions.flatMap((text) => budgets.flatMap((budget) => bothForms('ctx', '--task', text, ...budget))),
    ...bothForms('ctx', files[2], '--task', questions[0]),
    ...bothForms('ctx', nodes[2], '--task', questions[9]),
    // The second answer of a session leaves out what the first gave.
    ...[0, 0, 1].flatMap((at) => [['ctx', '--task', questions[at], '--session', 'one']]),
    ...questions.map((text) => ['next-file', text, '--json']),
  ];
}

function others({ nodes, files, folders, symbols, questions }) {
  const budgets = ['300', '1000', '8000'];
  return [
    ...symbols.flatMap((name) => budgets.flatMap((budget) => bothForms('show', name, '--budget', budget))),
    ...symbols.flatMap((name) => bothForms('show', name, '--callers')),
    ...budgets.flatMap((budget) => bothForms('show', ...symbols, '--budget', budget)),
    ...files.flatMap((file) => bothForms('show', file, '--budget', '1000')),
    ...files.flatMap((file) =>
      budgets.flatMap((budget) => bothForms('signatures', file, '--budget', budget)),
    ),
    ...budgets.flatMap((budget) => bothForms('signatures', ...files, '--budget', budget)),
    ...bothForms('prime'),
    ...BUDGETS.map((budget) => ['generate-context', '--out', '-', '--budget', budget]),
    ...questions.flatMap((text) => bothForms('search', text)),
    ...symbols.map(last).flatMap((name) => bothForms('search', '--exact', name)),
    ...symbols
      .map(last)
      .map((name) => ['search', '--exact', name, '--limit', '5', '--context', '2', '--json']),
    ...[...nodes, ...files, ...symbols].flatMap((ref) => bothForms('why', ref)),
    ...symbols.flatMap((name) => bothForms('refs', name)),
    ...files.flatMap((file) => bothForms('related', file)),
    ...bothForms('path', symbols[0], symbols[1]),
    ...bothForms('path', nodes[0], nodes[1]),
    ...bothForms('affected', ...files),
    ...[['status'], ['lint'], ['sync-check'], ['graph'], ['docs', 'generate', '--dry-run']].flatMap((args) =>
      bothForms(...args),
    ),
    ...folders.flatMap((folder) => bothForms('ctx', folder, '--depth', '1')),
  ];
}

/** The calls of the MCP server. */
export function toolCallsOf({ nodes, files, folders, symbols, questions }) {
  return [
    ...questions.map((question) => ['explore_codebase', { question }]),
    ...[...nodes, ...files, ...folders, ...symbols].map((ref) => ['explore_codebase', { ref }]),
    ...symbols.map((name) => ['show_code', { ref: name }]),
    ['show_code', { ref: symbols }],
    ...symbols.map((name) => ['grep_code', { text: last(name) }]),
    ...symbols.map((name) => ['find_references', { symbol: name }]),
    ...[...nodes, ...symbols].map((ref) => ['analyze_impact', { ref_id: ref }]),
    ...files.map((file) => ['outline_file', { path: file }]),
    ...files.map((file) => ['find_related_files', { path: file }]),
    ['trace_code_path', { from: symbols[0], to: symbols[1] }],
    ['search_code', { query: questions[0] }],
    ['codebase_overview', {}],
    ['get_architecture_graph', {}],
    ['list_architecture_nodes', {}],
    ['generate_docs', {}],
    ['check_architecture', {}],
    ['sync_check', {}],
    ['find_affected_tests', { files }],
    ['next_file', { task: questions[0] }],
    ['explore_codebase', { question: questions[0] }],
  ];
}

function bothForms(...args) {
  return [args, [...args, '--json']];
}

function last(name) {
  return name.split('.').at(-1);
}
