import { type GraphOptions } from '../model/requests.js';
import { jsonOf } from '../model/json.js';
import { usage } from '../model/error.js';
import { GRAPH_PICTURES } from '../model/options.js';
import { plainJson, released } from '../model/harmless.js';
import { counted, plain, plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf, type RefreshFlag } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';
import { out } from '../shell/streams.js';

type Picture = (typeof GRAPH_PICTURES)[number];

interface Options {
  depth?: number;
  format?: Picture | 'json';
  level?: NonNullable<GraphOptions['level']>;
  scope?: string;
  output?: string;
  writeEdges?: boolean;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'draw the architecture graph, or the part around some nodes',
  description:
    'Draws the architecture graph, or the part around some references, as a Mermaid flowchart, a Graphviz file, a C4 diagram, JSON, or one interactive HTML page that works offline.',
  completes: 'nodes',
  examples: [
    { line: 'graph', note: 'the whole graph, ready to paste into Markdown' },
    { line: 'graph payments --depth 1', note: 'payments and its neighbours' },
    { line: 'graph --format html -o graph.html', note: 'a map with search and filters, for a browser' },
    { line: 'graph --format c4 --scope shop', note: 'the containers of shop and what is around them' },
    {
      line: 'graph --format c4-plantuml --level component -o shop.puml',
      note: 'down to components, for PlantUML',
    },
    { line: 'graph --format dot | dot -Tsvg > graph.svg', note: 'drawn by Graphviz' },
    { line: 'graph --write-edges', note: 'dependences into the graph files, for a review' },
    { line: 'graph --json', note: 'nodes and edges with everything that is known about them' },
  ],
  arguments: [argumentOf('graph', 'refs')],
  flags: [
    ...flagsOf('graph', ['depth', 'scope']),
    ...flagsOf('graph', ['format', 'level'], { format: { help: 'output format (default mermaid)' } }),
    { name: 'output', short: 'o', value: 'file', help: 'write to a file instead of the terminal' },
    ...flagsOf('graph', ['refresh']),
    { name: 'write-edges', help: 'write the edges that follow from the code into the graph files' },
  ],
  run: async (shell, refs, options: Options) => {
    const { format, level, output, writeEdges = false, ...rest } = options;
    if (writeEdges) {
      return writeCodeEdges(shell, refs);
    }
    const picture = pictureOf(shell, options);
    await shell.withProject(async (beadloom, work) => {
      const wanted = { ...work, ...rest, refs };
      if (picture === 'json') {
        const answer = await beadloom.graph(wanted);
        await (output === undefined
          ? shell.dataJson(jsonOf(answer))
          : save(shell, output, `${plainJson(jsonOf(answer))}\n`));
        shell.warnStale(answer);
      } else {
        const text = await beadloom.graphPicture(picture, { ...wanted, level });
        // A warning is part of the picture itself.
        const shown = format === 'html' ? text : released(text);
        await (output === undefined ? shell.data(shown) : save(shell, output, shown));
      }
    });
  },
};

async function writeCodeEdges(shell: Shell, refs: readonly string[]): Promise<void> {
  if (refs.length > 0) {
    throw usage('--write-edges writes the edges of the whole graph', 'leave out the references');
  }
  const answer = await shell.withProject((beadloom, work) => beadloom.writeEdges(work));
  const { edges, written } = answer;
  shell.print(answer, () =>
    edges === 0
      ? 'The graph files have every edge that follows from the code'
      : [
          `Wrote ${counted(edges, 'edge')}:`,
          ...written.map((file) => `  ${plainLine(file.path)} (${counted(file.edges, 'edge')})`),
        ].join('\n'),
  );
}

/** What is wanted, if that goes together. @throws BeadloomError `usage` */
function pictureOf(shell: Shell, { format, level, output }: Options): Picture | 'json' {
  if (shell.json && format !== undefined && format !== 'json') {
    throw usage(`--json and --format ${format} exclude each other`);
  }
  const picture = shell.json ? 'json' : (format ?? 'mermaid');
  if (level !== undefined && !picture.startsWith('c4')) {
    throw usage('--level is for --format c4 and c4-plantuml');
  }
  if (picture === 'html' && output === undefined && out.isTTY) {
    throw usage('a page is for a browser, not for a terminal', 'name a file: -o graph.html');
  }
  return picture;
}

async function save(shell: Shell, output: string, text: string): Promise<void> {
  const { writeOutput } = await import('../yaml/files.js');
  writeOutput(output, text);
  shell.note(
    `wrote ${plain(output)} (${Math.ceil(Buffer.byteLength(text) / 1024).toLocaleString('en-US')} KB)`,
  );
}
