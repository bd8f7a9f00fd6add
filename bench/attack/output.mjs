// Names and texts that act on terminals and pipelines, everywhere in a project where there can be any, in every command and
// every format: the bytes of the output are checked by the grammar of its format.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { everyCommand } from './every.mjs';
import { Random, run } from './lib.mjs';

/** Runs with one project. */
const ROUND = 80;

/** What must not be in any output. A newline behind a carriage return makes it the end of a line. */
const RAW =
  // oxlint-disable-next-line no-control-regex
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What a runner takes for a command: at the beginning of a line, or anywhere in it. */
const COMMAND =
  /^\s*::(?:error|warning|notice|debug|group|add-mask|set-output|stop-commands)(?: [^\n]*)?::/im;
const MARKED = /##\[(?:error|warning|group|command)[ \]]|##vso\[|##teamcity\[|section_start:\d+:/i;

/** Begins a line where a name was not kept on one. */
const INJECTED = 'INJECTED';

/** What names and texts are made of. Git and file systems take not all of it. */
const PIECES = [
  `\n${INJECTED}`,
  '\n::error::pwned',
  '\n  ::warning file=a.py,line=1::pwned',
  '\r\n::set-output name=a::b',
  '::add-mask::x',
  '\n##[error]pwned',
  '##vso[task.setvariable variable=a]b',
  "\n##teamcity[testFailed name='a']",
  '\rsection_start:1560896352:a\r\u001b[0K',
  '\u001b]0;title\u0007',
  '\u001b[2J\u001b[31m',
  '\u009b2J\u0085',
  '\u202e\u2066',
  '\u200e\u200f\u061c',
  `\u2028${INJECTED}\u2029`,
  '\u000b\u000c\u007f',
  ']]>',
  '</script><script>alert(1)</script>',
  '<b>&amp;&#10;',
  '"\'`',
  '-->',
  '%%{init}%%',
  '\\n\\',
  '{}[]()|',
  '$(x)',
  '\ud83d\ude42',
];

