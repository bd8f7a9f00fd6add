import { helpOf } from '../model/parameter.js';
import { jsonOf } from '../model/json.js';
import { usage } from '../model/error.js';
import { REQUESTS, type ExactOptions, type SearchOptions } from '../model/requests.js';
import { exactText } from '../print/exact.js';
import { searchPieces } from '../print/search.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, type RefreshFlag } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';

interface Options
  extends
    Pick<SearchOptions, 'kind' | 'in' | 'lang' | 'path' | 'limit' | 'allChunks' | 'explain'>,
    Pick<ExactOptions, 'ignoreCase' | 'context'> {
  exact?: string;
  regex?: string;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'find nodes, documents and code, or every line with a text',
  description:
    'Finds nodes of the graph, sections of documents and symbols in the code, best match first. Quotes, AND and * are plain text. Put -- before a query that begins with -.\n\n--exact and --regex print every matching line of the files on disk instead: definitions first, tests only counted. Regular expressions support neither look-around nor back-references. Binary files, files above 8 MB and files with names of secrets are skipped and counted.',
  examples: [
    { line: 'search "where are retries decided"', note: 'a question, in words' },
    { line: 'search parse http --in code --lang python', note: 'finds parseHTTPHeader as well' },
    { line: 'search Ledger --kind class --json', note: 'one kind of symbol, as JSON' },
    { line: 'search --exact "--no-refresh" -C 2', note: 'the lines with this text, and two around each' },
    {
      line: 'search --regex "retry_\\w+\\(" --path src/ --lang python',
      note: 'the lines that match, in some files',
    },
  ],
  arguments: [{ name: 'query', help: 'what to find; several words need no quotes', variadic: true }],
  flags: [
    { name: 'exact', value: 'text', help: 'print every line with this text instead of a query' },
    { name: 'regex', value: 'expression', help: 'print every matching line instead of a query' },
    ...flagsOf('exact', ['ignoreCase', 'context'], {
      ignoreCase: { short: 'i', help: `with --exact or --regex: ${REQUESTS.exact.ignoreCase.help}` },
      context: { short: 'C', help: `with --exact or --regex: ${helpOf(REQUESTS.exact.context)}` },
    }),
    ...flagsOf('search', ['kind'], {
      kind: {
        help: `${REQUESTS.search.kind.help}; with --exact or --regex lines in definitions of this kind`,
      },
    }),
    ...flagsOf('search', ['lang', 'path']),
    // A query and a text have a limit each; the greater of both bounds holds here.
    ...flagsOf('search', ['limit'], {
      limit: {
        help: `${helpOf(REQUESTS.search.limit)}; with --exact or --regex lines (default ${REQUESTS.exact.limit.default})`,
        bounds: REQUESTS.exact.limit.bounds,
      },
    }),
    ...flagsOf('search', ['allChunks', 'explain', 'refresh', 'in']),
  ],
  run: async (shell, words, options: Options) => {
    if (options.exact !== undefined || options.regex !== undefined) {
      await searchLines(shell, words, options);
      return;
    }
    if (words.length === 0) {
      throw usage(
        "missing required argument 'query'",
        'beadloom search WORDS, --exact TEXT or --regex EXPRESSION',
      );
    }
    for (const name of ['ignoreCase', 'context'] as const) {
      if (options[name] !== undefined) {
        throw usage(
          `--${name === 'context' ? 'context' : 'ignore-case'} needs --exact or --regex`,
          'a search by words ignores case and shows surrounding lines',
        );
      }
    }
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.search(words.join(' '), { ...work, ...options }),
    );
    if (shell.json) {
      shell.dataJson(jsonOf(answer));
    } else {
      const layout = { columns: shell.columns, whole: shell.globals.verbose ?? false };
      shell.pieces(searchPieces(answer, shell.paint, layout));
    }
    shell.warnStale(answer);
  },
};

/** The lines with a text, or that a regular expression matches. */
async function searchLines(shell: Shell, words: readonly string[], options: Options): Promise<void> {
  const { exact, regex, ...wanted } = options;
  const other = (['in', 'allChunks', 'explain'] as const).find((name) => options[name] !== undefined);
  if (words.length > 0 || (exact !== undefined && regex !== undefined) || other !== undefined) {
    throw usage(
      'a query, --exact and --regex exclude each other, and --in, --all-chunks and --explain belong to a query',
      'give one text, quoted where it has spaces',
    );
  }
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.exact({ exact, regex }, { ...work, ...wanted }),
  );
  shell.show(answer, () => exactText(answer, shell.paint));
}
