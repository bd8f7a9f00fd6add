import { accessSync, constants, existsSync } from 'node:fs';

import type { SetupHooksAnswer } from '../../model/answers.js';
import { BeadloomError, usage } from '../../model/error.js';
import { placeInside, readWhole, removeFile, replaceText, writeText } from '../../yaml/files.js';
import { ForeignError, placed } from '../servers.js';
import {
  freshHooks,
  itemsOf,
  withItem,
  withItemChanged,
  withoutItem,
  type FoundItem,
  type HookItem,
} from './entries.js';
import { HOOK_EVENTS, HOOK_PROGRAMS, type HookEvent, type HookProgram } from './programs.js';

/** Seconds after which a program ends a hook that its own bound did not end. */
const PATIENCE_S = 10;

/** What to do. */
export interface HooksChange {
  /** The project. */
  root: string;
  /** Name of the program. */
  tool: string;
  what: 'install' | 'remove' | 'print';
  /** The program and script that run now. */
  running: readonly [program: string, script: string];
  platform: NodeJS.Platform;
}

/**
 * Tells a program to call our hooks, or takes that out again. What else its file says stays byte for byte.
 *
 * @throws BeadloomError `usage` with its place where the file is broken, or has something else where hooks would stand;
 *   `file_changed` where the program wrote to it meanwhile; `not_writable`, `outside_root`
 */
export function setupHooks(change: HooksChange): SetupHooksAnswer {
  const program = programNamed(change.tool);
  const { path } = program;
  const items = wantedItems(program, change);
  const answer = {
    version: 1 as const,
    tool: program.name,
    path,
    events: [...new Set(items.map(({ key }) => key))],
  };
  const fresh = freshHooks(items, program.besides);
  if (change.what === 'print') {
    return { ...answer, outcome: 'printed', content: fresh };
  }
  const place = placeInside(change.root, path);
  const text = readWhole(place, path);
  const there = text !== undefined && inFile(path, text, () => ownItems(text, program).length > 0);
  const next = inFile(path, text, () => {
    if (change.what === 'remove') {
      return there ? taken(text as string, program) : text;
    }
    return text === undefined || text.trim() === ''
      ? (text ?? '') + (text === undefined ? fresh : fresh.trimEnd())
      : put(text, program, items);
  });
  if (next === text) {
    return { ...answer, outcome: change.what === 'remove' ? 'absent' : 'unchanged', content: null };
  }
  write(change.root, path, place, text, next ?? null);
  const outcome = change.what === 'remove' ? 'removed' : there ? 'updated' : 'installed';
  return { ...answer, outcome, content: null };
}

function programNamed(name: string): HookProgram {
  const program = HOOK_PROGRAMS.find((one) => one.name === name);
  if (program === undefined) {
    throw usage(
      `no program with hooks is called ${JSON.stringify(name)}`,
      `one of: ${HOOK_PROGRAMS.map((one) => one.name).join(', ')}`,
    );
  }
  return program;
}

/** What stands in the file of a program, in the order of the events. */
export function wantedItems(
  program: HookProgram,
  how: Pick<HooksChange, 'running' | 'platform'>,
): HookItem[] {
  return HOOK_EVENTS.flatMap((event) => {
    const what = program.events[event];
    if (what === undefined) {
      return [];
    }
    const command = hookCommand(event, program, how);
    const matcher = what.matcher === undefined ? {} : { matcher: what.matcher };
    const timeout = PATIENCE_S * program.perSecond;
    const value = program.grouped
      ? { ...matcher, hooks: [{ type: 'command', command, timeout }] }
      : { command, ...matcher, timeout };
    return [{ event, key: what.key, value }];
  });
}

