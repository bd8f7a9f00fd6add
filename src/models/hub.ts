import { BeadloomError, usage } from '../model/error.js';
import { VERSION } from '../model/version.js';

/** Where models come from unless `HF_ENDPOINT` names a mirror. */
const DEFAULT = 'https://huggingface.co';
const MAX_REDIRECTS = 10;
/** Milliseconds until a server must have begun to answer. */
const HEADERS_WITHIN_MS = 30_000;

const ELSEWHERE =
  'set HF_ENDPOINT to a mirror that can be reached, or put the files of the model into a folder outside the project and name that as `search.model`';

/** A checksum that a server gave: of the content, or of the content as Git keeps it. */
export interface Checksum {
  kind: 'sha256' | 'git';
  hex: string;
}

/** What a server answered for a file. */
export interface Reply {
  status: number;
  /** Bytes of the whole file; undefined where the server does not say. */
  size: number | undefined;
  /** Where the body begins in the file: above 0 only where the server went along with the range. */
  start: number;
  checksum: Checksum | undefined;
  /** What tells one content of the file from the next; undefined where the server does not say. */
  tag: string | undefined;
  /** The commit that the file is of. */
  revision: string | undefined;
  body: ReadableStream<Uint8Array> | null;
}

/** A host of models, as Hugging Face's and its mirrors are. */
export class Hub {
  readonly #base: URL;

  /** @throws BeadloomError `usage` where the address is none */
  constructor(address: string = process.env['HF_ENDPOINT'] || DEFAULT) {
    let base: URL | undefined;
    try {
      base = new URL(address.endsWith('/') ? address : `${address}/`);
    } catch {
      // Said below.
    }
    if (base === undefined || !['http:', 'https:'].includes(base.protocol)) {
      throw usage('HF_ENDPOINT is not a URL of a web server', 'it looks like https://models.example.org');
    }
    this.#base = base;
  }

  /** As errors name it. */
  get host(): string {
    return this.#base.host;
  }

  /** The address of a model's file. */
  fileUrl(name: string, revision: string, path: string): URL {
    return new URL(`${name}/resolve/${revision}/${path}`, this.#base);
  }

  /**
   * Asks for a file, from byte `from` on. The body has to be read or cancelled.
   *
   * Redirects are followed here, for the checksum stands in the answer that redirects: it is that of the host, not
   * of the store that the file lies in.
   *
   * @throws BeadloomError `download_failed`, `cancelled`
   */
  async get(url: URL, from: number, signal: AbortSignal): Promise<Reply> {
    // What the host's own answers said; a store's would say something else by the same names.
    const said = new Headers();
    let at = url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await this.#request(at, from, signal);
      if (at.origin === this.#base.origin) {
        response.headers.forEach((value, name) => said.set(name, value));
      }
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null) {
        return reply(response, said);
      }
      await response.body?.cancel();
      at = this.#follow(at, location);
    }
    throw this.failure(`${this.host} redirects in circles`);
  }

  /** An error about this host. */
  failure(message: string, cause?: unknown): BeadloomError {
    return new BeadloomError(
      { code: 'download_failed', message, hint: ELSEWHERE, causes: causes(cause) },
      { cause },
    );
  }

  async #request(url: URL, from: number, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {
      'user-agent': `beadloom/${VERSION}`,
      // Sizes and ranges are those of the file, not of a compressed one.
      'accept-encoding': 'identity',
    };
    if (from > 0) {
      headers['range'] = `bytes=${from}-`;
    }
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), HEADERS_WITHIN_MS);
    try {
      // The limit ends with the headers; the body has one of its own.
      const either = AbortSignal.any([signal, limit.signal]);
      return await fetch(url, { headers, redirect: 'manual', signal: either });
    } catch (cause) {
      if (signal.aborted) {
        throw stopped(signal.reason);
      }
      const why = limit.signal.aborted ? 'it does not answer' : reason(cause);
      throw this.failure(`${url.host} cannot be reached: ${why}`, cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #follow(from: URL, location: string): URL {
    let to: URL | undefined;
    try {
      to = new URL(location, from);
    } catch {
      // Said below.
    }
    const allowed = from.protocol === 'http:' ? ['http:', 'https:'] : ['https:'];
    if (to === undefined || !allowed.includes(to.protocol)) {
      throw this.failure(`${from.host} redirects to a host that beadloom does not follow`);
    }
    return to;
  }
}

/** The work was given up. */
export function stopped(cause: unknown): BeadloomError {
  return new BeadloomError(
    { code: 'cancelled', message: 'the download was cancelled', hint: 'the same command continues it' },
    { cause },
  );
}

function reply(response: Response, said: Headers): Reply {
  const { status, headers } = response;
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  const start = status === 206 && range !== null ? Number(range[1]) : 0;
  const length = whole(headers.get('content-length'));
  const linked = whole(said.get('x-linked-size'));
  const size =
    linked ??
    whole(range?.[2]) ??
    (status === 200 && headers.get('content-encoding') === null ? length : undefined);
  const given = bare(said.get('x-linked-etag')) ?? bare(said.get('etag'));
  const revision = said.get('x-repo-commit') ?? undefined;
  return {
    status,
    size,
    start,
    checksum: checksum(given),
    tag: given ?? bare(headers.get('etag')),
    revision: revision !== undefined && /^[0-9a-f]{40}$/.test(revision) ? revision : undefined,
    body: response.body,
  };
}

function whole(text: string | null | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** An entity tag without quotes and the sign of weakness. */
function bare(tag: string | null): string | undefined {
  return tag?.replace(/^W\//, '').replaceAll('"', '') || undefined;
}

/** Files of several megabytes are named by their SHA-256, others by the hash that Git gives them. */
function checksum(tag: string | undefined): Checksum | undefined {
  if (tag !== undefined && /^[0-9a-f]{64}$/.test(tag)) {
    return { kind: 'sha256', hex: tag };
  }
  return tag !== undefined && /^[0-9a-f]{40}$/.test(tag) ? { kind: 'git', hex: tag } : undefined;
}

/** `fetch` hides what went wrong in the causes of what it throws. */
function reason(thrown: unknown): string {
  const inner = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = (inner as { code?: unknown } | null)?.code;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name cannot be resolved; check the network';
    case 'ECONNREFUSED':
      return 'it refuses the connection';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'it ended the connection';
    default:
      return inner instanceof Error && inner.message !== '' ? inner.message : String(code ?? inner);
  }
}

function causes(thrown: unknown): string[] {
  const found: string[] = [];
  for (let at: unknown = thrown; at instanceof Error && found.length < 4; at = at.cause) {
    found.push(at.message);
  }
  return found;
}
