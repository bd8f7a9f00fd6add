import type { InitAnswer, Written } from '../api/answers.js';
import { CONTEXT_FILE } from '../api/options.js';
import type { Paint } from './colour.js';
import { counted, duration, pad, plainLine, width } from './text.js';

/** What init found and wrote, and what to do next. */
export function initText(answer: InitAnswer, paint: Paint): string {
  const { found, files } = answer;
  const languages = Object.keys(files.languages).length;
  const parts = [
    ...(found.services > 0 ? [counted(found.services, 'service')] : []),
    ...(found.domains > 0 ? [counted(found.domains, 'domain')] : []),
    ...(found.features > 0 ? [counted(found.features, 'feature')] : []),
    ...(found.entities > 0 ? [counted(found.entities, 'entity', 'entities')] : []),
    ...(found.edges > 0 ? [counted(found.edges, 'edge')] : []),
  ];
  const empty = parts.length === 0;
  return [
    `Scanned ${counted(files.scanned, 'file')}, ${counted(languages, 'language')}, in ${duration(answer.duration_ms)}`,
    empty ? 'Found no code to make a graph of' : `Found ${parts.join(', ')}`,
    '',
    ...writtenLines(answer, paint),
    '',
    nextText(answer, empty),
  ].join('\n');
}

function writtenLines({ written, dry_run: dryRun }: InitAnswer, paint: Paint): string[] {
  const generated = written.filter(({ path }) => path !== '.gitignore');
  const columns = Math.max(0, ...generated.map(({ path }) => width(plainLine(path))));
  const lines = generated.map(
    (file) => `  ${paint.cyan(pad(plainLine(file.path), columns))}  (${noteOf(file)})`,
  );
  const ignore = written.length > generated.length;
  return [
    ...(lines.length > 0 ? [paint.bold(dryRun ? 'Would generate:' : 'Generated:'), ...lines] : []),
    ...(ignore ? [dryRun ? 'Would update .gitignore' : 'Updated .gitignore'] : []),
    ...(written.length === 0 ? [dryRun ? 'Would write nothing' : 'Wrote nothing: all of it is there'] : []),
  ];
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
    return 'what the project is, on a page';
  }
  return path.endsWith('config.yml') ? 'settings' : 'stub';
}

function nextText({ dry_run: dryRun, written }: InitAnswer, empty: boolean): string {
  if (dryRun) {
    return 'Nothing was written. Without --dry-run, it is.';
  }
  if (empty) {
    return 'Next: add code, then run beadloom init --bootstrap again';
  }
  const review = written.find(({ nodes }) => nodes > 0)?.path.replace(/[^/]+$/, '*.yml');
  return `Next: review ${plainLine(review ?? '.beadloom/_graph/*.yml')}, then try beadloom status and beadloom ctx <ref_id>`;
}
