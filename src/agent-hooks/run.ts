import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import { Beadloom } from '../api/beadloom.js';
import { findProject } from '../api/project.js';
import { findingsOf, type Finding, type Findings } from './findings.js';
import { filesInside, readInput, type HookInput } from './input.js';
import { noteOpened } from './opened.js';
import { isTelling, placesFor } from './places.js';
import { HOOK_EVENTS, HOOK_PROGRAMS, type HookEvent, type HookProgram } from '../agents/hooks/programs.js';
import {
  changeSession,
  dismiss,
  MAX_EARLIER_FINDINGS,
  pruneSessions,
  readSession,
  sessionPath,
  type Session,
} from './session.js';

/** Milliseconds after which a hook gives up, and characters that it says at most. */
const BOUNDS: Record<HookEvent, { ms: number; characters: number }> = {
  start: { ms: 2_000, characters: 8_000 },
  prompt: { ms: 1_000, characters: 1_500 },
  edit: { ms: 2_000, characters: 600 },
  read: { ms: 500, characters: 0 },
  stop: { ms: 3_000, characters: 2_000 },
};

/** Bytes of standard input that are read: a tool's call has the text of a file in it. */
const MAX_INPUT_BYTES = 16 << 20;

/** Milliseconds that the engine has to end what it was told to give up. */
const GRACE_MS = 200;

/** When findings are told of: each once after an edit, and once at the end of a turn. */
type Moment = 'edit' | 'stop';

/** What a hook works with. */
interface Call {
  beadloom: Beadloom;
  input: HookInput;
  /** The file of the session; undefined where the program names none. */
  session: string | undefined;
  signal: AbortSignal;
  /** Says something to the agent, once; `answer` is what the text was made of, as JSON. */
  say: (text: string, answer: string) => void;
}

/**
 * What `beadloom agent-hook` does, without the command line around it, because an agent waits for it. It says what the program's
 * protocol has, or nothing: whatever goes wrong, it is silent and ends with 0. `BEADLOOM_HOOK_DEBUG=1` writes the reason to
 * standard error.
 *
 * @param words behind `agent-hook`: an event with `--program NAME`, or `dismiss ID...`
 */
export async function agentHook(words: readonly string[]): Promise<void> {
  if (words[0] === 'dismiss') {
    return dismissFindings(words.slice(1));
  }
  process.stdout.on('error', () => undefined);
  const event = HOOK_EVENTS.find((one) => one === words[0]);
  const name = words[1] === '--program' ? words[2] : 'claude-code';
  const program = HOOK_PROGRAMS.find((one) => one.name === name);
  if (event === undefined || program === undefined) {
    return debug(`no such event or program: ${words.join(' ')}`);
  }
  const giveUp = new AbortController();
  const bound = boundOf(event);
  // The engine ends its work when it looks at the signal. Standard input may never end by itself.
  const timer = setTimeout(() => {
    debug(`gave up after ${bound} ms`);
    giveUp.abort();
    process.stdin.destroy();
    // Whoever holds the lock of the session may hold it longer.
    setTimeout(() => process.exit(0), GRACE_MS).unref();
  }, bound);
  try {
    await answer(event, program, giveUp.signal);
  } catch (thrown) {
    debug(thrown instanceof Error ? thrown.message : String(thrown));
  } finally {
    clearTimeout(timer);
    process.stdin.destroy();
  }
}

async function answer(event: HookEvent, program: HookProgram, signal: AbortSignal): Promise<void> {
  const input = readInput(await standardInput());
  if (input === undefined || signal.aborted) {
    return debug('standard input is no JSON object');
  }
  if ((event === 'prompt' && !isTelling(input.prompt)) || (event === 'stop' && input.goesOn)) {
    return;
  }
  const { root } = findProject(undefined, input.folder);
  if (!hasIndex(root)) {
    return debug(`${root} has no index`);
  }
  const beadloom = Beadloom.open(root);
  try {
    if (event === 'read') {
      // It asks nothing of the index, and opens none.
      return noteOpened(beadloom, program, input);
    }
    // Not one that was made elsewhere: to build it anew takes longer than an agent waits.
    if (!beadloom.engine.mcpRefresh().indexed) {
      return debug(`the index of ${root} cannot be read`);
    }
    const session = input.session === undefined ? undefined : sessionPath(input.session);
    const began = performance.now();
    const say = (text: string, made: string) => {
      if (!signal.aborted) {
        process.stdout.write(`${JSON.stringify(spoken(event, program, input, text))}\n`);
        const ms = Math.round(performance.now() - began);
        const from = { program: program.name, command: event, session: input.session };
        beadloom.note({ is: 'answer', channel: 'hook', ...from, ms }, text, made);
      }
    };
    if (event === 'edit') {
      noteOpened(beadloom, program, input);
    }
    await ANSWERS[event]({ beadloom, input, session, signal, say });
  } finally {
    beadloom.close();
  }
}

