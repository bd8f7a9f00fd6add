import type {
  MemoriesAcceptAnswer,
  MemoriesImportAnswer,
  MemoriesResolveAnswer,
  RememberAnswer,
} from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { WorkOptions } from '../../model/work.js';
import type {
  MemoriesAcceptOptions,
  MemoriesExportOptions,
  MemoriesAdoptOptions,
  MemoriesImportOptions,
  RememberOptions,
} from '../../model/requests.js';

/** What was learned, kept for later sessions: private in a `memory.db` of this user, shared in `memories.jsonl`. No reindex touches either. */
export abstract class Memory extends Connection {
  /**
   * Keeps a text. The same text again refreshes the memory, another wording of it is merged into it, and what contradicts one
   * replaces it.
   *
   * @throws BeadloomError `memory_refused` for what reads like a secret or an instruction to an agent
   */
  async remember(content: string, options: RememberOptions = {}): Promise<RememberAnswer> {
    const { evidence } = options;
    const places = evidence === undefined ? undefined : [evidence].flat().map((one) => evidenceOf(this, one));
    return this.ask('remember', { ...options, content, evidence: places });
  }

  /** All memories as JSON lines, by id. */
  async exportMemories(options: MemoriesExportOptions = {}): Promise<string> {
    return this.askText('memoriesExport', options);
  }

  /** Adds the memories of JSON lines to the private ones: all, or none where a line is wrong. What is there already stays. */
  async importMemories(lines: string, options: MemoriesImportOptions = {}): Promise<MemoriesImportAnswer> {
    return this.ask('memoriesImport', { ...options, lines });
  }

  /** Takes over the memories of a `memory.db`, whoever made it: those of the project's own file, or added to those that are there. */
  async adoptMemories(file: string, options: MemoriesAdoptOptions = {}): Promise<MemoriesImportAnswer> {
    return this.ask('memoriesAdopt', { ...options, file });
  }

  /**
   * Accepts memories that the repository brought, as they stand now, or with `revoke` no longer: from then on they are shown like the
   * user's own, and stand at the beginning of sessions.
   */
  async acceptMemories(options: MemoriesAcceptOptions = {}): Promise<MemoriesAcceptAnswer> {
    return this.ask('memoriesAccept', options);
  }

  /** Takes the markers of a merge out of `memories.jsonl`, and keeps what both sides have. */
  async resolveMemories(options: WorkOptions = {}): Promise<MemoriesResolveAnswer> {
    return this.ask('memoriesResolve', options);
  }
}

/** A place of code whose path, before a colon and a line, is as the caller writes paths. */
function evidenceOf(connection: Connection, place: string): string {
  if (typeof place !== 'string') {
    return place; // which the core refuses
  }
  const [, path = '', rest = ''] = /^(.*?)((?::\d+(?:-\d+)?)?)$/su.exec(place) ?? [];
  return connection.placeOf(path) + rest;
}
