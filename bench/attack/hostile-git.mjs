// Repositories that have Git run programs, and what of beadloom asks Git. A program is a script of its own outside of the
// repository that notes that it was run.

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Settings that name a program, or have one run. `@` is the program, what has no value is the program itself. */
export const PROGRAM_KEYS = [
  'alias.config', 'alias.diff', 'alias.diff-index=!@', 'alias.log', 'alias.ls-files=!@', 'alias.status=!@',
  'browser.evil.cmd', 'browser.evil.path', 'core.alternateRefsCommand', 'core.askPass', 'core.editor', 'core.fsmonitor',
  'core.gitProxy', 'core.hooksPath=@.hooks', 'core.pager', 'core.sshCommand', 'credential.helper=!@',
  'credential.https://example.org.helper=!@', 'diff.evil.cachetextconv=true', 'diff.evil.command', 'diff.evil.textconv',
  'diff.external', 'diff.guitool=evil', 'diff.tool=evil', 'difftool.evil.cmd', 'difftool.evil.path', 'fetch.recurseSubmodules=true',
  'filter.evil.clean', 'filter.evil.process', 'filter.evil.required=true', 'filter.evil.smudge', 'gc.auto=1', 'gc.recentObjectsHook',
  'gitcvs.dbDriver', 'gpg.openpgp.program', 'gpg.program', 'gpg.ssh.defaultKeyCommand', 'gpg.ssh.program', 'gpg.x509.program',
  'guitool.evil.cmd', 'help.browser=evil', 'imap.tunnel', 'instaweb.browser', 'instaweb.httpd', 'interactive.diffFilter',
  'log.showSignature=true', 'maintenance.auto=true', 'man.evil.cmd', 'man.evil.path', 'man.viewer=evil', 'merge.evil.driver',
  'merge.evil.recursive=evil', 'merge.tool=evil', 'mergetool.evil.cmd', 'mergetool.evil.path', 'pager.cat-file', 'pager.config',
  'pager.diff', 'pager.diff-index', 'pager.log', 'pager.ls-files', 'pager.ls-tree', 'pager.rev-parse', 'pager.status',
  'protocol.ext.allow=always', 'remote.origin.promisor=true', 'remote.origin.receivepack', 'remote.origin.uploadpack',
  'remote.origin.url=ext::@', 'remote.origin.vcs=evil', 'sendemail.ccCmd', 'sendemail.headerCmd', 'sendemail.smtpServer',
  'sendemail.toCmd', 'sequence.editor', 'ssh.variant=simple', 'submodule.evil.update=!@', 'submodule.recurse=true', 'tar.evil.command',
  'trailer.evil.cmd', 'trailer.evil.command', 'trailer.evil.ifexists=add', 'uploadpack.packObjectsHook',
  'url.ext::@ .insteadOf=https://example.org/', 'web.browser=evil',
]; // prettier-ignore

/** Variables that name a program, a file that is written, or another repository. */
export const VARIABLES = [
  'EDITOR', 'GIT_ASKPASS', 'GIT_EDITOR', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_PROXY_COMMAND', 'GIT_SEQUENCE_EDITOR', 'GIT_SSH',
  'GIT_SSH_COMMAND', 'PAGER', 'SSH_ASKPASS', 'VISUAL', 'GIT_EXEC_PATH=@.hooks', 'GIT_TEMPLATE_DIR=@.hooks', 'GIT_TRACE=@.trace',
  'GIT_TRACE2=@.trace', 'GIT_TRACE2_EVENT=@.trace', 'GIT_TRACE_SETUP=@.trace', 'GIT_CONFIG_COUNT=1;GIT_CONFIG_KEY_0=core.fsmonitor;GIT_CONFIG_VALUE_0=@',
  "GIT_CONFIG_PARAMETERS='core.fsmonitor=@'", 'GIT_DIR=/nowhere', 'GIT_WORK_TREE=/', 'GIT_COMMON_DIR=/nowhere', 'GIT_INDEX_FILE=/nowhere',
  'GIT_OBJECT_DIRECTORY=/nowhere', 'GIT_ALTERNATE_OBJECT_DIRECTORIES=/nowhere', 'GIT_NAMESPACE=evil', 'GIT_PREFIX=evil/',
]; // prettier-ignore

