import type { ReindexAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { ReindexOptions } from '../../model/requests.js';
import type { McpRefresh } from '../../native/native.js';

/** Keeping the index up to date with the files. */
export abstract class Indexing extends Connection {
  /** Brings the index up to date. */
  async reindex(options: ReindexOptions = {}): Promise<ReindexAnswer> {
    return this.ask('reindex', options);
  }

  /** @internal How the MCP server keeps its answers fresh, by the settings and the index of now. */
  mcpRefresh(): McpRefresh {
    return this.engine.mcpRefresh();
  }
}
