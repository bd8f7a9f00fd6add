// A rolldown plugin: `import { script, style, notices } from 'beadloom:page/graph'` gives what runs in the page that
// `graph --format html` writes, as strings. The page is a bundle of its own, for browsers, in one file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

import { described, packageFolder } from './third-party-notices.mjs';

const PREFIX = 'beadloom:page/';

export function pageBundle() {
  return {
    name: 'page-bundle',
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) {
        return undefined;
      }
      const folder = new URL(`../src/page/${id.slice(PREFIX.length + 1)}/`, import.meta.url);
      const bundle = await rolldown({
        input: fileURLToPath(new URL('main.ts', folder)),
        platform: 'browser',
        resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
        transform: { target: 'es2022' },
      });
      const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
      await bundle.close();
      const [chunk] = output;
      const modules = Object.keys(chunk.modules);
      const style = readFileSync(new URL('page.css', folder), 'utf8');
      return {
        code: Object.entries({ script: chunk.code, style, notices: notices(modules) })
          .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
          .join(''),
        // For the package's notices: what is inside the string, nobody sees from outside.
        meta: { bundled: modules },
      };
    },
  };
}

/** Licences of the packages inside, which have to stand in every copy, so in every page; equal texts once. */
function notices(modules) {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
  const byText = new Map();
  for (const { title, texts } of [...folders].map(described)) {
    for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  return [...byText]
    .map(([text, titles]) => `${titles.toSorted().join(', ')}\n\n${text}\n`)
    .toSorted()
    .join('\n');
}
