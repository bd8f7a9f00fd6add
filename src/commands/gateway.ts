import type { GatewayLoginAnswer } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import { DEFAULT_RESULTS, MAX_QUERIES, MODES, RESULT_LIMITS, type Mode } from '../gateway/choices.js';
import { plainLine } from '../print/text.js';
import { group, only, type Subcommand } from '../shell/group.js';
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
  limit?: number;
  schema?: boolean;
  all?: boolean;
  yes?: boolean;
  browser: boolean;
  set?: string[];
}

export const command = group<Options>({
  name: 'gateway',
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
    {
      name: 'what',
      help: 'search: the task; test: servers; approve: a server and a tool; add: a file; login, logout: a server',
      variadic: true,
    },
  ],
  flags: [
    { name: 'config', value: 'file', help: 'the file with the servers (default .beadloom/gateway.yml)' },
    ...only(
      ['serve', 'list', 'search'],
      [{ name: 'profile', value: 'name', help: 'a set of servers and tools of the settings' }],
    ),
    ...only(
      ['serve', 'list'],
      [
        {
          name: 'mode',
          value: 'how',
          choices: MODES,
          help: 'what clients are listed (default: the setting mode, else auto)',
        },
      ],
    ),
    ...only(
      ['serve'],
      [
        {
          name: 'http',
          value: '[host:]port',
          help: 'HTTP on this port of this machine instead (0: any port)',
        },
        {
          name: 'token-file',
          value: 'file',
          help: 'with --http: read the token from this file (default: BEADLOOM_MCP_TOKEN, else a new token)',
        },
      ],
    ),
    ...only(['search', 'forget'], [{ name: 'server', value: 'name', help: 'only of this server' }]),
    ...only(['forget'], [{ name: 'tool', value: 'name', help: 'only of this tool, server__tool' }]),
    ...only(
      ['search'],
      [
        { name: 'read-only', help: 'only read-only tools' },
        {
          name: 'limit',
          value: 'n',
          bounds: RESULT_LIMITS,
          help: `maximum results (default ${DEFAULT_RESULTS})`,
        },
        { name: 'schema', help: 'with the schemas of arguments' },
      ],
    ),
    ...only(['forget', 'approve'], [{ name: 'all', help: 'everything' }]),
    ...only(['forget'], [{ name: 'yes', short: 'y', help: 'with --all: do not ask' }]),
    ...only(['login'], [{ name: 'no-browser', help: 'print the address to log in at, and open no browser' }]),
    ...only(
      ['add'],
      [
        {
          name: 'set',
          value: 'name=value',
          variadic: true,
          help: 'a value that the server needs; secrets go to a private file',
        },
      ],
    ),
  ],
  subcommands: {
    serve: {
      run: async (shell, _words, options) => {
        const chosen = await chosenOf(shell, options);
        const { serveGateway } = await import('../gateway/serve.js');
        await serveGateway({ ...chosen, http: options.http, tokenFile: options.tokenFile });
      },
    },
    list: answered(async ({ gateway, print, chosen, shell }) => {
      const answer = await gateway.listGateway(chosen);
      return [answer, () => print.listText(answer, shell.paint, shell.wrapAt)];
    }),
    search: answered(
      async ({ gateway, print, chosen, shell, words, options }) => {
        const { server, readOnly = false, schema = false, limit = DEFAULT_RESULTS } = options;
        const answer = await gateway.searchGateway(chosen, words, { server, readOnly, schema, limit });
        return [answer, () => print.searchText(answer, shell.paint, shell.wrapAt)];
      },
      { needs: 'a task', max: MAX_QUERIES },
    ),
    test: answered(
      async ({ gateway, print, chosen, shell, words }) => {
        const answer = await gateway.testGateway(chosen, words);
        if (answer.failed > 0) {
          process.exitCode = 2;
        }
        return [answer, () => print.testText(answer, shell.paint, shell.wrapAt)];
      },
      { max: Number.POSITIVE_INFINITY },
    ),
    stats: answered(async ({ gateway, print, chosen, shell }) => {
      const answer = await gateway.statsOfGateway(chosen);
      return [answer, () => print.statsText(answer, shell.paint)];
    }),
    forget: answered(
      async ({ gateway, print, chosen, shell, options }) => {
        const { all, server, tool } = options;
        if (all === true) {
          await confirmed(shell, options);
        }
        const answer = await gateway.forgetInGateway(chosen, { all, server, tool });
        return [answer, () => print.forgetText(answer)];
      },
      {
        lacks: (_words, { all, server, tool }) =>
          [all, server, tool].filter((one) => one !== undefined).length === 1
            ? undefined
            : 'needs one of --all, --server and --tool',
      },
    ),
    approve: answered(
      async ({ gateway, print, chosen, words: [server, tool], options: { all } }) => {
        const answer = await gateway.approveInGateway(chosen, { all, server, tool });
        return [answer, () => print.approveText(answer)];
      },
      {
        max: 2,
        lacks: (words, { all }) =>
          words.length > 0 === (all === true) ? 'needs a server, or --all' : undefined,
      },
    ),
    add: {
      needs: 'a file',
      max: 2,
      run: async (shell, [file = '', name], { config, set = [] }) => {
        const { addServer } = await import('../gateway/add.js');
        const answer = addServer({ root: shell.root(), file, name, config, set });
        const { addText } = await import('../print/gateway-servers.js');
        shell.print(answer, () => addText(answer, shell.paint));
      },
    },
    login: {
      needs: 'a server',
      run: async (shell, [server = ''], options) => {
        const { config } = await chosenOf(shell, options);
        const { login } = await import('../gateway/logins.js');
        const say = (line: string) => shell.note(plainLine(line));
        await showLogin(shell, await login(config, server, { browser: options.browser, say }));
      },
    },
    logout: {
      needs: 'a server',
      run: async (shell, [server = ''], options) => {
        const { config } = await chosenOf(shell, options);
        const { logout } = await import('../gateway/logins.js');
        await showLogin(shell, await logout(config, server));
      },
    },
  },
});

