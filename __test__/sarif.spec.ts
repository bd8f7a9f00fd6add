// SARIF and annotations of a workflow, as others read them. The official schema is no part of this project: it is looked
// for where `BEADLOOM_SARIF_SCHEMA` says, else in Cargo's cache, where the crate serde-sarif brings it
// (`cargo fetch` in any project that depends on it).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import test from 'ava';

import { beadloom } from './support/cli.js';
import { fixture, type TestProject } from './support/project.js';

const RULES = '.beadloom/_graph/rules.yml';

/** Rules that give violations with and without lines, ends, members and files, and names that need escaping. */
const BROKEN = `version: 1
tags: {top: [auth], low: [billing]}
rules:
  - {name: "apart: 100 % <sure>", deny: {from: {kind: domain}, to: {kind: domain}}}
  - {name: layers, severity: warn, layers: [{tag: top}, {tag: low}]}
  - {name: nothing, check: {for: {kind: adr}, max_files: 1}}
  - {name: small, check: {for: {kind: domain}, max_symbols: 0}}
  - {name: covered, module_coverage: {}}
  - {name: forbidden, forbid: {from: {kind: feature}, to: {ref_id: auth}}}
`;

function broken(t: Parameters<typeof fixture>[0]): TestProject {
  const where = fixture(t, 'shop');
  where.write(RULES, BROKEN);
  where.write('src/odd name,ü/%run.py', 'def run(): pass\n');
  return where;
}

function schemaFile(): string | undefined {
  const named = process.env['BEADLOOM_SARIF_SCHEMA'];
  if (named) {
    return named;
  }
  const sources = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry', 'src');
  const crates = existsSync(sources)
    ? readdirSync(sources).flatMap((registry) =>
        readdirSync(join(sources, registry))
          .filter((name) => name.startsWith('serde-sarif-'))
          .map((name) => join(sources, registry, name, 'src', 'schema.json')),
      )
    : [];
  return crates.find((path) => existsSync(path));
}

const SCHEMA = schemaFile();

(SCHEMA === undefined ? test.skip : test)('SARIF is valid by the official schema', async (t) => {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA as string, 'utf8')) as Record<
    string,
    object
  >;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  const { stdout } = await beadloom(broken(t), ['lint', '--format', 'sarif']);
  const log = JSON.parse(stdout) as { runs: Array<{ results: Array<{ ruleId: string }> }> };
  t.deepEqual(
    [...new Set(log.runs[0]?.results.map(({ ruleId }) => ruleId))].toSorted(),
    ['apart: 100 % <sure>', 'covered', 'forbidden', 'layers', 'nothing', 'small'].toSorted(),
  );
  t.true(validate(log), JSON.stringify(validate.errors));
  const ci = await beadloom(broken(t), ['ci', '--format', 'sarif']);
  t.regex(ci.stdout, /"ruleId": "covered"/);
  t.true(validate(JSON.parse(ci.stdout)), JSON.stringify(validate.errors));
  for (const args of [['doctor'], ['sync-check'], ['docs', 'audit']]) {
    const { stdout: other } = await beadloom(broken(t), [...args, '--format', 'sarif']);
    t.true(validate(JSON.parse(other)), `${args.join(' ')}: ${JSON.stringify(validate.errors)}`);
  }
  // The schema is one that sees what is wrong.
  t.false(validate({ ...log, version: '2.2' }));
  t.false(validate({ ...log, runs: [{ results: [] }] }));
});

test('SARIF has paths as relative addresses', async (t) => {
  const { stdout } = await beadloom(broken(t), ['lint', '--format', 'sarif']);
  const uris = [...stdout.matchAll(/"uri": "([^"]*)"/g)].map(([, uri]) => uri);
  t.true(uris.includes('src/odd%20name%2C%C3%BC/%25run.py'), uris.join('\n'));
  t.true(
    uris.every((uri) => !uri?.startsWith('/') && !uri?.includes(':')),
    uris.join('\n'),
  );
});

test('annotations have paths relative to the root, and escape what would end them', async (t) => {
  const { stdout } = await beadloom(broken(t), ['lint', '--format', 'github']);
  const lines = stdout.trimEnd().split('\n');
  t.true(
    lines.every((line) => /^::(error|warning) [^:]*title=[^:]*::\S/.test(line)),
    stdout,
  );
  t.true(
    lines.some((line) => line.startsWith('::error file=src/odd name%2Cü/%25run.py,title=covered::')),
    stdout,
  );
  t.true(
    lines.some((line) => line.includes('title=apart%3A 100 %25 <sure>::')),
    stdout,
  );
});
