import type { Coverage, InitAnswer, StatusAnswer, Written } from '../model/answers.js';
import { CONTEXT_FILE, LOCK_FILE } from '../model/options.js';
import type { Paint } from './colour.js';
import { counted, duration, pad, plainLine, width } from './text.js';

/** What the index knows of the parts that can be looked at. */
type Known = Pick<StatusAnswer, 'coverage' | 'symbols_count'>;

/** What init found and wrote, and what to do next; nothing is known where nothing was written. */
export function initText(answer: InitAnswer, known: Known | undefined, paint: Paint): string {
  const { found, files } = answer;
  const languages = Object.keys(files.languages).length;
  const parts = [
    ...(found.services > 0 ? [counted(found.services, 'service')] : []),
    ...(found.domains > 0 ? [counted(found.domains, 'domain')] : []),
    ...(found.features > 0 ? [counted(found.features, 'feature')] : []),
    ...(found.entities > 0 ? [counted(found.entities, 'entity', 'entities')] : []),
    ...(found.edges > 0 ? [counted(found.edges, 'edge')] : []),
  ];
  const empty = parts.length === 0 && answer.mode === 'bootstrap';
  return [
    `Scanned ${counted(files.scanned, 'file')}, ${counted(languages, 'language')}, in ${duration(answer.duration_ms)}`,
    foundText(answer, parts),
    '',
    ...writtenLines(answer, paint),
    ...stubLines(answer),
    '',
    ...conflictLines(answer, paint),
    ...goneLines(answer, paint),
    nextText(answer, empty, example(known)),
  ].join('\n');
}

function foundText({ mode }: InitAnswer, parts: readonly string[]): string {
  if (mode === 'merge') {
    return parts.length === 0
      ? 'Found nothing that the graph lacks'
      : `Found ${parts.join(', ')} that the graph lacks`;
  }
  return parts.length === 0 ? 'Found no code to make a graph of' : `Found ${parts.join(', ')}`;
}

/** Why parts have no document, and where one could go. */
function stubLines({ stubs_left_out: left, published_by: by }: InitAnswer): string[] {
  if (by !== null) {
    return [
      `No stub documents: ${plainLine(by)} publishes the folder that they go to. Write yours elsewhere, such as architecture/NAME.md, and name it under \`docs\` of its node`,
    ];
  }
  return left > 0
    ? [`${counted(left, 'part')} without a document; beadloom docs generate drafts one for each`]
    : [];
}

/** Where graph and code disagree: a person decides. */
function conflictLines({ conflicts }: InitAnswer, paint: Paint): string[] {
  if (conflicts.length === 0) {
    return [];
  }
  const lines = conflicts.flatMap(({ ref_id, field, kept, found }) => [
    `  ${paint.cyan(plainLine(ref_id))}  ${field}`,
    `    graph: ${kept === '' ? '–' : plainLine(kept)}`,
    `    code:  ${found === '' ? '–' : plainLine(found)}`,
  ]);
  return [paint.bold(`Graph and code disagree (the graph was not changed):`), ...lines, ''];
}

function goneLines({ gone }: InitAnswer, paint: Paint): string[] {
  if (gone.length === 0) {
    return [];
  }
  const lines = gone.map(({ ref_id, source }) => `  ${paint.cyan(plainLine(ref_id))}  ${plainLine(source)}`);
  return [paint.bold('Nodes whose source is gone:'), ...lines, ''];
}

function writtenLines({ written, dry_run: dryRun }: InitAnswer, paint: Paint): string[] {
  const ofGit = written.map(({ path }) => path).filter((path) => path.startsWith('.git'));
  const generated = written.filter(({ path }) => !ofGit.includes(path));
  const rows = dryRun ? generated.map(rowOf) : folded(generated);
  const columns = Math.max(0, ...rows.map(([path]) => width(path)));
  const lines = rows.map(([path, note]) => `  ${paint.cyan(pad(path, columns))}  (${note})`);
  return [
    ...(lines.length > 0 ? [paint.bold(dryRun ? 'Would generate:' : 'Generated:'), ...lines] : []),
    ...(ofGit.length > 0 ? [`${dryRun ? 'Would update' : 'Updated'} ${ofGit.join(' and ')}`] : []),
    ...(written.length === 0
      ? [dryRun ? 'Would write nothing' : 'Wrote nothing: everything exists already']
      : []),
  ];
}

