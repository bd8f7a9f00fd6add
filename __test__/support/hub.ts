import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ExecutionContext } from 'ava';

/** The commit that the server's files are of. */
export const COMMIT = 'c0ffee'.padEnd(40, '0');

/** What a server does otherwise than it should. */
export interface Fault {
  /** Ends the connection after so many bytes of each body, until it has done so this often. */
  breakOff?: { path: string; after: number; times: number };
  /** Changes a byte of that file on its way, so often. */
  corrupt?: { path: string; times: number };
  /** Answers with this status for that file, so often. */
  status?: { path: string; status: number; times: number };
  /** Does not know ranges. */
  wholeOnly?: boolean;
  /** Says nothing of checksums and commits. */
  silent?: boolean;
  /** The address of another server that has the store. */
  store?: string;
  /** Sends every request elsewhere. */
  redirect?: string;
}

/** A request that came. */
export interface Asked {
  path: string;
  range: string | undefined;
  status: number;
}

/** A server with the files of a model, as hubs have them: large files lie in a store that it redirects to. */
export interface TestHub {
  url: string;
  asked: Asked[];
  files: Record<string, Buffer>;
  fault: Fault;
}

/** Files of this size and more are in the store. */
const LARGE = 1024;

/** Starts a server with one model; it goes when the test ends. */
export async function hub(
  t: ExecutionContext,
  name: string,
  files: Record<string, Buffer>,
  fault: Fault = {},
): Promise<TestHub> {
  const made: TestHub = { url: '', asked: [], files, fault };
  const listener = createServer((request, response) => answer(made, name, request, response));
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  made.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  t.teardown(() => {
    listener.closeAllConnections();
    listener.close();
  });
  return made;
}

function answer(server: TestHub, name: string, request: IncomingMessage, response: ServerResponse): void {
  const { fault } = server;
  const url = request.url ?? '/';
  const range = request.headers.range;
  const end = (status: number, headers: Record<string, string> = {}, body?: Buffer): void => {
    server.asked.push({ path: url, range, status });
    response.writeHead(status, headers);
    response.end(body);
  };
  if (fault.redirect !== undefined) {
    end(302, { location: fault.redirect });
    return;
  }
  const store = url.startsWith('/store/');
  const prefix = [`/${name}/resolve/main/`, `/${name}/resolve/${COMMIT}/`, '/store/'].find((one) =>
    url.startsWith(one),
  );
  const path = prefix === undefined ? '' : url.slice(prefix.length);
  const content = server.files[path];
  if (content === undefined) {
    end(404);
    return;
  }
  const refused = fault.status;
  if (refused?.path === path && refused.times-- > 0) {
    end(refused.status);
    return;
  }
  const large = content.length >= LARGE;
  const tag = large
    ? createHash('sha256').update(content).digest('hex')
    : createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
  if (large && !store) {
    const said = {
      'x-linked-etag': `"${tag}"`,
      'x-linked-size': String(content.length),
      'x-repo-commit': COMMIT,
    };
    end(302, { location: `${fault.store ?? ''}/store/${path}`, ...(fault.silent ? {} : said) });
    return;
  }
  const headers: Record<string, string> =
    fault.silent || store ? {} : { etag: `W/"${tag}"`, 'x-repo-commit': COMMIT };
  const from = fault.wholeOnly ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from >= content.length && from > 0) {
    end(416, { ...headers, 'content-range': `bytes */${content.length}` });
    return;
  }
  let body = Buffer.from(content.subarray(from));
  if (fault.corrupt?.path === path && fault.corrupt.times-- > 0) {
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  }
  headers['content-length'] = String(body.length);
  if (from > 0) {
    headers['content-range'] = `bytes ${from}-${content.length - 1}/${content.length}`;
  }
  const cut = fault.breakOff;
  if (cut?.path === path && cut.times-- > 0) {
    server.asked.push({ path: url, range, status: from > 0 ? 206 : 200 });
    response.writeHead(from > 0 ? 206 : 200, headers);
    body = body.subarray(0, cut.after);
    // So that what was written is read before the end is seen.
    response.write(body, () => setTimeout(() => response.socket?.end(), 300));
    return;
  }
  end(from > 0 ? 206 : 200, headers, body);
}
