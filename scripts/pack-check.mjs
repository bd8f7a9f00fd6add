// `npm run pack:check`: what a person gets who installs beadloom. Packs the root package and this platform's,
// installs both into an empty folder with neither cargo nor rustc on the path and without the network, and runs
// them there. `--release`: only an optimised addon will do. `--built`: take the published addon and the shell
// that are there, and build nothing.

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { builtProfile, ensureAddon, ensureInstalled, ensureShell, thisPlatform } from './lib/ensure.mjs';
import { compiledCrates, CRATES, cratesOn, NOTICES, SBOM } from './lib/crates.mjs';
import { addonFile, packageName, platforms } from './lib/platforms.mjs';
import { capture, Failure, hasProgram, heading, npm, output, script } from './lib/process.mjs';
import { stagePlatform, stageRoot } from './lib/staging.mjs';

const MB = 2 ** 20;
const ROOT_LIMIT = 20 * MB;
const ADDON_LIMIT = 50 * MB;
/** Two vocabularies and two tables of embeddings. */
const DATA_FILES = 4;
/** Everything that the root package may hold. */
const ROOT_FILES =
  /^(package\.json|README\.md|LICENSE|dist\/[^\0]+\.(js|d\.ts|txt|md)|dist\/(package|sbom\.cdx)\.json|dist\/data\/[^/]+\.(vocabulary|embedding)|docs\/[^/]+\.md|docs\/schema\/[^/]+\.json)$/;