type Row = readonly [path: string, note: string];

function rowOf(file: Written): Row {
  return [plainLine(file.path), noteOf(file)];
}

/** More documents than this in a folder are told in one line: the next steps shall stay on the screen. */
const STUBS = 4;

/** A line for each file, but one for all stubs of a kind; `--json` and `--dry-run` list them. */
function folded(files: readonly Written[]): Row[] {
  const kindOf = ({ path }: Written) => /^docs\/\w+\/(?=[^/]+\/README\.md$)/.exec(path)?.[0];
  const counts = new Map<string | undefined, number>();
  for (const file of files) {
    counts.set(kindOf(file), (counts.get(kindOf(file)) ?? 0) + 1);
  }
  const told = new Set<string>();
  return files.flatMap((file): Row[] => {
    const kind = kindOf(file);
    const count = counts.get(kind) ?? 0;
    if (kind === undefined || count <= STUBS) {
      return [rowOf(file)];
    }
    if (told.has(kind)) {
      return [];
    }
    told.add(kind);
    return [[`${kind}*/README.md`, counted(count, 'stub')]];
  });
}

function noteOf({ path, nodes, edges }: Written): string {
  if (nodes > 0) {
    const counts = [counted(nodes, 'node'), ...(edges > 0 ? [counted(edges, 'edge')] : [])];
    return [...counts, 'review needed'].join(', ');
  }
  if (path.endsWith('/')) {
    return 'the old graph';
  }
  if (path === CONTEXT_FILE) {
    return 'an overview of the project';
  }
  if (path.endsWith('/rules.yml')) {
    return 'rules that are satisfied today';
  }
  if (path === LOCK_FILE) {
    return 'the state of code that documents were confirmed for';
  }
  return path.endsWith('config.yml') ? 'settings' : 'stub';
}

/**
 * A part that shows something: with code and a document; one of several, not what holds most of the project; a domain before
 * a service; the largest.
 */
function example(known: Known | undefined): string | undefined {
  const { coverage = [], symbols_count: all = 0 } = known ?? {};
  const both = ({ symbols, docs }: Coverage) => Number(symbols > 0) + Number(docs > 0);
  const most = ({ symbols }: Coverage) => Number(symbols * 2 > all);
  const domain = ({ kind }: Coverage) => Number(kind === 'domain');
  const best = coverage.toSorted(
    (a, b) => both(b) - both(a) || most(a) - most(b) || domain(b) - domain(a) || b.symbols - a.symbols,
  );
  return best[0]?.ref_id;
}

function nextText(
  { dry_run: dryRun, mode, written, conflicts }: InitAnswer,
  empty: boolean,
  part: string | undefined,
): string {
  if (dryRun) {
    return 'Nothing was written. Without --dry-run, it is.';
  }
  if (mode === 'merge' && written.every(({ nodes }) => nodes === 0)) {
    return conflicts.length > 0
      ? 'Next: correct the graph if the code is right, then run beadloom reindex'
      : 'The graph is up to date';
  }
  if (empty) {
    return 'Next: add code, then run beadloom init --bootstrap again';
  }
  const wrote = (folder: string) => written.some(({ path }) => path.startsWith(folder));
  const committed = ['.beadloom/', ...['docs/', '.gitignore', '.gitattributes'].filter(wrote)];
  const review = written.find(({ nodes }) => nodes > 0)?.path.replace(/[^/]+$/, '*.yml');
  return [
    'Next:',
    `  review ${plainLine(review ?? '.beadloom/_graph/*.yml')}: correct names and summaries, delete what is not a part`,
    `  commit ${committed.join(', ')}`,
    `  beadloom ctx ${plainLine(part ?? '<ref_id>')}   the context of a part, as agents get it`,
    '  beadloom graph --format html --output graph.html   the graph as a page',
    '  beadloom lint   check the rules;  beadloom sync-check   list stale documents',
  ].join('\n');
}
