// Writes the sample output of docs/reference.md: real commands on a copy of the fixture `shop`. Only commands whose output
// says nothing of the machine or the time. `--check`: fail where it is not current.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureAddon, ensureShell } from './lib/ensure.mjs';
import { emit, replaceBetween } from './lib/generated.mjs';
import { output, root, script } from './lib/process.mjs';

const DOCUMENT = 'docs/reference.md';

const COMMANDS = [['ctx', 'FEAT-7'], ['why', 'auth'], ['search', 'who checks a token'], ['graph']];

await script((args) => {
  ensureAddon();
  ensureShell();
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-transcript-'));
  try {
    cpSync(join(root, '__test__', 'fixtures', 'shop'), folder, { recursive: true });
    const parts = COMMANDS.map((words) => {
      const shown = words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
      const text = output(process.execPath, [join(root, 'dist', 'cli.js'), ...words], { cwd: folder });
      return `$ npx beadloom ${shown}\n${text.trimEnd()}`;
    });
    const page = readFileSync(join(root, DOCUMENT), 'utf8').replaceAll('\r\n', '\n');
    // Four backquotes: what is shown has fences of its own.
    const block = `\`\`\`\`text\n${parts.join('\n\n')}\n\`\`\`\``;
    emit(new Map([[DOCUMENT, replaceBetween(page, 'transcript', block)]]), {
      check: args.includes('--check'),
      command: 'npm run generate',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
