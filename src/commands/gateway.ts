import { BeadloomError } from '../model/error.js';
import type { Mode } from '../gateway/config.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  config?: string;
  mode?: Mode;
  profile?: string;
  http?: string;
  tokenFile?: string;
  server?: string;
  tool?: string;
  readOnly?: boolean;
  limit?: string;
  schema?: boolean;
  all?: boolean;
  yes?: boolean;
  noBrowser?: boolean;
  set?: string[];
}

const ACTIONS = [
  'serve',
  'list',
  'search',
  'test',
  'stats',
  'forget',
  'approve',
  'add',
  'login',
  'logout',
] as const;

type Action = (typeof ACTIONS)[number];

/** What belongs to which actions. */
const OWN: Partial<Record<keyof Options, readonly Action[]>> = {
  http: ['serve'],
  tokenFile: ['serve'],
  mode: ['serve', 'list'],
  profile: ['serve', 'list', 'search'],
  server: ['search', 'forget'],
  tool: ['forget'],
  readOnly: ['search'],
  limit: ['search'],
  schema: ['search'],
  all: ['forget', 'approve'],
  yes: ['forget'],
  noBrowser: ['login'],
  set: ['add'],
};

/** Results of a search where nobody says how many. */
const LIMIT = 5;

export const command: CommandModule = {
  summary: 'serve many MCP servers as one, with only the tools that matter',
  description:
    'Serves the MCP servers of .beadloom/gateway.yml, or of any file with mcpServers that --config names, as one server. Their tools are called server__tool. With many tools, clients get search tools instead. Rankings improve with use.\n\nserve uses stdin and stdout, or HTTP on this machine. list shows servers and tools, search finds the tools for a task, and stats shows figures of calls. test connects to all servers, or to the named ones, and exits with 2 if one fails. approve SERVER [TOOL] releases a tool whose definition changed. forget deletes learned rankings. add FILE [NAME] adds the server of a server.json of the MCP registry. login SERVER logs in to a server, in the browser or with the rights of its client. logout deletes the login.',
  examples: [
    { line: 'gateway serve', note: 'as the command of an MCP server entry' },
    {
      line: 'gateway serve --config .mcp.json --mode search',
      note: 'the servers of another file, always searched',
    },
    {
      line: 'gateway serve --http 8124 --profile review',
      note: 'a profile over HTTP; the token is printed on stderr',
    },
    { line: 'gateway list', note: 'servers with status, tools and the cost of the list' },
    { line: 'gateway search "open an issue" --schema', note: 'the tools for it, with their arguments' },
    { line: 'gateway test github', note: 'whether one server works' },
    { line: 'gateway approve github create_issue', note: 'after you reviewed the change' },
    { line: 'gateway forget --server github', note: 'delete the learned rankings of one server' },
    {
      line: 'gateway add server.json --set API_KEY=…',
      note: 'a server of the registry, with a value that it needs',
    },
    { line: 'gateway login linear', note: 'if list says that a server needs a login' },
  ],
  arguments: [
    { name: 'action', help: ACTIONS.join(', '), required: true, choices: ACTIONS },
    {
      name: 'what',
      help: 'search: the task; test: servers; approve: a server and a tool; add: a file; login, logout: a server',
      variadic: true,
    },
  ],
  flags: [
    { name: 'config', value: 'file', help: 'the file with the servers (default .beadloom/gateway.yml)' },
    {
      name: 'profile',
      value: 'name',
      help: 'serve, list, search: a set of servers and tools of the settings',
    },
    {
      name: 'mode',
      value: 'how',
      choices: ['auto', 'all', 'search', 'filter'],
      help: 'serve, list: what clients are listed (default: the setting mode, else auto)',
    },
    {
      name: 'http',
      value: '[host:]port',
      help: 'serve: HTTP on this port of this machine instead (0: any port)',
    },
    {
      name: 'token-file',
      value: 'file',
      help: 'serve --http: read the token from this file (default: BEADLOOM_MCP_TOKEN, else a new token)',
    },
    { name: 'server', value: 'name', help: 'search, forget: only of this server' },
    { name: 'tool', value: 'name', help: 'forget: only of this tool, server__tool' },
    { name: 'read-only', help: 'search: only tools that say that they change nothing' },
    { name: 'limit', value: 'n', help: `search: results at most; ${LIMIT} if left out` },
    { name: 'schema', help: 'search: with the schemas of arguments' },
    { name: 'all', help: 'forget, approve: everything' },
    { name: 'yes', short: 'y', help: 'forget --all: without being asked' },
    { name: 'no-browser', help: 'login: print the address to log in at, and open no browser' },
    {
      name: 'set',
      value: 'name=value',
      variadic: true,
      help: 'add: a value that the server needs; secrets go to a private file',
    },
  ],
  run: async (shell, [action = '', ...words], options: Options) => {
    const what = action as Action;
    check(what, words, options);
    const { profileNamed, readConfig } = await import('../gateway/config.js');
    const root = shell.root();
    if (what === 'add') {
      const { addServer } = await import('../gateway/add.js');
      const [file = '', name] = words;
      const added = addServer({ root, file, name, config: options.config, set: options.set ?? [] });
      const { addText } = await import('../print/gateway-servers.js');
      return show(shell, added, () => addText(added, shell.paint));
    }
    const config = readConfig({
      root,
      config: options.config,
      from: process.cwd(),
      environment: process.env,
    });
    const { mode, profile: name } = options;
    const profile = name === undefined ? undefined : profileNamed(config, name);
    const chosen = { root, config, mode, profile };
    if (what === 'serve') {
      const { serveGateway } = await import('../gateway/serve.js');
      const { http, tokenFile } = options;
      await serveGateway({ ...chosen, http, tokenFile });
      return;
    }
    const [gateway, text] = await Promise.all([
      import('../gateway/commands.js'),
      import('../print/gateway.js'),
    ]);
    switch (what) {
      case 'list': {
        const answer = await gateway.listGateway(chosen);
        show(shell, answer, () => text.listText(answer, shell.paint, shell.wrapAt));
        break;
      }
      case 'search': {
        const { server, readOnly, schema } = options;
        const limit = wholeOf(options.limit);
        const answer = await gateway.searchGateway(chosen, words, {
          server,
          readOnly: readOnly ?? false,
          schema: schema ?? false,
          limit,
        });
        show(shell, answer, () => text.searchText(answer, shell.paint, shell.wrapAt));
        break;
      }
      case 'test': {
        const answer = await gateway.testGateway(chosen, words);
        show(shell, answer, () => text.testText(answer, shell.paint, shell.wrapAt));
        if (answer.failed > 0) {
          process.exitCode = 2;
        }
        break;
      }
      case 'stats': {
        const answer = await gateway.statsOfGateway(chosen);
        show(shell, answer, () => text.statsText(answer, shell.paint));
        break;
      }
      case 'login':
      case 'logout': {
        const { login, logout } = await import('../gateway/logins.js');
        const [server = ''] = words;
        const answer =
          what === 'login'
            ? await login(config, server, {
                browser: options.noBrowser !== true,
                say: (line) => shell.note(plainLine(line)),
              })
            : await logout(config, server);
        const { loginText } = await import('../print/gateway-servers.js');
        show(shell, answer, () => loginText(answer));
        break;
      }
      case 'forget': {
        const { all, server, tool } = options;
        if (all === true) {
          await confirmed(shell, options);
        }
        const answer = await gateway.forgetInGateway(chosen, { all, server, tool });
        show(shell, answer, () => text.forgetText(answer));
        break;
      }
      case 'approve': {
        const [server, tool] = words;
        const answer = await gateway.approveInGateway(chosen, { all: options.all, server, tool });
        show(shell, answer, () => text.approveText(answer));
        break;
      }
    }
  },
};

