import { type CallToolResult, CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';

import type { CachedAnswer } from '../model/answers.js';
import type { Pieces } from '../model/pieces.js';
import { BeadloomError } from '../model/error.js';
import type { Progress, ReadOptions } from '../model/work.js';
import { plainJson, plainLine, released } from '../model/harmless.js';
import { warningOf } from './coerce.js';
import type { Client, Session } from './session.js';
import { warned } from './tools/said.js';
import { asCall } from './survival.js';

/** What every answer may say about itself. */
export interface AnswerMeta {
  etag?: string;
  warning?: string | null;
  stale_paths?: string[];
}

/** An answer as a text, with the JSON that the text was made of. */
export interface TextAnswer<T> {
  answer: T;
  text: string;
  json?: string;
  /** What the pieces of the text are about, where they are about more than one thing. */
  parts?: Pieces | undefined;
}

/** What a caller says of an answer that it may have already. */
export interface Repeat {
  /** What is asked: tool and arguments. */
  request: string;
  etag?: string | undefined;
  force?: boolean | undefined;
}

/** What a call says of an answer that its caller may have. */
export function repeatOf(name: string, given: unknown): Repeat {
  const { etag, force, ...asked } = (given ?? {}) as Record<string, unknown>;
  const sorted = Object.fromEntries(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    request: `${name} ${JSON.stringify(sorted)}`,
    etag: typeof etag === 'string' ? etag : undefined,
    force: force === true,
  };
}

/** Under which name a result carries the hash of what its text says. */
const ETAG = 'beadloom/etag';

const HINT =
  'Unchanged: you have this answer already. If you no longer have it, call again with force: true.';

/**
 * Calls the library for a tool: the answer as a text, or as structured content and the same text where that is wanted;
 * errors as `isError`.
 *
 * @param asked the tool and its arguments
 * @param repeat where it is given, an answer that the caller has is not sent again
 */
export async function answerTool<T extends object>(
  session: Session,
  context: ServerContext,
  work: (options: ReadOptions) => Promise<TextAnswer<T>>,
  asked: { name: string; given: unknown; notes: readonly string[] },
  repeat?: Repeat,
): Promise<CallToolResult> {
  const warning = warningOf(asked.notes);
  const began = performance.now();
  try {
    const rendered: TextAnswer<T> = await asCall(() => fresh(session, context, work));
    if (context.mcpReq.signal.aborted) {
      // Nobody gets it, so nobody has it.
      return { content: [] };
    }
    const told = repeat === undefined ? rendered : shortened(session, rendered, repeat);
    const { answer, text } = session.served.structured
      ? withWarning(told, warning)
      : aboveText(told, warning);
    const ms = Math.round(performance.now() - began);
    // When the answer is on its way.
    setImmediate(() =>
      noteReceipt(session, context, asked, {
        sent: text,
        json: rendered.json,
        parts: rendered.parts,
        ms,
        cached: told !== rendered,
      }),
    );
    if (session.served.structured) {
      return {
        content: [{ type: 'text', text: plainJson(text) }],
        structuredContent: answer as Record<string, unknown>,
      };
    }
    const { etag } = answer as AnswerMeta;
    // A hash is for programs: it is beside the text, which a model reads.
    const meta = etag === undefined ? {} : { _meta: { [ETAG]: etag } };
    return { content: [{ type: 'text', text: released(text) }], ...meta };
  } catch (thrown) {
    const said = errorText(BeadloomError.from(thrown));
    const text = warning === undefined ? said : `${said}\nwarning: ${plainLine(warning)}`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** An answer with a further warning, as an object that says it in its own field. */
function withWarning<T>(rendered: TextAnswer<T>, warning: string | undefined): TextAnswer<T> {
  if (warning === undefined) {
    return rendered;
  }
  const said = (rendered.answer as AnswerMeta).warning ?? null;
  const answer = { ...rendered.answer, warning: said === null ? warning : `${warning}; ${said}` };
  return { ...rendered, answer, text: JSON.stringify(answer) };
}

/** An answer with a further warning above its text. */
function aboveText<T>(rendered: TextAnswer<T>, warning: string | undefined): TextAnswer<T> {
  return warning === undefined
    ? rendered
    : { ...rendered, text: `> ${plainLine(warning)}\n\n${rendered.text}` };
}

/** Notes what a client was sent. */
function noteReceipt(
  { beadloom, client, served }: Session,
  context: ServerContext,
  { name, given }: { name: string; given: unknown },
  {
    sent,
    json,
    parts,
    ms,
    cached,
  }: { sent: string; json: string | undefined; parts: Pieces | undefined; ms: number; cached: boolean },
): void {
  // In the newer era every request says who sends it.
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const who = (envelope[CLIENT_INFO_META_KEY] as Client | undefined) ?? client();
  beadloom.note(
    {
      is: 'answer',
      channel: 'mcp',
      program: who === undefined ? undefined : `${who.name} ${who.version}`,
      command: name,
      asked: JSON.stringify(given ?? {}),
      session: served.session,
      ms,
      cached,
      parts: cached ? undefined : parts,
    },
    sent,
    cached ? undefined : json,
  );
}

/** Calls the library with an index that is as fresh as the settings allow. */
export async function fresh<T extends object>(
  session: Session,
  context: ServerContext,
  work: (options: ReadOptions) => Promise<T>,
): Promise<T> {
  const { freshness } = session.served;
  const { structured } = session.served;
  const options = {
    signal: context.mcpReq.signal,
    onProgress: progressTo(context),
    // Objects are those of the command line, to the byte.
    hints: structured ? ('commands' as const) : ('tools' as const),
  };
  const answer = await freshness.healed(options, async () => {
    const refresh = await freshness.before(options);
    return work({ ...options, refresh });
  });
  if (session.beadloom.mcpRefresh().behind) {
    freshness.catchUp();
  }
  return answer;
}

/** The answer, or that the caller has it. */
function shortened<T extends object>(
  { served, given }: Session,
  rendered: TextAnswer<T>,
  { request, etag: known, force }: Repeat,
): TextAnswer<T | CachedAnswer> {
  const { etag, warning = null, stale_paths: paths = [] } = rendered.answer as AnswerMeta;
  if (etag === undefined) {
    return rendered;
  }
  // Who names an etag has that answer; who does not has the last one of this connection, whatever came before it.
  const last = given?.last(request);
  const has = known === undefined ? last === etag : known === etag && (last ?? etag) === etag;
  if (force !== true && has) {
    const answer: CachedAnswer = {
      version: 1,
      cached: true,
      etag,
      unchanged_since: served.firstGiven.since(etag),
      hint: HINT,
      warning,
      stale_paths: paths,
    };
    const text = served.structured ? JSON.stringify(answer) : warned(answer, HINT);
    return { answer, text };
  }
  given?.note(request, etag);
  served.firstGiven.note(etag);
  return rendered;
}

/** An error as an agent reads it: the sentence, which carries suggestions, and what to do. */
export function errorText(error: BeadloomError): string {
  const sentence = released(sentenceOf(error));
  return sentence.length > MAX_ERROR_CHARS ? `${sentence.slice(0, MAX_ERROR_CHARS)}…` : sentence;
}

/** Characters of an error, at most: it may quote what was asked. */
const MAX_ERROR_CHARS = 4_000;

function sentenceOf(error: BeadloomError): string {
  const place = [error.path, error.line, error.column].filter((part) => part !== null).join(':');
  const sentence = `${error.code}: ${place === '' ? '' : `${place}: `}${error.message}`;
  return error.toolHint === null ? sentence : `${sentence}\nhint: ${error.toolHint}`;
}

/** Progress goes to a client that asked for it, and may only grow: a new phase starts where the last one was. */
function progressTo(context: ServerContext): ReadOptions['onProgress'] {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) {
    return undefined;
  }
  let phase = '';
  let before = 0;
  let last = 0;
  return (progress: Progress) => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      before = last;
    }
    const now = before + progress.done;
    if (now <= last) {
      return;
    }
    last = now;
    const total = progress.total > 0 ? { total: before + progress.total } : {};
    void context.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress: now, ...total, message: phase },
      })
      .catch(() => undefined); // The client went away; the call itself will notice.
  };
}