await script(async (args) => {
  const built = args.includes('--built');
  if (!built) {
    ensureInstalled();
    ensureAddon({ release: args.includes('--release') });
    ensureShell();
  }
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-pack-'));
  try {
    await check(folder, built || builtProfile() === 'release');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('\npack:check passed');
});

async function check(folder, release) {
  const platform = thisPlatform();

  heading('pack');
  const packages = { root: join(folder, 'root'), platform: join(folder, 'platform') };
  stageRoot(packages.root);
  stagePlatform(platform, packages.platform);
  const main = pack(packages.root, folder);
  const native = pack(packages.platform, folder);
  checkContents(main, ROOT_FILES, ROOT_LIMIT);
  const addonOnly = new RegExp(
    `^(${['package.json', 'README.md', 'LICENSE', NOTICES, SBOM, addonFile(platform)].map(literal).join('|')})$`,
  );
  checkContents(native, addonOnly, release ? ADDON_LIMIT : Infinity);
  checkOrigins(packages, [main, native], platform);
  checkVocabularies(join(packages.root, 'dist', 'data'), join(packages.platform, addonFile(platform)));

  heading('install into an empty folder');
  const project = join(folder, 'project');
  makeProject(project);
  const env = withoutRust(process.env);
  const install = npm(
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--no-save',
    join(folder, main.filename),
    join(folder, native.filename),
  );
  output(install[0], install[1], { cwd: project, env });
  const beadloom = (...args) =>
    capture(process.execPath, [join('node_modules', 'beadloom', 'dist', 'cli.js'), ...args], {
      cwd: project,
      env,
    });
  if (!readdirSync(join(project, 'node_modules', '.bin')).some((name) => name.startsWith('beadloom'))) {
    throw new Failure('the installed package has no command `beadloom`');
  }

  heading('run it there');
  const npx = npm('exec', '--offline', '--no', '--', 'beadloom', 'version');
  const version = output(npx[0], npx[1], { cwd: project, env });
  expect(
    version.includes(main.version),
    `\`npx beadloom version\` does not name ${main.version}: ${version}`,
  );
  const answered = succeed(beadloom('version', '--json'), 'version --json');
  expect(JSON.parse(answered).addon === main.version, `the addon is not of this version: ${answered}`);
  succeed(beadloom('init', '--bootstrap', '-y'), 'init --bootstrap -y');
  const status = JSON.parse(succeed(beadloom('status', '--json'), 'status --json'));
  const domain = status.coverage.find((row) => row.kind === 'domain');
  expect(domain !== undefined, 'the bootstrap found no domain');
  const bundle = succeed(beadloom('ctx', domain.ref_id), `ctx ${domain.ref_id}`);
  expect(
    bundle.includes('issue_invoice') || bundle.includes('check_token'),
    `the bundle names no symbol of ${domain.ref_id}: ${bundle}`,
  );
  const server = await handshake(project, env);
  expect(server.serverInfo?.version === main.version, `mcp-serve answered ${JSON.stringify(server)}`);
  console.log(`version, init, status, ctx ${domain.ref_id} and mcp-serve answered`);

  heading('without a vocabulary');
  const data = join(project, 'node_modules', 'beadloom', 'dist', 'data');
  rmSync(data, { recursive: true });
  // What was answered before is known still; this was not.
  const uncounted = beadloom('ctx', domain.ref_id, '--budget', '1234');
  expect(uncounted.status === 1, `exit code ${uncounted.status} instead of 1: ${uncounted.stdout}`);
  expect(
    uncounted.stderr.includes('error[no_vocabulary]') && uncounted.stderr.includes('reinstall beadloom'),
    `the error does not say what is missing: ${uncounted.stderr}`,
  );
  expect(beadloom('status').status === 0, '`status` needs a vocabulary');
  console.log(uncounted.stderr.trim());

  heading('without the platform package');
  rmSync(join(project, 'node_modules', packageName(platform)), { recursive: true });
  const { status: code, stdout, stderr } = beadloom('ctx', domain.ref_id);
  expect(code === 1, `exit code ${code} instead of 1`);
  expect(stdout === '', `something on stdout: ${stdout}`);
  const missing = platforms.filter((row) => !stderr.includes(row.name)).map((row) => row.name);
  expect(missing.length === 0, `the error does not name ${missing.join(', ')}: ${stderr}`);
  expect(stderr.includes('npm run build'), `the error does not say how to build: ${stderr}`);
  expect(beadloom('help').status === 0, '`help` needs the addon');
  expect(beadloom('version').status === 0, '`version` needs the addon');
  console.log(stderr.trim());
}

/** Packs a staged package and prints what npm says of it. */
function pack(source, folder) {
  const [program, args] = npm('pack', '--json', '--pack-destination', folder);
  const [packed] = Object.values(JSON.parse(output(program, args, { cwd: source })));
  console.log(
    `${packed.name} ${packed.version}: ${packed.entryCount} files, ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`,
  );
  return packed;
}

function checkContents(packed, intended, limit) {
  const stray = packed.files.map((file) => file.path).filter((path) => !intended.test(path));
  expect(stray.length === 0, `${packed.name} holds what it should not: ${stray.join(', ')}`);
  expect(
    packed.unpackedSize <= limit,
    `${packed.name} has ${megabytes(packed.unpackedSize)}; the limit is ${megabytes(limit)}`,
  );
}

/** Every crate and every bundled package is named with its licence, and is in the list of parts, of the package that has it. */
function checkOrigins(folders, [main, native], platform) {
  for (const [packed, path] of [
    [main, 'dist/'],
    [native, ''],
  ]) {
    for (const name of [NOTICES, SBOM]) {
      expect(
        packed.files.some((file) => file.path === path + name),
        `${packed.name} holds no ${path}${name}`,
      );
    }
  }
  const named = {
    root: namedIn(join(folders.root, 'dist')),
    platform: namedIn(folders.platform),
  };
  // Where an addon is only tried, there is no cargo to ask.
  const compiled = hasProgram('cargo') ? compiledCrates(platform) : cratesOn(platform).map(nameOf);
  expect(
    compiled.join() === named.platform.join(),
    `what is compiled into the addon differs from ${CRATES}; run \`npm run generate\``,
  );
  console.log(`${named.root.length} packages and ${compiled.length} crates are named with their licences`);
}

/** What a package's list of parts names; fails where one of them stands above no text of the notices beside it. */
function namedIn(folder) {
  const lines = readFileSync(join(folder, NOTICES), 'utf8').split('\n');
  const { components } = JSON.parse(readFileSync(join(folder, SBOM), 'utf8'));
  const names = components.map(nameOf).toSorted();
  const without = names.filter((name) => !lines.some((line) => line.startsWith(`${name} (`)));
  expect(names.length > 0 && without.length === 0, `${NOTICES} has no text for ${without.join(', ')}`);
  return names;
}

/** The vocabularies are in the root package, once, and in no platform's addon. */
function checkVocabularies(folder, addon) {
  const program = readFileSync(addon);
  const names = readdirSync(folder);
  expect(names.length === DATA_FILES, `dist/data holds ${names.join(', ')}`);
  for (const name of names) {
    const table = readFileSync(join(folder, name));
    console.log(`${name}: ${megabytes(table.length)}`);
    // Any stretch of it will do; in the middle are slots, which look like nothing else.
    const middle = table.length >> 1;
    expect(!program.includes(table.subarray(middle, middle + 64)), `${name} is part of the addon too`);
  }
}

/** Two domains, one of which imports the other. */
function makeProject(folder) {
  const files = {
    'package.json': '{ "name": "consumer", "version": "1.0.0", "private": true }\n',
    '.gitignore': 'node_modules/\n',
    'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
    'src/billing/__init__.py': '',
    'src/billing/invoice.py':
      'from auth.tokens import check_token\n\n\ndef issue_invoice(order, token):\n    """Issues an invoice for an order."""\n    check_token(token)\n    return {"order": order}\n',
    'src/billing/ledger.py':
      'from auth.tokens import check_token\n\n\nclass Ledger:\n    """Keeps what was paid."""\n\n    def post(self, token, amount):\n        check_token(token)\n        return amount\n',
    'src/billing/refund.py':
      'from billing.ledger import Ledger\n\n\ndef refund(amount):\n    return Ledger().post("t", -amount)\n',
    'src/auth/__init__.py': '',
    'src/auth/tokens.py':
      'def check_token(token):\n    """Raises unless the token is valid."""\n    if not token:\n        raise ValueError(token)\n',
    'src/auth/keys.py': 'def public_key():\n    return b"key"\n',
    'src/auth/session.py':
      'from auth.tokens import check_token\n\n\ndef open_session(token):\n    check_token(token)\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The environment of a machine without a Rust toolchain; of the path remain folders that hold none. */
function withoutRust(env) {
  const hasRust = (folder) =>
    ['cargo', 'rustc', 'cargo.exe', 'rustc.exe'].some((name) => existsSync(join(folder, name)));
  const path = [dirname(process.execPath), ...(env.PATH ?? '').split(delimiter)].filter(
    (folder) => !hasRust(folder),
  );
  const kept = Object.entries(env).filter(([key]) => !/^(npm_|CARGO|RUST|NAPI_|INIT_CWD)/i.test(key));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), NO_COLOR: '1' };
}

/** Initialises an MCP session over stdio and returns the server's answer. */
async function handshake(project, env) {
  const child = spawn(process.execPath, [join('node_modules', 'beadloom', 'dist', 'cli.js'), 'mcp-serve'], {
    cwd: project,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 'pack-check', version: '1' },
    },
  };
  const timer = setTimeout(() => child.kill(), 30_000);
  try {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    let text = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      text += part;
      const end = text.indexOf('\n');
      if (end >= 0) return JSON.parse(text.slice(0, end)).result ?? {};
    }
    throw new Failure('mcp-serve ended, or said nothing for 30 seconds');
  } finally {
    clearTimeout(timer);
    child.stdin.end();
    child.kill();
  }
}

function nameOf({ name, version }) {
  return `${name} ${version}`;
}

function literal(text) {
  return text.replaceAll('.', '\\.');
}

function succeed({ status, stdout, stderr }, what) {
  expect(status === 0, `\`beadloom ${what}\` ended with ${status}: ${stderr || stdout}`);
  return stdout;
}

function expect(condition, otherwise) {
  if (!condition) throw new Failure(otherwise);
}

function megabytes(bytes) {
  return `${(bytes / MB).toFixed(1)} MB`;
}
