// Writes the commands into `docs/reference.md`, from the declarations that parsing and `--help` are made of: summaries, arguments,
// options and examples stand once, in `src/commands/`. `--check`: fail where the page is not current.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled } from './lib/ensure.mjs';
import { emit, replaceBetween } from './lib/generated.mjs';
import { root, script } from './lib/process.mjs';

const DOCUMENT = 'docs/reference.md';

await script(async (args) => {
  ensureInstalled();
  const { commands, globals, sections } = await declared();
  const text = readFileSync(join(root, DOCUMENT), 'utf8').replaceAll('\r\n', '\n');
  const made = [
    ['commands', overview(commands)],
    ['global options', globals],
    ['command details', sections],
  ].reduce((before, [name, body]) => replaceBetween(before, name, body), text);
  emit(new Map([[DOCUMENT, made]]), { check: args.includes('--check'), command: 'npm run generate' });
});

/** The commands in the order of `--help`, and what their declarations come to. */
async function declared() {
  // The sources are TypeScript, as they are for the tests.
  await import('@oxc-node/core/register');
  const [{ COMMANDS }, { loaded }, { termOf }, { GLOBAL_FLAGS, VERSION_FLAG }, { usageText }] =
    await Promise.all([
      import('../src/commands/index.ts'),
      import('../src/shell/command.ts'),
      import('../src/shell/flags.ts'),
      import('../src/shell/globals.ts'),
      import('../src/shell/help.ts'),
    ]);
  const flagTable = (flags) =>
    table(
      ['option', 'meaning'],
      flags.map((flag) => [`\`${termOf(flag)}\``, described(flag.help, flag.choices)]),
    );
  const section = ({ name, module }) =>
    [
      `### \`${name}\``,
      prose(module.description ?? sentence(module.summary)),
      `Usage: \`${usageText(name, module)}\``,
      ...(module.arguments.length > 0 ? [argumentTable(module.arguments)] : []),
      ...(module.flags.length > 0 ? [flagTable(module.flags)] : []),
      `\`\`\`sh\n${module.examples.map(({ line, note }) => `# ${note}\nbeadloom ${line}`).join('\n\n')}\n\`\`\``,
    ].join('\n\n');
  const commands = await loaded(COMMANDS);
  return {
    commands,
    globals: flagTable([VERSION_FLAG, ...GLOBAL_FLAGS]),
    sections: commands.map(section).join('\n\n'),
  };
}

function overview(commands) {
  return table(
    ['command', 'what it does'],
    commands.map(({ name, module }) => [`[\`${name}\`](#${name})`, module.summary]),
  );
}

function argumentTable(list) {
  return table(
    ['argument', 'meaning'],
    list.map(({ name, help, required, variadic, choices }) => [
      `\`${name}${variadic ? '…' : ''}\`${required ? '' : ' (optional)'}`,
      described(help, choices),
    ]),
  );
}

function described(text, choices) {
  const one = choices?.map((choice) => `\`${choice}\``).join(', ');
  return prose(one === undefined ? text : `${text}; one of ${one}`);
}

/** A text of `--help` in Markdown: what looks like markup is none. */
function prose(text) {
  return text.replaceAll('<', '&lt;').replaceAll('*', String.raw`\*`);
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function table(head, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