/** What a shell runs. Where beadloom is gone, or the file came to another machine, it does nothing and says nothing. */
function hookCommand(
  event: HookEvent,
  { name }: HookProgram,
  { running, platform }: Pick<HooksChange, 'running' | 'platform'>,
): string {
  const words = `agent-hook ${event} --program ${name}`;
  if (platform === 'win32') {
    return `${running.map((word) => `"${word}"`).join(' ')} ${words}`;
  }
  const [program, script] = running.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  return `[ ! -x ${program} ] || [ ! -f ${script} ] || ${program} ${script} ${words}`;
}

/** The hooks of ours in a text, in the order of the file's events. @throws JsonSyntaxError, ForeignError */
export function ownItems(text: string, program: HookProgram): FoundItem[] {
  const keys = new Set(Object.values(program.events).map(({ key }) => key));
  return [...keys]
    .flatMap((key) => itemsOf(text, key, program.lenience))
    .filter(({ value, start }) => {
      const commands = commandsOf(value);
      const ours = commands.filter((command) => OURS.test(command));
      if (ours.length > 0 && ours.length < commands.length) {
        throw new ForeignError('a hook of beadloom is in one group with other hooks', start);
      }
      return ours.length > 0;
    });
}

const OURS = new RegExp(String.raw`\bagent-hook (${HOOK_EVENTS.join('|')}) --program `);

/** Which of our events an item is for; undefined where it is none of ours. */
function eventOf(value: unknown): string | undefined {
  return commandsOf(value)
    .map((command) => OURS.exec(command)?.[1])
    .find((event) => event !== undefined);
}

/** The commands of an item: of a hook, or of a group of hooks. */
export function commandsOf(value: unknown): string[] {
  const { command, hooks } = (value ?? {}) as { command?: unknown; hooks?: unknown };
  const all: unknown[] = [
    command,
    ...(Array.isArray(hooks) ? hooks.map((one: { command?: unknown } | null) => one?.command) : []),
  ];
  return all.filter((one): one is string => typeof one === 'string');
}

function put(text: string, program: HookProgram, items: readonly HookItem[]): string {
  let next = text;
  for (const item of items) {
    const found = ownItems(next, program).find(
      ({ key, value }) => key === item.key && eventOf(value) === item.event,
    );
    if (found === undefined) {
      next = withItem(next, item, program.lenience);
    } else if (JSON.stringify(found.value) !== JSON.stringify(item.value)) {
      next = withItemChanged(next, found, item.value);
    }
  }
  return next;
}

/** A text without our hooks; null where nothing else is in it. The last one first: so each finds the text as it was when it was put there. */
export function taken(text: string, program: HookProgram): string | null {
  let next = text;
  for (;;) {
    const last = ownItems(next, program).at(-1);
    if (last === undefined) {
      return next;
    }
    const rest = withoutItem(next, last, program.lenience, program.besides);
    if (rest === null) {
      return null;
    }
    next = rest;
  }
}

/** Writes what is wanted; null takes the file away. Never over what the program wrote since it was read. */
function write(
  root: string,
  path: string,
  place: string,
  before: string | undefined,
  next: string | null,
): void {
  if (before === undefined) {
    return writeText(root, path, next ?? '');
  }
  mustBeWritable(place, path);
  if (next === null && readWhole(place, path) === before) {
    return removeFile(place);
  }
  if (next === null || !replaceText(root, path, next, Buffer.from(before))) {
    throw new BeadloomError({
      code: 'file_changed',
      message: 'another process is changing the file',
      path,
      hint: 'nothing was written; run the command again',
    });
  }
}

/** Who made a file read-only does not want it replaced, though the folder would allow it. */
function mustBeWritable(place: string, path: string): void {
  try {
    accessSync(place, constants.W_OK);
  } catch (cause) {
    if (existsSync(place)) {
      const hint = 'check its permissions';
      throw new BeadloomError(
        { code: 'not_writable', message: `${path} is read-only`, path, hint },
        { cause },
      );
    }
  }
}

/** What is wrong in a file, as an error with its place. */
export function inFile<T>(path: string, text: string | undefined, work: () => T): T {
  return placed(path, text, 'change it by hand; setup-agents --hooks --print prints the hooks', work);
}
