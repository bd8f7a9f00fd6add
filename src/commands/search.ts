import { BOUNDS, SEARCH_FIELDS, type SearchOptions } from '../api/options.js';
import { searchText } from '../print/search.js';
import type { CommandModule } from '../shell/command.js';
import { whole, type RefreshFlag } from '../shell/parse.js';

interface Options extends Pick<
  SearchOptions,
  'kind' | 'in' | 'lang' | 'path' | 'limit' | 'allChunks' | 'explain'
> {
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'find nodes, documents and code',
  description:
    'Finds nodes of the graph, sections of documents and symbols in the code, best first. Quotes, AND, * and the like are plain text; a query that begins with - needs -- before it.',
  examples: [
    { line: 'search "where are retries decided"', note: 'a question, in words' },
    { line: 'search parse http --in code --lang python', note: 'finds parseHTTPHeader as well' },
    { line: 'search Ledger --kind class --json', note: 'one kind of symbol, as JSON' },
  ],
  configure: (parser) => {
    parser
      .argument('<query...>', 'what to find; several words need no quotes')
      .option('--kind <kind>', 'only this kind of node or symbol')
      .option('--lang <language>', 'only code in this language')
      .option('--path <glob>', 'only files that this pattern matches')
      .option('--limit <n>', 'most hits (default 10)', whole(BOUNDS.hits))
      .option('--all-chunks', 'every piece of a file that matches, not only the best')
      .option('--explain', 'why each hit stands where it does')
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
    parser.addOption(
      parser.createOption('--in <field>', 'where to look (default all)').choices(SEARCH_FIELDS),
    );
  },
  run: async (shell, words, options: Options) => {
    const { kind, in: within, lang, path, limit, allChunks, explain, refresh } = options;
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.searchText(words.join(' '), {
        ...work,
        kind,
        in: within,
        lang,
        path,
        limit,
        allChunks,
        explain,
        refresh,
      }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(
        searchText(answer, shell.paint, { columns: shell.columns, whole: shell.globals.verbose ?? false }),
      );
    }
    shell.warnStale(answer);
  },
};
