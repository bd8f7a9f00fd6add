import { BeadloomError, usage } from '../model/error.js';
import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  hooks?: boolean;
  tool?: string;
  remove?: boolean;
  print?: boolean;
}

export const command: CommandModule = {
  summary: 'tell coding agents when to use beadloom, in AGENTS.md',
  description:
    'Adds a short block to AGENTS.md, and to CLAUDE.md, GEMINI.md and .github/copilot-instructions.md if they exist. The rest of these files stays byte for byte, and a second run changes nothing. --remove deletes the block.\n\nWith --hooks it writes hooks into the settings of one program instead. The program then calls beadloom when a session starts, with each prompt, after an edit and at the end of a turn. Programs: claude-code, cursor, codex, gemini-cli. The page docs/agents.md of the package says what each hook does.',
  examples: [
    { line: 'setup-agents', note: 'write the block, or bring it up to date' },
    { line: 'setup-agents --remove', note: 'remove it' },
    { line: 'setup-agents --hooks', note: 'hooks of Claude Code, in .claude/settings.local.json' },
    { line: 'setup-agents --hooks --tool cursor --remove', note: 'remove the hooks of Cursor' },
  ],
  arguments: [],
  flags: [
    { name: 'hooks', help: 'write hooks into the settings of a program, not the block' },
    { name: 'tool', value: 'name', help: 'with --hooks: the program (default claude-code)' },
    { name: 'remove', help: 'remove what this command added' },
    { name: 'print', help: 'with --hooks: write nothing, print what would be written into an empty file' },
  ],
  run: async (shell, _args, { hooks, tool, remove, print }: Options) => {
    if (!hooks && (tool !== undefined || print)) {
      throw usage(`--${print ? 'print' : 'tool'} is about hooks`, 'add --hooks, or leave it out');
    }
    if (hooks) {
      return setupHooksOf(shell, tool ?? 'claude-code', remove ?? false, print ?? false);
    }
    const { setupAgents } = await import('../agents/block.js');
    const files = setupAgents(shell.root(), remove ?? false);
    if (shell.json) {
      return shell.dataJson(JSON.stringify({ version: 1, files }));
    }
    shell.data(files.map(({ path, outcome }) => outcomeText(outcome, plainLine(path))).join('\n'));
  },
};

async function setupHooksOf(shell: Shell, tool: string, remove: boolean, print: boolean): Promise<void> {
  const script = process.argv[1];
  if (script === undefined || (remove && print)) {
    throw new BeadloomError({
      code: 'usage',
      message:
        script === undefined
          ? 'the hooks have no command to call'
          : '--print and --remove cannot be combined',
      ...(remove && print ? { hint: 'leave out --print' } : {}),
    });
  }
  const { setupHooks } = await import('../agents/hooks/setup.js');
  const answer = setupHooks({
    root: shell.root(),
    tool,
    what: remove ? 'remove' : print ? 'print' : 'install',
    running: [process.execPath, script],
    platform: process.platform,
  });
  if (shell.json) {
    return shell.dataJson(JSON.stringify(answer));
  }
  const { path, outcome, content, events } = answer;
  if (content !== null) {
    shell.note(`for ${plainLine(path)}`);
    return shell.data(content);
  }
  const how = remove ? '' : `: ${events.join(', ')}`;
  shell.data(plainLine(`${outcomeText(outcome, path)}${how}`));
}
