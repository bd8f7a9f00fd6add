// What rules cost: on facts that are made up, and on a generated project through the library.

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { cargoEnv } from '../scripts/lib/cargo.mjs';
import { output, root } from '../scripts/lib/process.mjs';
import { cached, commitAll } from './corpora.mjs';
import { runOnce } from './measure.mjs';
import { generatedProject, MIDDLE } from './project.mjs';
import { row } from './rows.mjs';

/** Most milliseconds of processor time. */
const GOALS = { lint: 100, cycles: 2000 };

/** @returns {import('./rows.mjs').Row[]} */
export function ruleRows(rounds) {
  const args = ['run', '--quiet', '--release', '--package', 'beadloom-rules', '--example', 'numbers', '--'];
  const lines = output('cargo', [...args, String(rounds)], { cwd: root, env: cargoEnv('release') });
  const made = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ what, cpu_ms: middle, min, max, ...detail }) =>
      row(sizeOf(detail), `${what}, processor time`, `${rounds} calls`, [min, middle, max], {
        unit: 'ms',
        goal: GOALS[what],
        detail,
      }),
    );
  const project = ruledProject();
  const answers = Array.from({ length: Math.min(rounds, 5) }, () =>
    JSON.parse(
      runOnce({
        name: 'lint in process',
        program: process.execPath,
        args: [join(root, 'bench', 'lint.mjs'), project],
      }),
    ),
  );
  const [{ calls, rules, violations }] = answers;
  return [
    ...made,
    row(
      `${MIDDLE} nodes, ${5 * MIDDLE} edges, ${rules} rules`,
      'lint in process, processor time',
      `${calls} calls`,
      answers.map((answer) => answer.p50_ms),
      { unit: 'ms', goal: GOALS.lint, detail: { violations } },
    ),
  ];
}

function sizeOf({ nodes, edges, files, imports }) {
  const grouped = (number) => number.toLocaleString('en-US');
  return `${grouped(nodes)} nodes, ${grouped(edges)} edges, ${grouped(files)} files, ${grouped(imports)} imports`;
}

/** The generated project with a hundred rules. */
function ruledProject() {
  const plain = generatedProject(MIDDLE);
  return cached(`generated-rules-${MIDDLE}`, (folder) => {
    for (const part of ['.beadloom/_graph', 'docs', 'src']) {
      cpSync(join(plain, part), join(folder, part), { recursive: true });
    }
    writeFileSync(join(folder, '.beadloom', '_graph', 'rules.yml'), hundredRules());
    commitAll(folder);
  });
}

function hundredRules() {
  const rules = Array.from({ length: 20 }, (_, at) => [
    `  - {name: deny${at}, deny: {from: {source: "src/p${at}*.py"}, to: {kind: domain}, unless_edge: uses}}`,
    `  - {name: forbid${at}, forbid: {from: {ref_id: N-${at}}, to: {kind: entity}, edge_kind: implements}}`,
    `  - {name: cycles${at}, forbid_cycles: {edge_kind: depends_on}}`,
    `  - {name: check${at}, check: {for: {kind: domain}, max_symbols: ${300 + at}, max_fan_out: 200}}`,
    `  - {name: import${at}, forbid_import: {from: "src/p${at}*.py", to: [requests, "django.*"]}}`,
  ]);
  return `version: 1\nrules:\n${rules.flat().join('\n')}\n`;
}