export default {
  name: 'output',
  about:
    'Control characters, marks of direction, separators of lines and commands of pipelines in every name and text, in every format',
  unit: 'outputs',
  counts: { short: 30, long: 3000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    /** @type {string[]} */
    const failures = [];
    const env = {
      HOME: join(scratch, 'home'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
      XDG_DATA_HOME: join(scratch, 'data'),
      XDG_CONFIG_HOME: join(scratch, 'home'),
    };
    mkdirSync(env.HOME, { recursive: true });
    /** @type {Project | undefined} */
    let project;
    for (let at = 0; at < count; at++) {
      if (at % ROUND === 0) {
        if (project !== undefined) rmSync(project.root, { recursive: true, force: true });
        project = await hostile(join(scratch, `project-${at}`), random, cli, env);
      }
      const words = random.pick(project.commands);
      const ended = await run(cli, words, { cwd: project.root, env, timeoutMs: 120_000 });
      const why = wrong(words, ended) ?? written(project.root, words);
      if (why !== undefined)
        failures.push(
          `seed ${seed}, output ${at}: beadloom ${words.map((word) => JSON.stringify(word)).join(' ')}: ${why}`,
        );
    }
    log(`${project?.commands.length} commands`);
    return {
      tried: count,
      failures,
      skipped:
        process.platform === 'win32' ? ['names of files, which hold no such characters on Windows'] : [],
    };
  },
};

/** @typedef {{ root: string, commands: string[][] }} Project */

/** A project of hostile names. @returns {Promise<Project>} */
async function hostile(root, random, cli, env) {
  const text = (most = 6) =>
    `x${Array.from({ length: 1 + random.below(most) }, () => random.pick(PIECES)).join(' ')}`;
  const quoted = () => JSON.stringify(text()).replaceAll('\u007f', '\\u007f').replaceAll('\u0085', '\\u0085');
  // File systems take all but a slash and NUL, in at most 255 bytes; Windows takes little of it.
  const name = () => (process.platform === 'win32' ? 'plain' : text(3).replaceAll('/', '').slice(0, 60));
  const code = (/** @type {string} */ body) => body.replaceAll('"""', "'''");
  const file = `src/pay/${name()}.py`;
  const node = `pay ${text(2).replaceAll(/\s/g, '_')}`;
  /** @type {Record<string, string>} */
  const files = {
    [file]: `"""${code(text())}"""\nfrom src.pay.store import save\n\n\n@app.get(${quoted()})\ndef pay(invoice=${quoted()}):\n    """${code(text())}"""\n    # beadloom:domain=${text(2)}\n    return save(invoice)\n`,
    'src/pay/store.py': `def save(invoice):\n    # ${text()}\n    return invoice\n`,
    'src/web/main.ts': `import { pay } from './${name()}';\n// ${text()}\nexport function web(a = ${quoted()}) { return pay(a); }\n`,
    [`tests/test_${name()}.py`]: 'from src.pay.store import save\n\n\ndef test_save():\n    save(1)\n',
    'docs/pay.md': `# ${text()}\n\n${text()}\n\n## API ${text(2)}\n\nWhat \`pay\` and \`${text(2)}\` do. See [${text(1)}](${text(1)}.md).\n`,
    [`docs/${name()}.md`]: `# ${text()}\n\n${text()}\n`,
    [`adr/${name()}.md`]: `# ${text()}\n\n## Decision\n\n${text()}\n`,
    'README.md': `# ${text()}\n\n${text()}\n`,
    'package.json': `{"name":${quoted()},"version":${quoted()},"description":${quoted()}}\n`,
    CODEOWNERS: `* @${text(1)}\n`,
    '.beadloom/config.yml': `${random.pick(['sync: {auto_ack: true}\n', `repo: {name: ${quoted()}}\n`, `${quoted()}: 1\n`, `sync: {hook_mode: ${quoted()}}\n`])}`,
    '.beadloom/_graph/services.yml': `nodes:\n  - {ref_id: ${JSON.stringify(node)}, kind: domain, summary: ${quoted()}, source: src/pay/, docs: [docs/pay.md], tags: [${quoted()}]}\n  - {ref_id: web, kind: ${random.pick(['service', quoted()])}, summary: ${quoted()}, source: src/web/, extra: ${quoted()}, links: [{url: "https://example.org/1", label: ${quoted()}}]}\nedges:\n  - {src: web, dst: ${JSON.stringify(node)}, kind: depends_on}\n  - {src: web, dst: ${quoted()}, kind: ${quoted()}}\n`,
    '.beadloom/_graph/rules.yml': `version: 1\nrules:\n  - name: ${random.pick(['no-save', quoted()])}\n    description: ${quoted()}\n    forbid_import: {from: "src/pay/**", to: "src/pay/store.py"}\n`,
    'orders.json': `{"format":"beadloom-export","version":1,"repo":${quoted()},"nodes":[{"ref_id":${quoted()}}]}\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...words],
      { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' },
    );
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', `FEAT-7 ${text()}`);
  git('checkout', '-qb', 'x\u202e::error::x'.replaceAll(':', '-'));
  await run(cli, ['sync-update', '--all', '-y'], { cwd: root, env });
  writeFileSync(join(root, file), `${files[file]}\n\ndef more(a=${quoted()}):\n    return pay(a)\n`);
  writeFileSync(join(root, `src/pay/${name()}2.py`), '::error::x = 1\n');
  git('add', '-A');
  git('commit', '-qm', `FEAT-8 ${text()}`);
  writeFileSync(
    join(root, 'src/pay/store.py'),
    `def save(invoice, more=${quoted()}):\n    # ${text()}\n    return invoice\n`,
  );
  const evil = text().replaceAll('\0', '');
  return {
    root,
    commands: [
      ...everyCommand({ node, file, symbol: 'pay', rule: 'no-save', artifact: 'orders.json', folder: 'adr' }),
      ...[
        'ctx',
        'why',
        'refs',
        'related',
        'signatures',
        'search',
        'next-file',
        'link',
        'affected',
        'federate',
        'graph',
      ].flatMap((word) => [
        [word, evil],
        [word, evil, '--json'],
      ]),
      ['rules', 'explain', evil],
      ['diff', '--since', evil],
      ['ci', '--base', evil],
      ['ctx', '--task', evil],
      ['ctx', 'FEAT-7'],
      ['ctx', 'FEAT-8'],
      ['snapshot', 'save', '--label', evil],
      ['setup-mcp', '--tool', evil],
      ['graph', '--format', evil],
      [evil],
      [`--${evil}`],
      ['ctx', node, '--debug', '--depth', evil],
      ['--project', evil, 'status'],
      ['graph', '-o', 'out.txt'],
      ['graph', '--format', 'html', '-o', 'out.html'],
      ['graph', '--json', '-o', 'out.json'],
      ['export', '-o', 'out.json'],
      ['generate-context', '--out', 'out.md'],
      ['reindex', '--progress', 'json', '--full'],
    ],
  };
}

/** What is wrong with an output, if anything. */
function wrong(words, { code, signal, stdout, stderr, late }) {
  if (late || signal !== null || code === null || code > 2)
    return `it ended with ${late ? 'its time' : (signal ?? code)}: ${stderr.slice(-300)}`;
  if (/error\[internal\]/.test(stderr)) return `it met a bug: ${stderr.slice(0, 500)}`;
  return (
    common('stderr', stderr, false) ??
    common('stdout', stdout, ownAnnotations(words)) ??
    byFormat(words, stdout, code)
  );
}

const ownAnnotations = (/** @type {string[]} */ words) => words.includes('github');

/** What holds of every output. */
function common(what, text, annotated) {
  const raw = RAW.exec(text);
  if (raw !== null)
    return `${what} holds U+${raw[0].codePointAt(0)?.toString(16)} raw: ${around(text, raw.index)}`;
  const marked = MARKED.exec(text) ?? (annotated ? null : COMMAND.exec(text));
  if (marked !== null) return `${what} holds a command: ${around(text, marked.index)}`;
  const line = new RegExp(`^\\s*${INJECTED}`, 'm').exec(shownWhole(text));
  if (line !== null) return `${what} has a name on two lines: ${around(text, line.index)}`;
  return undefined;
}

/** Without texts of files, which are shown with their lines: code between fences, and sections of documents. */
function shownWhole(text) {
  return text
    .replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '')
    .replaceAll(/^### [\s\S]*?(?=^#{1,3} |(?![\s\S]))/gm, '');
}

function around(text, at) {
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
}

/** What holds of a format. */
function byFormat(words, stdout, code) {
  const format = words.includes('--json') ? 'json' : words[words.indexOf('--format') + 1];
  const failed = code === 1 && stdout === '';
  if (failed || words.includes('-o')) return undefined;
  switch (words.includes('--json') || words.includes('--format') ? format : words[0]) {
    case 'json':
    case 'sarif':
    case 'export':
      return readable(() => JSON.parse(stdout), 'JSON');
    case 'junit':
      return readable(() => wellFormed(stdout), 'XML');
    case 'github':
      return stdout
        .split('\n')
        .filter((line) => /^\s*::/.test(line))
        .map((line) =>
          /^::(?:error|warning|notice) (?:file=[^,:]*,)?(?:line=\d+,)?title=[^,:]*::[^\n]*$/.test(line)
            ? undefined
            : `no annotation: ${line}`,
        )
        .find(Boolean);
    case 'porcelain':
      return undefined;
    case 'html':
      return page(stdout);
    case 'dot':
      return lines(
        stdout,
        /^(?:\/\/ .*|digraph beadloom \{|\}| {2}(?:graph|node|edge) \[.*\]| {2}n\d+(?: -> n\d+)? \[(?:, )?(?:\w+=(?:"(?:[^"\\]|\\.)*"|\w+)(?:, )?)*\])$/,
      );
    case 'graph':
    case 'mermaid':
      return lines(
        stdout,
        /^(?:flowchart TD| {2}%% [^{}]*| {2}n\d+(?:\[\[|\(|\[\(|\{\{|\[)"[^"`<>]*"(?:\]\]|\)|\)\]|\}\}|\])| {2}n\d+ (?:-->|-\.->)\|"[^"`<>]*"\| n\d+)$/,
      );
    case 'c4':
      return lines(
        stdout,
        /^(?:C4\w+| {2}title [^{}<>]*| {2}%% [^{}]*| *\w+\(n\d+(?:, (?:n\d+|"[^"<>]*"))*\)(?: \{)?| *\})$/,
      );
    default:
      return undefined;
  }
}

function readable(read, what) {
  try {
    read();
    return undefined;
  } catch (error) {
    return `no ${what}: ${error.message}`;
  }
}

function lines(text, line) {
  const other = text.split('\n').find((one) => one !== '' && !line.test(one));
  return other === undefined
    ? undefined
    : `a line that its grammar does not have: ${JSON.stringify(other.slice(0, 300))}`;
}

/** Throws where a text is no well-formed XML of the kind that reports have: no comments, no CDATA. */
function wellFormed(text) {
  const open = [];
  const token =
    /<\?xml[^<>]*\?>\s*|<(\/?)([a-z-]+)((?:\s+[a-z]+="(?:[^"<&]|&(?:amp|lt|gt|quot|#\d+);)*")*)\s*(\/?)>|(?:[^<>&]|&(?:amp|lt|gt|quot|#\d+);)+/gy;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw new Error(`at ${at}: ${around(text, at)}`);
    const [, closes, name, , empty] = found;
    if (name === undefined) continue;
    if (closes === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else if (empty === '') {
      open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`<${open.pop()}> is open`);
}

/** The page's data is JSON, and it has the scripts that it should have. */
function page(text) {
  if ((text.match(/<script/g) ?? []).length < 3) return 'the page has too few scripts';
  const data = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text)?.[1];
  if (data === undefined) return 'the page has no data';
  if (/alert\(1\)<\/script>/.test(text)) return 'the page has a script of the project';
  return readable(() => JSON.parse(data), 'JSON in the page');
}

/** What is wrong with files that were asked for. */
function written(root, words) {
  const name = words[words.indexOf('-o') + 1] ?? '';
  const path = words.includes('-o')
    ? name
    : words[0] === 'generate-context'
      ? (words[words.indexOf('--out') + 1] ?? '')
      : '';
  const full = join(root, words.includes('-o') || words.includes('--out') ? path : '.beadloom/CONTEXT.md');
  if (path === '' || !existsSync(full)) return undefined;
  return common(path, readFileSync(full, 'utf8'), false);
}
