import type { SetupMcpChange } from '../agents/setup.js';
import { usage } from '../model/error.js';
import { gatewayMoveText } from '../print/gateway-move.js';
import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  tool: string;
  global?: boolean;
  remove?: boolean;
  print?: boolean;
  gateway?: boolean;
}

export const command: CommandModule = {
  summary: 'register the MCP server with a coding agent',
  description:
    "Adds the server to the configuration file of a coding agent: the file of the project, or with --global the file of the user. Other entries, comments and formatting stay byte for byte. --remove deletes the entry. Agents: claude-code, cursor, vscode, windsurf, codex, gemini-cli, zed, opencode. Windsurf only has a file for the user. Without --global its entry names this project.\n\n--gateway moves the servers of the file into .beadloom/gateway.yml and leaves one entry for the gateway in their place. With --global the target is gateway.yml in the user's settings folder. Values of env and headers, and others that look like secrets, become ${NAME} there. Their values go to gateway/secrets.json in the same folder, which only the user may read and Git ignores. A server that the gateway could not run in the same way stays, with the reason. --gateway --remove moves all of them back. An unchanged file gets its old bytes again.",
  examples: [
    { line: 'setup-mcp', note: 'Claude Code, in .mcp.json' },
    { line: 'setup-mcp --tool cursor', note: 'Cursor, in .cursor/mcp.json' },
    { line: 'setup-mcp --tool codex --global', note: 'Codex, for all projects' },
    { line: 'setup-mcp --tool zed --print', note: 'what to write, without writing it' },
    { line: 'setup-mcp --remove', note: 'remove it' },
    { line: 'setup-mcp --gateway --tool cursor', note: 'move its servers behind the gateway' },
    { line: 'setup-mcp --gateway --tool cursor --remove', note: 'move them back' },
  ],
  arguments: [],
  flags: [
    { name: 'tool', value: 'name', help: 'the program', preset: 'claude-code' },
    { name: 'global', help: 'for all projects of this user' },
    { name: 'remove', help: 'remove what this command added' },
    { name: 'gateway', help: 'move the servers that the file names behind the gateway' },
    { name: 'print', help: 'write nothing, print what would be written into an empty file' },
  ],
  run: async (shell, _args, { tool, global, remove, print, gateway }: Options) => {
    if (remove && print) {
      throw usage('--print and --remove cannot be combined', 'leave out --print');
    }
    const script = process.argv[1];
    if (script === undefined) {
      throw usage('the server has no command to call');
    }
    const change: SetupMcpChange = {
      root: shell.root(),
      tool,
      global: global ?? false,
      what: remove ? 'remove' : print ? 'print' : 'install',
      running: [process.execPath, script],
      platform: process.platform,
    };
    const answer = gateway
      ? (await import('../agents/gateway/move.js')).setupGateway(change)
      : (await import('../agents/setup.js')).setupMcp(change);
    if (shell.json) {
      return shell.dataJson(JSON.stringify(answer));
    }
    const { path, outcome, content } = answer;
    if (content !== null) {
      shell.note(`for ${plainLine(path)}`);
      return shell.data(content);
    }
    const how = remove ? '' : `: ${answer.command.join(' ')}`;
    shell.data(plainLine(`${outcomeText(outcome, path)}${how}`));
    if (answer.gateway !== null) {
      const moves = gatewayMoveText(answer.gateway, remove ?? false);
      if (moves !== '') {
        shell.data(moves);
      }
    }
  },
};