const ANSWERS: Record<Exclude<HookEvent, 'read'>, (call: Call) => Promise<void>> = {
  start: atStart,
  prompt: atPrompt,
  edit: afterEdit,
  stop: atStop,
};

/** An overview; and what is wrong already is noted, so that it is not held against the agent. */
async function atStart({ beadloom, input, session, signal, say }: Call): Promise<void> {
  // A session that is resumed has it.
  if (input.source !== 'resume') {
    const { text, json } = await beadloom.primeSummed({ signal });
    say(withinLines(text, BOUNDS.start.characters), json);
  }
  if (session === undefined) {
    return;
  }
  pruneSessions(beadloom.root, Date.now());
  if (readSession(beadloom.root, session)?.before == null) {
    const found = await findingsOf(beadloom, null, undefined, signal);
    await changeSession(beadloom.root, session, (known) => begin(known, found));
  }
}

/** Places that the prompt is about and that the session was not shown. */
async function atPrompt({ beadloom, input, session, signal, say }: Call): Promise<void> {
  if (session === undefined) {
    return;
  }
  const places = await placesFor(beadloom, input.prompt, signal);
  if (places.length === 0 || signal.aborted) {
    return;
  }
  const fresh = await changeSession(beadloom.root, session, (known) => {
    const unknown = places.filter(({ id }) => !known.places.includes(id));
    known.places.push(...unknown.map(({ id }) => id));
    return unknown;
  });
  if (fresh.length > 0) {
    const lines = ['beadloom: this is most likely about', ...fresh.map(({ text }) => `- ${text}`)];
    const made = JSON.stringify({ places: fresh.map(({ place }) => place) });
    say(withinLines(lines.join('\n'), BOUNDS.prompt.characters), made);
  }
}

/** What the files that were just written break and did not break before. */
async function afterEdit({ beadloom, input, session, signal, say }: Call): Promise<void> {
  const { root } = beadloom;
  const files = filesInside(root, input.folder ?? process.cwd(), input.files);
  if (session === undefined || files.length === 0) {
    return;
  }
  const told = await news({ beadloom, session, signal }, 'edit', files);
  if (told.lines.length > 0) {
    say(['beadloom: after this edit', ...told.lines].join('\n'), JSON.stringify(told.answer));
  }
}

/** What is wrong now and was not when the session began. */
async function atStop({ beadloom, session, signal, say }: Call): Promise<void> {
  if (session === undefined) {
    return;
  }
  const told = await news({ beadloom, session, signal }, 'stop', undefined);
  if (told.lines.length > 0) {
    const mine = `Correct what this session caused. What it did not: ${ownCommand()} agent-hook dismiss ID...`;
    const lines = ['beadloom: new since this session began', ...told.lines, mine];
    say(lines.join('\n'), JSON.stringify(told.answer));
  }
}

/** What a session is told. */
interface News {
  lines: string[];
  /** Which places the lines name, and how many more findings there are. */
  answer: { places: string[]; more: number };
}

const NO_NEWS: News = { lines: [], answer: { places: [], more: 0 } };

/**
 * What the session was not told of yet, as lines; it counts as told from here on.
 *
 * @param files to which it is bounded, and which the agent wrote; undefined: all of the project
 */
