import type {
  DocsAuditAnswer,
  DocsGenerateAnswer,
  GenerateDocsAnswer,
  SyncUpdateAnswer,
} from '../../model/answers.js';
import type { PlannedDocument } from '../../model/plan.js';
import { loadNative } from '../../native/load.js';
import { Connection } from '../connection.js';
import type { DocsAuditOptions, DocsGenerateOptions, GenerateDocsOptions } from '../../model/requests.js';

/** Skeletons to write, as the core drafts them. */
interface Skeletons {
  documents: PlannedDocument[];
  left_out: number;
  published_by: string | null;
}

/** Documents themselves: what they claim, and what they can be written from. */
export abstract class Documents extends Connection {
  /** What documents say about paths, links, symbols, commands, versions and counts that is not so. */
  async docsAudit(options: DocsAuditOptions = {}): Promise<DocsAuditAnswer> {
    return this.ask('docsAudit', options);
  }

  /**
   * Writes skeletons of documents for nodes that have none, all or none, and notes in `.beadloom/sync.lock` that they are in
   * step with their code. A file that is there stays as it is.
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
      pairs_synced: 0,
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
      const lock = { newOnly: true, documents: answer.written };
      const { pairs_synced } = await this.ask<SyncUpdateAnswer>('syncUpdate', lock, options);
      answer.pairs_synced = pairs_synced;
    }
    return answer;
  }

  /** What documents of a node, or of all, can be written from. */
  async generateDocs(options: GenerateDocsOptions = {}): Promise<GenerateDocsAnswer> {
    return this.ask('generateDocs', options);
  }

  /** @internal A file of the project as text, or its beginning where that is too long; empty where there is none. */
  async documentText(path: string, maxBytes: number): Promise<string> {
    const { readText } = await import('../../yaml/files.js');
    return loadNative().beginningOf(readText(this.root, path) ?? '', maxBytes);
  }
}
