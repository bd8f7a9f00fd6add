// Trains the model that says which parts of a project a document is about, from what readers said of documents of many projects.
//
//   npm run train -- links --repos MIRRORS --dumps FOLDER [--work FOLDER] [--only NAMES] [--without NAMES] [--no-dump] [--out FOLDER]
//     [--program FILE] [--venv FOLDER]
//
// MIRRORS are those of `npm run eval -- links`. Of each project the graph is drafted at the commit that was read, and the product dumps what
// it sees of the documents that were read. A project whose dump is there is not dumped again. Then `links.py` trains, and writes the
// model to where the product is built with it, or to `--out`.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { withDraft } from '../../bench/eval/links/drafted.mjs';
import { judgedDocuments, partsAround, partsOf } from '../../bench/eval/links/truth.mjs';
import { capture, Failure, root } from '../../scripts/lib/process.mjs';
import { builtProgram, keep, runPython } from './training.mjs';

/** @param {string[]} args */
export async function trainLinks(args) {
  const { values } = parseArgs({
    args,
    options: {
      repos: { type: 'string' },
      dumps: { type: 'string' },
      work: { type: 'string' },
      only: { type: 'string' },
      without: { type: 'string' },
      'no-dump': { type: 'boolean' },
      out: { type: 'string', default: join(root, 'crates/beadloom-sync/data') },
      program: { type: 'string' },
      venv: { type: 'string' },
    },
  });
  const { repos, dumps, only, without, out, venv } = values;
  if (!dumps) throw new Failure('usage: npm run train -- links --repos MIRRORS --dumps FOLDER');
  mkdirSync(dumps, { recursive: true });
  if (!values['no-dump']) {
    if (!repos) throw new Failure('--repos is needed, or --no-dump');
    const program = values.program ?? builtProgram();
    for (const [repo, documents] of judgedDocuments(only)) {
      const file = join(dumps, `${repo.replace('/', '+')}.jsonl`);
      if (existsSync(file)) continue;
      const rows = await withDraft(repo, documents[0].commit, values, ({ root: folder }) =>
        dumped(program, folder, documents),
      );
      if (rows === undefined) continue;
      keep(file, rows);
      console.log(`${repo}: ${rows.length - 1} documents`);
    }
  }
  runPython('links.py', { dumps, venv }, [dumps, '--out', out, ...(without ? ['--without', without] : [])]);
}

function dumped(program, folder, documents) {
  const { status, stdout, stderr } = capture(program, ['links', folder]);
  if (status !== 0) throw new Failure(`${folder}: ${stderr.trim()}`);
  const [{ features, parts: rows }, ...seen] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const parts = rows.map(([id, place, outer]) => ({ id, places: place ? [place] : [], around: outer }));
  const outwards = partsAround(parts);
  const byPath = new Map(seen);
  const found = documents.map(({ repo, document, about, acceptable, sections }) => {
    const own = partsOf(about, parts);
    return {
      repo,
      document,
      seen: byPath.get(document) ?? [],
      about: own,
      acceptable: partsOf([...acceptable, ...sections.map(([, path]) => path)], parts).filter(
        (id) => !own.includes(id),
      ),
      around: outwards,
    };
  });
  return [features, ...found];
}