type Chosen = Awaited<ReturnType<typeof chosenOf>>;

/** What a subcommand works with. */
interface Call {
  shell: Shell;
  words: string[];
  options: Options;
  chosen: Chosen;
  gateway: typeof import('../gateway/commands.js');
  print: typeof import('../print/gateway.js');
}

/** A subcommand that answers from the gateway, and how its answer is printed. */
function answered(
  ask: (call: Call) => Promise<[answer: object, text: () => string]>,
  takes: Omit<Subcommand<Options>, 'run'> = {},
): Subcommand<Options> {
  return {
    ...takes,
    run: async (shell, words, options) => {
      const chosen = await chosenOf(shell, options);
      const [gateway, print] = await Promise.all([
        import('../gateway/commands.js'),
        import('../print/gateway.js'),
      ]);
      shell.show(...(await ask({ shell, words, options, chosen, gateway, print })));
    },
  };
}

/** The settings that are meant. */
async function chosenOf(shell: Shell, { config: file, mode, profile: name }: Options) {
  const { profileNamed, readConfig } = await import('../gateway/config.js');
  const root = shell.root();
  const config = readConfig({ root, config: file, from: process.cwd(), environment: process.env });
  return { root, config, mode, profile: name === undefined ? undefined : profileNamed(config, name) };
}

async function showLogin(shell: Shell, answer: GatewayLoginAnswer): Promise<void> {
  const { loginText } = await import('../print/gateway-servers.js');
  shell.print(answer, () => loginText(answer));
}

async function confirmed(shell: Shell, { yes }: Options): Promise<void> {
  if (yes === true) {
    return;
  }
  const hint = 'pass -y to delete all that the gateway learned';
  if (!shell.interactive || shell.json) {
    throw usage('there is no terminal to ask', hint);
  }
  const { askYes } = await import('../prompts/confirm.js');
  if (!(await askYes('Delete all that the gateway learned?'))) {
    throw new BeadloomError({ code: 'cancelled', message: 'nothing was deleted', hint });
  }
}
