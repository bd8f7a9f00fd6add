// Every example of docs/federation.md: the repositories that it speaks of, exported and put together.
import { readFileSync } from 'node:fs';

import test from 'ava';

import { VERDICTS } from '../src/model/options.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

interface Example {
  section: string;
  /** By repository, then by path. */
  repositories: Map<string, Record<string, string>>;
  /** What `federate` has to print somewhere. */
  output: string;
}

function examples(): Example[] {
  const page = readFileSync(new URL('../docs/federation.md', import.meta.url), 'utf8');
  const found: Example[] = [];
  let section = '';
  let repositories: Example['repositories'] = new Map();
  const blocks = /^#+ (?<title>.*)$|^```(?<language>\w+)\n(?<body>[^]*?)^```$/gm;
  for (const { groups } of page.matchAll(blocks)) {
    const { title, language, body = '' } = groups as Record<string, string | undefined>;
    if (title !== undefined) {
      section = title.replaceAll('`', '');
    } else if (language === 'text') {
      found.push({ section, repositories, output: body.trimEnd() });
      repositories = new Map();
    } else {
      const place = /^(?:#|\/\/) (?<repo>[a-z]+): (?<path>\S+)\n/.exec(body)?.groups;
      if (place !== undefined) {
        const { repo = '', path = '' } = place;
        repositories.set(repo, { ...repositories.get(repo), [path]: body });
      }
    }
  }
  return found;
}

test('every verdict has an example', (t) => {
  t.deepEqual([...new Set(examples().map(({ section }) => section))].toSorted(), VERDICTS.toSorted());
});

for (const [index, { section, repositories, output }] of examples().entries()) {
  test(`${index}: ${section}`, async (t) => {
    const out = project(t);
    for (const [repo, files] of repositories) {
      const where = project(t, { '.beadloom/config.yml': `repo: ${repo}\n`, ...files });
      const { code, stderr } = await beadloom(where, ['export', '-o', out.path(`${repo}.json`)]);
      t.is(code, 0, stderr);
    }
    const artifacts = [...repositories.keys()].map((repo) => `${repo}.json`);
    const { code, stdout } = await beadloom(out, ['federate', ...artifacts, '--fail-on', section]);
    t.true(stdout.includes(`${output}\n`), stdout);
    t.is(code, 2);
  });
}
