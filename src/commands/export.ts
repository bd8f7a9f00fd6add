import type { ExportAnswer } from '../model/answers.js';
import { jsonOf } from '../model/json.js';
import type { ReadOptions } from '../model/work.js';
import { counted, plain, plainJson } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

interface Options extends ReadOptions {
  output?: string;
}

export const command: CommandModule = {
  summary: 'write the contracts of this repository for a comparison with others',
  description:
    'Writes an artifact: the name and commit of the repository, its nodes and edges, and its contracts. Contracts come from nodes that declare them, from specifications (OpenAPI, AsyncAPI, GraphQL, protobuf) and from code (AMQP). `beadloom federate` compares the artifacts of many repositories. The same files at the same commit give the same bytes. The page docs/federation.md of the package describes the format.',
  examples: [
    { line: 'export -o orders.json', note: 'an artifact for `beadloom federate`' },
    { line: 'export --json', note: 'the same on one line' },
  ],
  arguments: [],
  flags: [
    { name: 'output', short: 'o', value: 'file', help: 'write to a file instead of the terminal' },
    ...flagsOf('export', undefined, { refresh: { help: 'use the existing index for nodes and edges' } }),
  ],
  run: async (shell, _args, { output, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.export({ ...work, ...options }));
    if (output !== undefined && answer.stale_paths.length > 0) {
      shell.isOfFiles(answer);
      return;
    }
    if (output !== undefined) {
      const { writeOutput } = await import('../yaml/files.js');
      writeOutput(output, `${plainJson(shell.json ? jsonOf(answer) : lines(answer))}\n`);
      shell.note(`wrote ${plain(output)}: ${counts(answer)}`);
    } else {
      shell.dataJson(shell.json ? jsonOf(answer) : lines(answer));
    }
    for (const { path, line, message } of answer.unread) {
      shell.warn(plain(`${path}${line === null ? '' : `:${line}`}: ${message}; it was left out`));
    }
    shell.isOfFiles(answer);
  },
};

/** JSON over lines, so that two artifacts can be compared by eye and errors have a line. */
function lines(answer: ExportAnswer): string {
  return JSON.stringify(answer, null, 1);
}

function counts({ nodes, edges, contracts }: ExportAnswer): string {
  return [
    counted(nodes.length, 'node'),
    counted(edges.length, 'edge'),
    counted(contracts.length, 'contract'),
  ].join(', ');
}