function show(shell: Shell, answer: object, text: () => string): void {
  shell.show(answer, text);
}

function check(action: Action, words: readonly string[], options: Options): void {
  for (const [name, actions] of Object.entries(OWN)) {
    const given = options[name as keyof Options];
    if (given !== undefined && !actions.includes(action)) {
      throw usage(
        `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} belongs to gateway ${actions.join(', ')}`,
      );
    }
  }
  const most = {
    serve: 0,
    list: 0,
    search: 5,
    test: 1_000,
    stats: 0,
    forget: 0,
    approve: 2,
    add: 2,
    login: 1,
    logout: 1,
  }[action];
  if (words.length > most) {
    throw usage(
      most === 0 ? `gateway ${action} takes no '${words[0]}'` : `gateway ${action} takes ${most} at most`,
    );
  }
  if ((action === 'login' || action === 'logout') && words.length === 0) {
    throw usage(`gateway ${action} needs a server`);
  }
  if (action === 'add' && words.length === 0) {
    throw usage('gateway add needs a file');
  }
  if (action === 'search' && words.length === 0) {
    throw usage('gateway search needs a task');
  }
  if (action === 'approve' && words.length > 0 === (options.all === true)) {
    throw usage('gateway approve needs a server, or --all');
  }
  const chosen = [options.all, options.server, options.tool].filter((one) => one !== undefined);
  if (action === 'forget' && chosen.length !== 1) {
    throw usage('gateway forget needs one of --all, --server and --tool');
  }
}

async function confirmed(shell: Shell, { yes }: Options): Promise<void> {
  if (yes === true) {
    return;
  }
  const hint = 'pass -y to delete all that the gateway learned';
  if (!shell.interactive || shell.json) {
    throw new BeadloomError({ code: 'usage', message: 'there is no terminal to ask', hint });
  }
  const { askYes } = await import('../prompts/confirm.js');
  if (!(await askYes('Delete all that the gateway learned?'))) {
    throw new BeadloomError({ code: 'cancelled', message: 'nothing was deleted', hint });
  }
}

function wholeOf(limit: string | undefined): number {
  const number = Number(limit ?? LIMIT);
  if (!Number.isInteger(number) || number < 1 || number > 50) {
    throw usage('--limit must be a whole number from 1 to 50');
  }
  return number;
}

function usage(message: string): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint: 'see beadloom gateway --help' });
}
