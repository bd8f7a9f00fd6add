// Writes the commands into `docs/reference.md`, from the modules that parse and explain them: summaries, arguments,
// options and examples stand once, in `src/commands/`. `--check`: fail where the page is not current.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled } from './lib/ensure.mjs';
import { emit, replaceBetween } from './lib/generated.mjs';
import { root, script } from './lib/process.mjs';

const DOCUMENT = 'docs/reference.md';

/** Every command has them; they stand once, under the name of the program. */
const EVERYWHERE = new Set(['--version', '--help']);

await script(async (args) => {
  ensureInstalled();
  const commands = await parsed();
  const text = readFileSync(join(root, DOCUMENT), 'utf8').replaceAll('\r\n', '\n');
  const made = [
    ['commands', overview(commands)],
    ['global options', optionTable(globalOptions(commands))],
    ['command details', commands.map(section).join('\n\n')],
  ].reduce((before, [name, body]) => replaceBetween(before, name, body), text);
  emit(new Map([[DOCUMENT, made]]), { check: args.includes('--check'), command: 'npm run generate' });
});

/** The commands in the order of `--help`, each with the parser that it has at run time. */
async function parsed() {
  // The sources are TypeScript, as they are for the tests.
  await import('@oxc-node/core/register');
  const { COMMANDS } = await import('../src/commands/index.ts');
  const { loaded } = await import('../src/shell/command.ts');
  const { buildCommand } = await import('../src/shell/parse.ts');
  return (await loaded(COMMANDS)).map(({ name, module }) => ({
    name,
    module,
    parser: buildCommand(name, module),
  }));
}

function overview(commands) {
  return table(
    ['command', 'what it does'],
    commands.map(({ name, module }) => [`[\`${name}\`](#${name})`, module.summary]),
  );
}

function section({ name, module, parser }) {
  const arguments_ = parser.registeredArguments;
  const options = parser.options.filter((option) => !isGlobal(option));
  return [
    `### \`${name}\``,
    prose(module.description ?? sentence(module.summary)),
    `Usage: \`beadloom ${name} ${parser.usage()}\``,
    ...(arguments_.length > 0 ? [argumentTable(arguments_)] : []),
    ...(options.length > 0 ? [optionTable(options)] : []),
    `\`\`\`sh\n${module.examples.map(({ line, note }) => `# ${note}\nbeadloom ${line}`).join('\n\n')}\n\`\`\``,
  ].join('\n\n');
}

function argumentTable(list) {
  return table(
    ['argument', 'meaning'],
    list.map((argument) => [
      `\`${argument.name()}${argument.variadic ? '…' : ''}\`${argument.required ? '' : ' (optional)'}`,
      described(argument.description, argument.argChoices),
    ]),
  );
}

function optionTable(list) {
  return table(
    ['option', 'meaning'],
    list.map((option) => [`\`${option.flags}\``, described(option.description, option.argChoices)]),
  );
}

/** The options that every command has, its own left out. */
function globalOptions(commands) {
  const { options } = commands[0].parser;
  return options.filter(isGlobal);
}

function isGlobal(option) {
  return EVERYWHERE.has(option.long) || option.helpGroupHeading === 'Global options:';
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