/** Git as nobody in particular. */
const NOBODY = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

/**
 * Runs Git for setting something up.
 * @param {string} root
 * @param {...string} args
 */
export function git(root, ...args) {
  const flags = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...flags, ...args], {
    cwd: root,
    env: { ...process.env, ...NOBODY },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
}

/** Programs outside of every repository, and which of them were run. */
export class Programs {
  /** @param {string} folder an empty one */
  constructor(folder) {
    this.folder = folder;
    mkdirSync(join(folder, 'ran'), { recursive: true });
  }

  /**
   * The program that notes a name.
   * @param {string} name
   */
  of(name) {
    const file = join(this.folder, name.replaceAll(/[^\w.-]/g, '_'));
    if (!existsSync(file)) {
      // What filters wants its input back, what asks for a hook looks for it in a folder.
      writeFileSync(
        file,
        `#!/bin/sh\n: >'${this.folder}/ran/${name.replaceAll(/[^\w.-]/g, '_')}'\nexec cat\n`,
      );
      chmodSync(file, 0o755);
      const hooks = `${file}.hooks`;
      mkdirSync(hooks);
      for (const hook of [
        'pre-commit',
        'post-index-change',
        'reference-transaction',
        'fsmonitor-watchman',
        'git-diff',
      ]) {
        cpSync(file, join(hooks, hook));
      }
    }
    return file;
  }

  /** The names of those that were run since this was asked last, and of files that were written for them. */
  ran() {
    const ran = readdirSync(join(this.folder, 'ran'));
    const traces = readdirSync(this.folder).filter((name) => name.endsWith('.trace'));
    for (const name of ran) rmSync(join(this.folder, 'ran', name));
    for (const name of traces) rmSync(join(this.folder, name));
    return [...ran, ...traces].toSorted();
  }

  /**
   * The value of a line of {@link PROGRAM_KEYS}, with its key.
   * @param {string} line
   */
  setting(line) {
    const [, key = line, value = '@'] = /^(url\..*\.insteadOf|[^=]+)=(.*)$/.exec(line) ?? [];
    const program = this.of(line);
    return { key: key.replaceAll('@', program), value: value.replaceAll('@', program) };
  }

  /**
   * The variables of a line of {@link VARIABLES}.
   * @param {string} line
   * @returns {Record<string, string>}
   */
  variables(line) {
    const program = this.of(line.split('=', 1)[0] ?? line);
    const pairs = line.split(';').map((one) => /^([^=]+)=?(.*)$/s.exec(one) ?? []);
    return Object.fromEntries(
      pairs.map(([, name = '', value]) => [name, (value || '@').replaceAll('@', program)]),
    );
  }
}

/**
 * A repository with a document that is behind: `src/x.py` is changed, `src/z.py` changed and staged, `src/y.py` only written
 * again. Every file has Git's filters and drivers of the name `evil`.
 * @param {string} root
 */
export function repository(root) {
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('.gitattributes', '* filter=evil diff=evil merge=evil\n');
  write('.gitignore', '.beadloom/beadloom.db*\n');
  write('.beadloom/_graph/a.yml', 'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/}\n');
  write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  write('docs/a.md', '# A\n\nSee `one`.\n');
  for (const name of ['x', 'y', 'z']) write(`src/${name}.py`, `def ${name}():\n    return 1\n`);
  git(root, 'init', '--quiet', '.');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'PROJ-123 first');
  return write;
}

/**
 * What comes after the lock was written.
 * @param {string} root
 * @param {(path: string, text: string) => void} write
 */
export function change(root, write) {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'PROJ-123 lock');
  write('src/z.py', 'def z(b):\n    return 1\n');
  git(root, 'add', '--all');
  write('src/x.py', 'def x(a):\n    return 1\n');
  // Another moment, so that Git has to look into it.
  write('src/y.py', readFileSync(join(root, 'src/y.py'), 'utf8'));
}

