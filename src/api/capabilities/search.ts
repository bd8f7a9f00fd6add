import type { ModelListAnswer, ModelStatusAnswer, SearchAnswer } from '../answers.js';
import { choice, defined, refreshOf, string } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered } from '../connection.js';
import { BOUNDS, SEARCH_FIELDS, wholeNumber } from '../options.js';
import type { SearchOptions, WorkOptions } from '../options.js';

/** Search, and the models that it compares meaning with. */
export abstract class Search extends Connection {
  /** Nodes, documents and code that a query finds, best first. */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return (await this.searchText(query, options)).answer;
  }

  /** @internal */
  async searchText(query: string, options: SearchOptions = {}): Promise<Rendered<SearchAnswer>> {
    const within = choice('in', options.in, SEARCH_FIELDS);
    const native = defined({
      query: string('query', query),
      kind: options.kind,
      within,
      lang: options.lang,
      path: options.path === undefined ? undefined : this.placeOf(string('path', options.path)),
      limit: wholeNumber('limit', options.limit, BOUNDS.hits),
      allChunks: options.allChunks,
      explain: options.explain,
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.search(native, ...work));
  }

  /** The models that search can compare meaning with: those that are there, and those that are known by name. */
  async modelList(options: WorkOptions = {}): Promise<ModelListAnswer> {
    return (await this.modelListText(options)).answer;
  }

  /** @internal */
  modelListText(options: WorkOptions = {}): Promise<Rendered<ModelListAnswer>> {
    return this.answer(options, (engine, ...work) => engine.modelList(...work));
  }

  /** The same, what serves a search with this project's settings, and how to get more. */
  async modelStatus(options: WorkOptions = {}): Promise<ModelStatusAnswer> {
    return (await this.modelStatusText(options)).answer;
  }

  /** @internal */
  modelStatusText(options: WorkOptions = {}): Promise<Rendered<ModelStatusAnswer>> {
    return this.answer(options, (engine, ...work) => engine.modelStatus(...work));
  }
}