async function news(
  { beadloom, session, signal }: { beadloom: Beadloom; session: string; signal: AbortSignal },
  told: Moment,
  files: readonly string[] | undefined,
): Promise<News> {
  const { root } = beadloom;
  const known = readSession(root, session);
  const edited = [...(known?.edited ?? []), ...(files ?? [])];
  const found = await findingsOf(beadloom, known?.head ?? null, edited, signal);
  // Whoever gave up says nothing, so nothing counts as told.
  signal.throwIfAborted();
  return changeSession(root, session, (now) => {
    now.edited = [...new Set([...now.edited, ...(files ?? [])])];
    if (now.before === null) {
      begin(now, found);
      return NO_NEWS;
    }
    if (!found.current) {
      return NO_NEWS;
    }
    const old = new Set([...now.before, ...now[told], ...now.dismissed]);
    const fresh = found.all.filter(
      ({ id, path }) => !old.has(id) && (files === undefined || (path !== null && files.includes(path))),
    );
    const room = BOUNDS[told].characters - ROOM_AROUND[told];
    const shown = fitting(fresh, room);
    now[told].push(...shown.map(({ id }) => id));
    const more = fresh.length - shown.length;
    const lines = [...shown.map(line), ...(more > 0 ? [`- and ${more} more`] : [])];
    return { lines, answer: { places: shown.flatMap(({ places }) => places), more } };
  });
}

/** Characters of what stands around the findings. */
const ROOM_AROUND: Record<Moment, number> = { edit: 60, stop: 500 };

function line({ id, text }: Finding): string {
  return `- [${id}] ${text}`;
}

function fitting(findings: readonly Finding[], room: number): Finding[] {
  let left = room;
  return findings.filter((one) => {
    left -= line(one).length + 1;
    return left >= 0;
  });
}

/** Notes what is wrong before anything was changed. What is behind the files says nothing of that. */
function begin(session: Session, { all, head, current }: Findings): void {
  if (current && session.before === null && all.length <= MAX_EARLIER_FINDINGS) {
    session.before = all.map(({ id }) => id);
    session.head = head;
  }
}

/** What the program takes from a hook. */
function spoken(event: HookEvent, program: HookProgram, { isVsCode }: HookInput, text: string): unknown {
  if (event !== 'stop') {
    return program.context(program.events[event]?.key ?? '', text);
  }
  const goOn = program.goOn(text);
  return isVsCode ? { hookSpecificOutput: { hookEventName: 'Stop', ...(goOn as object) } } : goOn;
}

/** Whole lines, as many as there is room for. */
function withinLines(text: string, most: number): string {
  if (text.length <= most) {
    return text.trimEnd();
  }
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end === -1 ? most : end).trimEnd();
}

function hasIndex(root: string): boolean {
  return lstatSync(join(root, '.beadloom', 'beadloom.db'), { throwIfNoEntry: false })?.isFile() ?? false;
}

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > MAX_INPUT_BYTES) {
      return '';
    }
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** `BEADLOOM_HOOK_TIMEOUT_MS` sets another bound, up to a minute. */
function boundOf(event: HookEvent): number {
  const wanted = Number(process.env['BEADLOOM_HOOK_TIMEOUT_MS'] || Number.NaN);
  return wanted >= 1 && wanted <= 60_000 ? Math.floor(wanted) : BOUNDS[event].ms;
}

/** How an agent calls this very beadloom. */
function ownCommand(): string {
  const script = process.argv[1] ?? '';
  return /[\\/]node_modules[\\/]/.test(script) ? 'npx beadloom' : `node ${JSON.stringify(script)}`;
}

function debug(reason: string): void {
  if (process.env['BEADLOOM_HOOK_DEBUG']) {
    process.stderr.write(`beadloom: ${reason}\n`);
  }
}

/** `beadloom agent-hook dismiss ID...`, which an agent calls for what is none of its own. */
async function dismissFindings(ids: readonly string[]): Promise<void> {
  try {
    const unknown = ids.length === 0 ? [] : await dismiss(findProject().root, ids);
    if (ids.length > 0 && unknown.length === 0) {
      process.stdout.write(`Dismissed: ${ids.join(', ')}\n`);
      return;
    }
    const what = ids.length === 0 ? 'give the ids of findings' : `no session received ${unknown.join(', ')}`;
    process.stderr.write(`beadloom: ${what}\n`);
  } catch (thrown) {
    process.stderr.write(`beadloom: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  }
  process.exitCode = 1;
}