/**
 * Adds settings to a configuration of Git.
 * @param {string} config the file
 * @param {{ key: string, value: string }[]} settings
 */
export function plant(config, settings) {
  const quoted = (/** @type {string} */ text) =>
    text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`);
  for (const { key, value } of settings) {
    const [section, name] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)];
    const middle = key.slice(section.length + 1, -name.length - 1);
    const head = middle === '' ? `[${section}]` : `[${section} "${quoted(middle)}"]`;
    appendFileSync(config, `${head}\n\t${name} = "${quoted(value)}"\n`);
  }
}

/** What is not for anybody's eyes, in a file and a message of a repository that lies elsewhere. */
export const SECRET = 'the_secret_of_somebody';

/**
 * A repository of somebody else beside the hostile one.
 * @param {string} root
 */
function victim(root) {
  const elsewhere = join(dirname(root), 'victim');
  mkdirSync(join(elsewhere, 'src'), { recursive: true });
  writeFileSync(join(elsewhere, 'src/x.py'), `def ${SECRET}():\n    return 1\n`);
  writeFileSync(join(elsewhere, `${SECRET}.py`), 'x = 1\n');
  git(elsewhere, 'init', '--quiet', '.');
  git(elsewhere, 'add', 'src');
  git(elsewhere, 'commit', '--quiet', '--message', `PROJ-123 ${SECRET}`);
  return elsewhere;
}

/**
 * @typedef {object} Planted
 * @property {string} [cwd] another project than the repository
 * @property {Record<string, string>} [env]
 * @property {boolean} [refused] whether there is nothing to answer, or not all of it
 */

/**
 * Forms of hostile repositories, of a copy of {@link repository} that is changed.
 * @type {Record<string, (root: string, programs: Programs) => Planted>}
 */
export const LAYOUTS = {
  'all settings': (root, programs) => {
    const settings = PROGRAM_KEYS.filter((line) => !line.startsWith('core.hooksPath')).map((line) =>
      programs.setting(line),
    );
    plant(join(root, '.git/config'), settings);
    return {};
  },
  'all variables': (_root, programs) => {
    // The index of a hook is the user's word, as long as it is there.
    return { env: Object.assign({}, ...VARIABLES.map((line) => programs.variables(line))) };
  },
  'an include': (root, programs) => {
    plant(
      join(root, 'evil.cfg'),
      ['core.fsmonitor', 'filter.evil.clean', 'diff.external'].map((line) => programs.setting(line)),
    );
    plant(join(root, '.git/config'), [{ key: 'include.path', value: '../evil.cfg' }]);
    git(root, 'add', 'evil.cfg');
    git(root, 'commit', '--quiet', '--message', 'x', 'evil.cfg');
    return {};
  },
  'a submodule': (root, programs) => {
    const library = join(dirname(root), 'library');
    mkdirSync(library);
    git(library, 'init', '--quiet', '.');
    writeFileSync(join(library, 'lib.py'), 'def lib():\n    return 1\n');
    git(library, 'add', '--all');
    git(library, 'commit', '--quiet', '--message', 'first');
    git(root, 'submodule', '--quiet', 'add', library, 'sub');
    git(root, 'commit', '--quiet', '--message', 'sub', '.gitmodules', 'sub');
    writeFileSync(join(root, 'sub/lib.py'), 'def lib():\n    return 22\n');
    git(join(root, 'sub'), 'commit', '--quiet', '--all', '--message', 'second');
    git(root, 'commit', '--quiet', '--message', 'PROJ-9 later', 'sub');
    writeFileSync(join(root, 'sub/lib.py'), 'def lib():\n    return 333\n');
    const keys = [
      'core.fsmonitor',
      'diff.external',
      'filter.evil.clean',
      'diff.evil.command',
      'diff.evil.textconv',
    ];
    plant(
      join(root, '.git/modules/sub/config'),
      keys.map((line) => programs.setting(line)),
    );
    mkdirSync(join(root, '.git/modules/sub/info'), { recursive: true });
    writeFileSync(join(root, '.git/modules/sub/info/attributes'), '* filter=evil diff=evil\n');
    plant(join(root, '.git/config'), [
      { key: 'diff.submodule', value: 'diff' },
      { key: 'diff.ignoreSubmodules', value: 'none' },
      { key: 'submodule.sub.ignore', value: 'none' },
      { key: 'submodule.recurse', value: 'true' },
      { key: 'status.submoduleSummary', value: 'true' },
    ]);
    return {};
  },
  'a bare repository in a clone': (root, programs) => {
    const folder = join(root, 'vendor/lib');
    cpSync(join(root, '.git'), folder, { recursive: true });
    cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(root, '.beadloom'), join(folder, '.beadloom'), { recursive: true });
    rmSync(join(root, '.git'), { recursive: true });
    const keys = ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.process', 'diff.external'];
    plant(join(folder, 'config'), [
      ...keys.map((line) => programs.setting(line)),
      { key: 'core.bare', value: 'false' },
      { key: 'core.worktree', value: '.' },
    ]);
    writeFileSync(join(folder, 'info/attributes'), '* filter=evil diff=evil\n');
    return { cwd: folder, refused: true };
  },
  'a partial clone': (root, programs) => {
    const keys = [
      'remote.origin.url=ext::@',
      'protocol.ext.allow=always',
      'remote.origin.promisor=true',
      'core.sshCommand',
    ];
    const blob = git(root, 'rev-parse', 'HEAD:src/x.py').trim();
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    plant(join(root, '.git/config'), [
      ...keys.map((line) => programs.setting(line)),
      { key: 'core.repositoryFormatVersion', value: '1' },
      { key: 'extensions.partialClone', value: 'origin' },
    ]);
    return { refused: true };
  },
  'a work tree elsewhere': (root) => {
    plant(join(root, '.git/config'), [{ key: 'core.worktree', value: victim(root) }]);
    return {};
  },
  'a `.git` that leads elsewhere': (root) => {
    rmSync(join(root, '.git'), { recursive: true });
    writeFileSync(join(root, '.git'), `gitdir: ${join(victim(root), '.git')}\n`);
    return { refused: true };
  },
  'a `.git` with the history of another': (root) => {
    writeFileSync(join(root, '.git/commondir'), `${join(victim(root), '.git')}\n`);
    return { refused: true };
  },
  'a `.git` with the index of another': (root) => {
    rmSync(join(root, '.git/index'));
    const elsewhere = victim(root);
    git(elsewhere, 'add', '--all');
    symlinkSync(join(elsewhere, '.git/index'), join(root, '.git/index'));
    return { refused: true };
  },
  'a `git` among what the project brings': (root, programs) => {
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
    cpSync(programs.of('git'), join(root, 'node_modules/.bin/git'));
    appendFileSync(join(root, '.git/info/exclude'), 'node_modules/\n');
    return {
      env: {
        PATH: ['node_modules/.bin', join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      },
    };
  },
};

/** @typedef {{ name: string, args: string[], input?: string, code: number, wrong?: (answer: any) => unknown }} Question */

/** @param {string[]} paths */
const staleOf =
  (...paths) =>
  (/** @type {any} */ { pairs }) => {
    const stale = pairs.filter((/** @type {any} */ one) => one.status === 'stale');
    const found = stale.map((/** @type {any} */ one) => one.code_path).toSorted();
    return found.join() === paths.join() ? undefined : found;
  };

const rpc = (/** @type {object[]} */ ...messages) =>
  messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('');
const tool = (/** @type {number} */ id, /** @type {string} */ name, /** @type {object} */ args) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/**
 * Every command that asks Git, with its exit code and what is wrong with its answer, if anything: what is changed has to be
 * found, and nothing else. Those that write come last.
 * @type {Question[]}
 */
export const QUESTIONS = [
  { name: 'affected', args: ['affected', '--json'], code: 0, wrong: ({ files }) => files.join() !== 'src/x.py,src/z.py' && files },
  { name: 'affected --base', args: ['affected', '--base', 'HEAD', '--json'], code: 0, wrong: ({ files }) => files.join() !== 'src/x.py,src/z.py' && files },
  { name: 'export', args: ['export', '--json'], code: 0, wrong: ({ dirty }) => dirty !== true && 'not dirty' },
  { name: 'ci --base', args: ['ci', '--base', 'HEAD', '--json'], code: 2, wrong: ({ findings }) => findings.filter((/** @type {any} */ one) => one.step === 'sync-check').length !== 2 && findings },
  { name: 'sync-check', args: ['sync-check', '--json'], code: 2, wrong: staleOf('src/x.py', 'src/z.py') },
  { name: 'sync-check --staged', args: ['sync-check', '--staged', '--json'], code: 2, wrong: staleOf('src/z.py') },
  { name: 'sync-check --since', args: ['sync-check', '--since', 'HEAD', '--json'], code: 2, wrong: staleOf('src/x.py', 'src/z.py') },
  { name: 'sync-check --hook', args: ['sync-check', '--hook', '--no-progress'], code: 2 },
  { name: 'diff --since', args: ['diff', '--since', 'HEAD', '--json'], code: 0, wrong: ({ symbols }) => symbols[0]?.changed.length !== 2 && symbols },
  { name: 'ctx PROJ-123', args: ['ctx', 'PROJ-123', '--json'], code: 0, wrong: ({ commits }) => commits.length !== 2 && commits },
  { name: 'ctx --task', args: ['ctx', '--task', 'what does x return', '--json'], code: 0 },
  { name: 'generate-context', args: ['generate-context', '--out', '-'], code: 0 },
  { name: 'prime', args: ['prime'], code: 0 },
  { name: 'status', args: ['status', '--json'], code: 0 },
  { name: 'status --debt', args: ['status', '--debt', '--json'], code: 0 },
  { name: 'docs audit', args: ['docs', 'audit', '--json'], code: 0 },
  { name: 'docs generate', args: ['docs', 'generate', '--dry-run'], code: 0 },
  { name: 'lint', args: ['lint', '--json'], code: 0 },
  { name: 'doctor', args: ['doctor', '--json'], code: 0 },
  { name: 'search', args: ['search', 'x', '--json'], code: 0 },
  { name: 'why', args: ['why', 'a', '--json'], code: 0 },
  { name: 'reindex', args: ['reindex', '--json'], code: 0 },
  { name: 'snapshot', args: ['snapshot', 'save', '--json'], code: 0 },
  {
    name: 'mcp-serve', args: ['mcp-serve'], code: 0,
    input: rpc(
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } },
      { method: 'notifications/initialized' },
      tool(2, 'get_context', { refs: ['PROJ-123'] }), tool(3, 'sync_check', {}), tool(4, 'codebase_overview', {}), tool(5, 'get_index_status', {}),
    ),
  },
  { name: 'install-hooks', args: ['install-hooks', '--json'], code: 0 },
  { name: 'install-hooks --remove', args: ['install-hooks', '--remove', '--json'], code: 0 },
  { name: 'doctor --fix', args: ['doctor', '--fix', '--json'], code: 0 },
  { name: 'sync-update', args: ['sync-update', 'a', '-y', '--json'], code: 0 },
  { name: 'init', args: ['init', '--merge', '--dry-run', '-y'], code: 0 },
]; // prettier-ignore

/**
 * What is wrong with what a command said.
 * @param {Question} question
 * @param {{ code: number | null, stdout: string, stderr: string }} ended
 */
export function fault({ code, wrong }, ended) {
  if (ended.code !== code)
    return `ended with ${ended.code}: ${ended.stderr.trim() || ended.stdout.slice(0, 300)}`;
  if (wrong === undefined) return undefined;
  const found = wrong(JSON.parse(ended.stdout));
  return found ? `answers ${JSON.stringify(found)}` : undefined;
}
