import type { DocsGenerateAnswer } from '../../model/answers.js';
import type { PlannedDocument } from '../../model/plan.js';
import { loadNative } from '../../native/load.js';
import { Connection } from '../connection.js';
import type { DocsGenerateOptions } from '../../model/requests.js';

/** Skeletons to write, as the core drafts them. */
interface Skeletons {
  documents: PlannedDocument[];
  left_out: number;
  published_by: string | null;
}

/** Documents that are written. */
export abstract class Documents extends Connection {
  /**
   * Writes skeletons of documents for nodes that have none, all or none. A skeleton is compared with no code until someone has
   * reviewed it. A file that is there stays as it is.
   */
  async docsGenerate(options: DocsGenerateOptions = {}): Promise<DocsGenerateAnswer> {
    const { documents, left_out, published_by } = await this.ask<Skeletons>('docsGenerate', options);
    // Commands that only read shall not load what writes.
    const [{ isThere }, { Changes }] = await Promise.all([
      import('../../yaml/files.js'),
      import('../../yaml/changes.js'),
    ]);
    const changes = new Changes(this.root);
    const answer: DocsGenerateAnswer = {
      version: 1,
      written: [],
      kept: [],
      left_out,
      published_by,
    };
    for (const { path, content } of documents) {
      const there = isThere(this.root, path);
      (there ? answer.kept : answer.written).push(path);
      if (!there) {
        changes.write(path, content);
      }
    }
    if (!options.dryRun && answer.written.length > 0) {
      changes.carryOut();
    }
    return answer;
  }

  /** @internal A file of the project as text, or its beginning where that is too long; empty where there is none. */
  async documentText(path: string, maxBytes: number): Promise<string> {
    const { readText } = await import('../../yaml/files.js');
    return loadNative().beginningOf(readText(this.root, path) ?? '', maxBytes);
  }
}
