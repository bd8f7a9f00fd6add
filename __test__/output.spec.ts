// Names and texts of a project in what commands print: no character acts on a terminal, no line commands a pipeline, a name is
// one line. The attack `output` does the same with many more texts.
import { readFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import { beadloom } from './support/cli.js';
import { git } from './support/git.js';
import { junitFaults } from './support/junit.js';
import { project, type TestProject } from './support/project.js';

const UNSAFE =
  // oxlint-disable-next-line no-control-regex
  /\r|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What a runner takes for a command of a text that is not its own. */
const COMMAND = /^\s*::\w[\w-]*(?: [^\n]*)?::|##\[error|##vso\[/m;

const TEXT =
  'x\n::error::pwned ##[error]y ##vso[z]\u001b]0;t\u0007\u001b[2J\u202e\u200f\u2028\u009b\u0085]]></script>"`-->';

/** On Windows a file's name holds none of it. */
const NAME = process.platform === 'win32' ? 'plain' : TEXT.replaceAll('/', '');

function hostile(t: ExecutionContext): TestProject {
  const evil = JSON.stringify(TEXT).replaceAll('\u0085', '\\u0085').replaceAll('\u009b', '\\u009b');
  const where = project(t, {
    'src/pay/api.py': `from src.pay.store import save\n\n\ndef pay(a=${evil}):\n    """${TEXT}"""\n    return save(a)\n`,
    'src/pay/store.py': `::error::x\n  ::warning file=a::y\n\ndef save(a):\n    return a\n`,
    [`src/pay/${NAME}.py`]: 'from src.pay.store import save\n\n\ndef more():\n    save(1)\n',
    [`${process.platform === 'win32' ? 'a' : '::error::'}_test.py`]:
      'from src.pay.store import save\n\n\ndef test_save():\n    save(1)\n',
    'docs/pay.md': `# ${TEXT}\n\n${TEXT}\n\nWhat \`pay\` does.\n`,
    '.beadloom/_graph/a.yml': `nodes:\n  - {ref_id: pay, kind: domain, summary: ${evil}, source: src/pay/, docs: [docs/pay.md], tags: [${evil}]}\n  - {ref_id: ${evil}, kind: ${evil}}\nedges:\n  - {src: pay, dst: ${evil}, kind: ${evil}}\n`,
    '.beadloom/_graph/rules.yml': `version: 1\nrules:\n  - name: no-save\n    description: ${evil}\n    forbid_import: {from: "src/pay/**", to: "src/pay/store.py"}\n`,
    '.beadloom/config.yml': `${evil}: 1\n`,
  });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-qm', `FEAT-7 ${TEXT}`);
  return where;
}

const COMMANDS: string[][] = [
  ['reindex'],
  ['ctx', 'pay'],
  ['ctx', '--task', 'save what is paid'],
  ['ctx', 'FEAT-7'],
  ['ctx', TEXT],
  ['affected', 'src/pay/store.py'],
  ['affected', 'src/pay/store.py', '--tests'],
  ['search', 'save'],
  ['refs', 'save'],
  ['related', 'src/pay/store.py'],
  ['why', 'pay'],
  ['signatures', 'src/pay/api.py'],
  ['prime'],
  ['status'],
  ['doctor'],
  ['lint'],
  ['lint', '--format', 'porcelain'],
  ['lint', '--format', 'github'],
  ['lint', '--format', 'sarif'],
  ['ci'],
  ['ci', '--format', 'github'],
  ['ci', '--format', 'junit'],
  ['ci', '--format', 'sarif'],
  ['graph'],
  ['graph', '--format', 'dot'],
  ['graph', '--format', 'c4'],
  ['graph', '--format', 'c4-plantuml'],
  ['graph', '--format', 'html'],
  ['rules', 'explain', TEXT],
  ['sync-check', '--porcelain'],
  ['generate-context'],
  ['diff', '--format', 'markdown'],
  [TEXT],
];

const IN_JSON: string[][] = [['ctx', 'pay'], ['search', 'save'], ['ci'], [TEXT]];

test('nothing of a project acts on a terminal or a pipeline', async (t) => {
  const where = hostile(t);
  for (const words of [...COMMANDS, ...IN_JSON.map((word) => [...word, '--json'])]) {
    const { code, stdout, stderr } = await beadloom(where, words);
    const what = words.join(' ').slice(0, 60);
    t.true(code !== null && code <= 2, `${what}: ${stderr}`);
    t.notRegex(stdout + stderr, UNSAFE, what);
    const github = words.includes('github');
    const foreign = github
      ? stdout.replaceAll(
          /^::(?:error|warning|notice) (?:file=[^,:\n]*,)?(?:line=\d+,)?title=[^,:\n]*::/gm,
          '',
        )
      : stdout;
    t.notRegex(foreign + stderr, COMMAND, what);
    if (github) {
      t.regex(stdout, /^::error file=src\/pay\/api\.py,line=1,title=/m, what);
    }
    if (words.includes('--json') || words.includes('sarif')) {
      t.notThrows(() => void JSON.parse(stdout), what);
    }
    if (words.includes('junit')) {
      t.deepEqual(junitFaults(stdout), [], what);
    }
  }
  t.notRegex(readFileSync(where.path('.beadloom/CONTEXT.md'), 'utf8'), UNSAFE);
  t.notRegex(readFileSync(where.path('.beadloom/CONTEXT.md'), 'utf8'), COMMAND);
});

test('what JSON says is what the project says', async (t) => {
  const where = hostile(t);
  const { stdout } = await beadloom(where, ['graph', '--json']);
  const { nodes } = JSON.parse(stdout) as { nodes: Array<{ ref_id: string; summary: string }> };
  t.is(nodes.find(({ ref_id: id }) => id === 'pay')?.summary, TEXT);
  for (const [words, file] of [
    [['graph', '--json', '-o', 'a.json'], 'a.json'],
    [['export', '-o', 'b.json'], 'b.json'],
    [['graph', '-o', 'c.mmd'], 'c.mmd'],
  ] as const) {
    await beadloom(where, [...words]);
    const text = readFileSync(where.path(file), 'utf8');
    t.notRegex(text, UNSAFE, file);
    t.notRegex(text, COMMAND, file);
  }
});

test('code that only looks like a command is shown as it is', async (t) => {
  const code = '::std::move(a);\n::error_of(b);\nerror::kind::save();\n';
  const where = project(t, {
    'save.md': `# Save\n\n${code}`,
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: save, kind: domain, summary: Saves, docs: [save.md]}\n',
  });
  const { stdout } = await beadloom(where, ['ctx', 'save']);
  t.true(stdout.includes(code), stdout);
});
