// Writes `docs/languages.md`: the table of languages, and what the reviewed results of each language's fixtures hold.
// `--check`: fail where it is not current.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { emit, replaceBetween } from './lib/generated.mjs';
import { output, root, script } from './lib/process.mjs';

const DOCUMENT = 'docs/languages.md';
const FIXTURES = join(root, 'crates', 'beadloom-lang', 'tests', 'fixtures');
const PROJECTS = join(root, 'crates', 'beadloom-index', 'tests', 'languages');
/** As `SymbolKind` has them, in the order of the table. */
const KINDS = [
  'class',
  'interface',
  'type',
  'function',
  'method',
  'constant',
  'module',
  'component',
  'route',
];

await script((args) => {
  const rows = output('cargo', ['run', '--quiet', '--package', 'beadloom-lang', '--example', 'languages'])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const languages = rows.filter(({ name }) => name).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const parts = [summary(languages), ...languages.map(section)];
  const text = readFileSync(join(root, DOCUMENT), 'utf8').replaceAll('\r\n', '\n');
  const withLanguages = replaceBetween(text, 'languages', parts.join('\n\n'));
  const withFormats = replaceBetween(withLanguages, 'formats', otherText(rows));
  const files = new Map([[DOCUMENT, replaceBetween(withFormats, 'conventions', conventions())]]);
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});

/** The table of conventions, a line for each of its lines. */
function conventions() {
  const rows = output('cargo', [
    'run',
    '--quiet',
    '--package',
    'beadloom-conventions',
    '--example',
    'conventions',
  ])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lines = rows.map(({ framework, imports, files, rule }) => {
    const names = imports.map((name) => `\`${name}\``).join(', ');
    return `| ${framework} | ${names} | ${files.join(', ')} | ${rule} |`;
  });
  return ['| framework | imports | files | what it says |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function summary(languages) {
  const lines = languages.map((language) => {
    const facts = factsOf(language);
    const files = [...language.extensions.map((ending) => `.${ending}`), ...language.file_names];
    const has = [
      facts.forms.size > 0 ? 'yes' : '',
      facts.imports === 0 ? '' : facts.resolved > 0 ? 'resolved' : 'listed',
      facts.references > 0 ? 'yes' : '',
      [...facts.frameworks].toSorted().join(', '),
    ];
    return `| ${language.name} | ${files.map((file) => `\`${file}\``).join(' ')} | ${has.join(' | ')} |`;
  });
  return [
    '| language | files | symbols | imports | references | routes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function otherText(rows) {
  const names = ({ extensions, file_names }) =>
    [...extensions.map((ending) => `.${ending}`), ...file_names].map((name) => `\`${name}\``).join(' ');
  const formats = rows
    .filter(({ format }) => format)
    .map((row) => `| \`${row.format}\` | ${names(row)} | ${row.is_data ? 'yes' : ''} |`);
  const leftOut = rows.filter((row) => row.left_out).map((row) => `- ${row.left_out}: ${names(row)}`);
  return [
    '| format | files | data |',
    '| --- | --- | --- |',
    ...formats,
    '',
    'Left out:',
    '',
    ...leftOut,
  ].join('\n');
}

function section(language) {
  const { forms } = factsOf(language);
  const lines = KINDS.filter((kind) => forms.has(kind)).map(
    (kind) => `- ${kind}: ${[...forms.get(kind)].toSorted().join(', ')}`,
  );
  return [`## ${language.name}`, '', ...lines].join('\n');
}

/** What the expected results of a language's fixtures hold. */
function factsOf(language) {
  const facts = { forms: new Map(), imports: 0, resolved: 0, references: 0, frameworks: new Set() };
  const matches = (file) => {
    const source = basename(file, '.expected');
    return (
      language.file_names.includes(source) ||
      language.extensions.includes(source.split('.').at(-1).toLowerCase())
    );
  };
  const files = readdirSync(FIXTURES, { recursive: true });
  const expectations = files.filter((name) => name.endsWith('.expected'));
  for (const file of expectations.filter(matches)) {
    for (const line of readFileSync(join(FIXTURES, file), 'utf8').split('\n')) read(line.trim(), facts);
  }
  const project = join(PROJECTS, `${language.id}.expected`);
  if (existsSync(project)) {
    for (const line of readFileSync(project, 'utf8').split('\n')) {
      if (/^\s+import .* -> (?!external)/.test(line)) facts.resolved += 1;
    }
  }
  return facts;
}

/** One line of an expected result. */
function read(line, facts) {
  const symbol = /^\S.* \| ([a-z]+) \| ([^|]+) \| \d+-\d+ \| (?:exported|private)$/.exec(line);
  if (symbol) {
    const [, kind, form] = symbol;
    facts.forms.set(kind, (facts.forms.get(kind) ?? new Set()).add(form));
  } else if (/^import \d/.test(line)) facts.imports += 1;
  else if (/^(call|type|inherit) \[/.test(line)) facts.references += 1;
  else if (/^route \d/.test(line)) facts.frameworks.add(line.split(' | ').at(-1));
}
