// Which parts the product says documents are about, against what readers said of the same documents. docs/internals/DOCUMENTS-EVAL.md has the
// protocol.

import { writeFileSync } from 'node:fs';

import { Failure } from '../../scripts/lib/process.mjs';
import { withDraft } from './links/drafted.mjs';
import { judgedDocuments, partsAround, partsOf } from './links/truth.mjs';
import { clustered } from './statistics.mjs';
import { table } from './tables.mjs';

/**
 * @typedef {object} Answer a document with ids of parts
 * @property {string} repo
 * @property {string} document
 * @property {string[]} about what it is about
 * @property {string[]} acceptable what else is right
 * @property {string[]} linked what it, or a section of it, is linked to
 */

/** Asks for the documents of all projects, and prints the table. */
export async function run(values) {
  const { only, raw } = values;
  const answers = [];
  for (const [repo, documents] of judgedDocuments(only)) {
    const found = await withDraft(repo, documents[0].commit, values, (opened) =>
      asked(opened.beadloom, documents),
    );
    answers.push(...(found ?? []));
    console.log(`${repo}: ${found ? `${found.length} documents` : 'left out, its commit is not there'}`);
  }
  if (answers.length === 0) throw new Failure('--repos has none of the commits that readers read');
  if (raw) writeFileSync(raw, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  console.log(`\n${report(answers)}`);
}

/** @returns {Promise<Answer[]>} */
async function asked(beadloom, documents) {
  const { links } = await beadloom.docsLinks({});
  const { nodes, edges } = await beadloom.graph({});
  const outer = new Map(edges.filter(({ kind }) => kind === 'part_of').map(({ src, dst }) => [src, dst]));
  const parts = nodes.map(({ ref_id: id, source }) => ({
    id,
    places: source ? [source] : [],
    around: outer.get(id) ?? null,
  }));
  const outwards = partsAround(parts);
  return documents.map(({ repo, document, about, acceptable, sections }) => {
    const own = partsOf(about, parts);
    const linked = links.filter(({ doc_path: path }) => path === document).map(({ ref_id: id }) => id);
    return {
      repo,
      document,
      about: own,
      acceptable: partsOf([...acceptable, ...sections.map(([, path]) => path)], parts).filter(
        (id) => !own.includes(id),
      ),
      // The project itself is none of the parts that were asked for.
      linked: [...new Set(linked)].filter((id) => outwards[id]?.length > 0),
    };
  });
}

/** @param {Answer[]} answers */
export function report(answers) {
  const projects = [...new Set(answers.map(({ repo }) => repo))];
  const rows = projects.map((repo) => [repo, ...measured(answers.filter((answer) => answer.repo === repo))]);
  rows.push(['all', ...measured(answers)]);
  const right = answers.flatMap(({ repo, about, acceptable, linked }) =>
    linked.map((id) => ({ repo, is: about.includes(id) || acceptable.includes(id) })),
  );
  const found = answers.flatMap(({ repo, about, linked }) =>
    about.map((id) => ({ repo, is: linked.includes(id) })),
  );
  const said = (links) => {
    const { low, high } = clustered(
      links,
      ({ repo }) => repo,
      ({ is }) => Number(is),
    );
    return `${low.toFixed(2)} to ${high.toFixed(2)}`;
  };
  return [
    table(['project', 'documents', 'links', 'right', 'share', 'to be found', 'found', 'share'], rows),
    `Over projects, the share of right links is ${said(right)}, and that of found ones ${said(found)} (95 %).`,
  ].join('\n\n');
}

/** @param {Answer[]} answers */
function measured(answers) {
  const sum = (of) => answers.reduce((total, answer) => total + of(answer), 0);
  const links = sum(({ linked }) => linked.length);
  const right = sum(
    ({ linked, about, acceptable }) =>
      linked.filter((id) => about.includes(id) || acceptable.includes(id)).length,
  );
  const wanted = sum(({ about }) => about.length);
  const found = sum(({ about, linked }) => about.filter((id) => linked.includes(id)).length);
  const share = (part, whole) => (whole === 0 ? '–' : (part / whole).toFixed(2));
  return [answers.length, links, right, share(right, links), wanted, found, share(found, wanted)];
}
