import type { ModelListAnswer, ModelStatusAnswer, SearchAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { WorkOptions } from '../../model/work.js';
import type { SearchOptions } from '../../model/requests.js';

/** Search, and the models that it compares meaning with. */
export abstract class Search extends Connection {
  /** Nodes, documents and code that a query finds, best first. */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return this.ask('search', { ...options, query });
  }

  /** The models that search can compare meaning with: those that are there, and those that are known by name. */
  async modelList(options: WorkOptions = {}): Promise<ModelListAnswer> {
    return this.ask('modelList', options);
  }

  /** The same, what serves a search with this project's settings, and how to get more. */
  async modelStatus(options: WorkOptions = {}): Promise<ModelStatusAnswer> {
    return this.ask('modelStatus', options);
  }
}
