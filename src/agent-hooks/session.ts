import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readRegularText } from '../model/reading.js';
import { deleteFile, placeInside, writePrivateText } from '../yaml/files.js';
import { locked } from '../yaml/rewrite.js';

/** What is known of a session of an agent. Lists have no order but that of their coming. */
export interface Session {
  version: 1;
  /** The commit that it began with; null without one. */
  head: string | null;
  /** Ids of what was wrong before anything was changed; null where nobody looked yet. */
  before: string[] | null;
  /** Files that the agent wrote, relative to the root. */
  edited: string[];
  /** Places that it was shown. */
  places: string[];
  /** Ids of findings that it was told of after an edit. */
  edit: string[];
  /** Ids of findings that it was told of when it ended a turn. */
  stop: string[];
  /** Ids of findings that are none of its own. */
  dismissed: string[];
}

/** Beside the index, and named like it: ignore lines know that name. */
const PREFIX = 'beadloom.db-agent-';

/** A list keeps its newest entries. */
const MAX_ENTRIES = 2_000;

/** What was wrong before may be much in an old project; a longer list is no list to compare with. */
export const MAX_EARLIER_FINDINGS = 20_000;

/** A file of a session is read up to this size; a larger one was not written here. */
const MAX_FILE_BYTES = 2 << 20;

/** Sessions that are kept, the newest, and for how long. */
const MAX_SESSIONS = 50;
const KEPT_MS = 14 * 24 * 3_600_000;

const EMPTY: Session = {
  version: 1,
  head: null,
  before: null,
  edited: [],
  places: [],
  edit: [],
  stop: [],
  dismissed: [],
};

/** The file of a session in its project. */
export function sessionPath(session: string): string {
  const name = createHash('sha256').update(session).digest('hex').slice(0, 16);
  return `.beadloom/${PREFIX}${name}`;
}

/** What is known of a session; undefined where nothing is. */
export function readSession(root: string, path: string): Session | undefined {
  try {
    const place = placeInside(root, path);
    if (!lstatSync(place).isFile()) {
      return undefined;
    }
    const value = JSON.parse(readRegularText(place, path, MAX_FILE_BYTES)) as Partial<Session> | null;
    return value?.version === 1 ? repaired(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A file that somebody wrote in has what it says where it says anything of the kind. */
function repaired(value: Partial<Session>): Session {
  const list = (one: unknown): string[] =>
    Array.isArray(one) ? one.filter((text): text is string => typeof text === 'string') : [];
  return {
    version: 1,
    head: typeof value.head === 'string' && /^[0-9a-f]{7,64}$/.test(value.head) ? value.head : null,
    before: Array.isArray(value.before) ? list(value.before) : null,
    edited: list(value.edited),
    places: list(value.places),
    edit: list(value.edit),
    stop: list(value.stop),
    dismissed: list(value.dismissed),
  };
}

/**
 * Changes what is known of a session, one process after the other.
 *
 * @param change is given what is known, and changes it; what it returns is passed on
 * @throws BeadloomError where it cannot be written
 */
export function changeSession<T>(root: string, path: string, change: (session: Session) => T): Promise<T> {
  const place = placeInside(root, path);
  return locked(root, place, path, () => {
    const session = readSession(root, path) ?? structuredClone(EMPTY);
    const before = JSON.stringify(session);
    const result = change(session);
    for (const list of ['edited', 'places', 'edit', 'stop', 'dismissed'] as const) {
      session[list] = session[list].slice(-MAX_ENTRIES);
    }
    const text = JSON.stringify(session);
    if (text !== before) {
      writePrivateText(root, path, text);
    }
    return result;
  });
}

/** Takes away what was kept of old sessions. */
export function pruneSessions(root: string, now: number): void {
  const kept = sessionFiles(root)
    .map(({ place }) => ({ place, at: lstatSync(place).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  kept
    .filter(({ at }, index) => index >= MAX_SESSIONS || now - at > KEPT_MS)
    .forEach(({ place }) => deleteFile(place));
}

/**
 * Notes that findings are not the agent's, in every session that was told of one of them.
 *
 * @returns the ids that no session was told of
 */
export async function dismiss(root: string, ids: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (const { path } of sessionFiles(root)) {
    const told = readSession(root, path);
    const own = ids.filter((id) => told?.edit.includes(id) || told?.stop.includes(id));
    if (own.length > 0) {
      await changeSession(root, path, (session) => {
        session.dismissed = [...new Set([...session.dismissed, ...own])];
      });
      own.forEach((id) => known.add(id));
    }
  }
  return ids.filter((id) => !known.has(id));
}

function sessionFiles(root: string): { path: string; place: string }[] {
  const folder = placeInside(root, '.beadloom');
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX) && /^[0-9a-f]{16}$/.test(name.slice(PREFIX.length)))
    .map((name) => ({ path: `.beadloom/${name}`, place: join(folder, name) }))
    .filter(({ place }) => lstatSync(place).isFile());
}
