// A project before a commit, read from Git's objects: its documents, the code that the commit changes, and the commits before it.

import { capture, Failure } from '../../../scripts/lib/process.mjs';

const PROSE = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt)$/i;

/** Bytes of a document that are read, documents, and commits. */
const MAX_BYTES = 400_000;
const MAX_DOCUMENTS = 20_000;
const MAX_COMMITS = 3_000;

/**
 * What `beadloom-bench drift` reads.
 * @param {string} mirror
 * @param {import('./changes.mjs').DocumentChange} change
 */
export function stateBefore(mirror, { id, at, code }) {
  const files = git(mirror, ['ls-tree', '-r', '-l', '-z', at])
    .split('\0')
    .map((line) => /^\d+ blob (?<blob>\w+) +(?<size>\d+)\t(?<path>.*)$/s.exec(line)?.groups)
    .filter((file) => file && PROSE.test(file.path) && Number(file.size) <= MAX_BYTES)
    .slice(0, MAX_DOCUMENTS);
  const texts = contents(mirror, [
    ...files.map(({ blob }) => blob),
    ...code.flatMap((path) => [`${at}:${path}`, `${id}:${path}`]),
  ]);
  const ofCode = texts.slice(files.length);
  return {
    documents: files.map(({ path }, index) => [path, texts[index]]),
    code: code.map((path, index) => [path, ofCode[2 * index], ofCode[2 * index + 1]]),
    commits: commits(mirror, at),
  };
}

/** Texts of objects, in their order; empty where there is none. */
function contents(mirror, names) {
  const { stdout } = capture('git', ['-C', mirror, 'cat-file', '--batch'], {
    input: Buffer.from(names.map((name) => `${name}\n`).join('')),
    stdio: ['pipe', 'pipe', 'pipe'],
    encoding: 'buffer',
  });
  let from = 0;
  return names.map(() => {
    const end = stdout.indexOf(10, from);
    const size = /^\w+ blob (\d+)$/.exec(stdout.toString('utf8', from, end))?.[1];
    from = end + 1;
    if (size === undefined) return '';
    const text = stdout.toString('utf8', from, from + Number(size));
    from += Number(size) + 1;
    return text;
  });
}

function commits(mirror, at) {
  return git(mirror, [
    'log',
    '--no-merges',
    `--max-count=${MAX_COMMITS}`,
    '--format=%x01%ct',
    '--name-only',
    '--no-renames',
    '-z',
    at,
  ])
    .split('\u0001')
    .slice(1)
    .map((text) => {
      const [time, ...paths] = text.split(/[\0\n]+/);
      return [Number(time), paths.filter(Boolean)];
    });
}

function git(mirror, args) {
  const { status, stdout, stderr } = capture('git', ['-C', mirror, ...args]);
  if (status !== 0) throw new Failure(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}
