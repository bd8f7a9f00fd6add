import { createHash } from 'node:crypto';

/** How the name of a server and that of a tool are joined. */
export const JOINT = '__';

/** Characters of a name at most: clients refuse all that a list holds for the sake of one name that is longer, or has other signs. */
export const MAX_NAME_CHARS = 64;

/** Characters that a server's name keeps where the whole is too long, and digits of a hash. */
const MAX_SERVER_CHARS = 32;
const HASH_DIGITS = 8;

/** What somebody offers, to be given a name. */
export interface Named {
  server: string;
  /** What its server calls it. */
  name: string;
  /** What the settings call it, which comes before what others are called. */
  renamed?: string | undefined;
}

/**
 * Names for clients, one for each, all different, of letters, digits, `_` and `-`. Each follows from the names of the server and of the
 * thing alone, unless another one comes to the same: then one that the settings name so, else one that is called so, keeps it, and the
 * others end in a hash of their own names. So a name never means another thing than before because something was added beside it.
 */
export function namesFor(things: readonly Named[]): string[] {
  const wanted = things.map(({ server, name, renamed }) => joined(server, renamed ?? name));
  const groups = new Map<string, number[]>();
  for (const [at, name] of wanted.entries()) {
    groups.set(name, [...(groups.get(name) ?? []), at]);
  }
  const names = new Map<number, string>();
  const taken = new Set<string>();
  const rest: number[] = [];
  for (const [name, group] of groups) {
    const keeper = group.length === 1 ? group[0] : keeperOf(name, group, things);
    for (const at of group) {
      if (at === keeper) {
        names.set(at, name);
        taken.add(name);
      } else {
        rest.push(at);
      }
    }
  }
  const key = (at: number) => keyOf(things[at] as Named);
  for (const at of rest.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const { server, name, renamed } = things[at] as Named;
    let digits = HASH_DIGITS;
    let made = joined(server, renamed ?? name, hashOf(key(at), digits));
    // Somebody may be called as another's hash ends.
    while (taken.has(made) && digits < MAX_SERVER_CHARS - 8) {
      digits += 4;
      made = joined(server, renamed ?? name, hashOf(key(at), digits));
    }
    names.set(at, made);
    taken.add(made);
  }
  return things.map((_, at) => names.get(at) ?? '');
}

/** Which of several keeps a name; undefined where none has more right to it than another. */
function keeperOf(name: string, group: readonly number[], things: readonly Named[]): number | undefined {
  const renamed = group.filter((at) => things[at]?.renamed !== undefined);
  const exact = group.filter((at) => {
    const thing = things[at] as Named;
    return `${thing.server}${JOINT}${thing.name}` === name;
  });
  const first = renamed.length > 0 ? renamed : exact;
  return first.length === 1 ? first[0] : undefined;
}

/** What names of a server's things may begin with: its own name, and what that is shortened to. */
export function beginningsOf(server: string): string[] {
  const name = fit(server);
  return [...new Set([server, name, shortened(name, server, MAX_SERVER_CHARS)])];
}

function joined(server: string, name: string, hash?: string): string {
  const own = fit(name);
  const of = fit(server);
  const end = hash === undefined ? '' : `_${hash}`;
  const whole = `${of}${JOINT}${own}${end}`;
  if (whole.length <= MAX_NAME_CHARS) {
    return whole;
  }
  const beginning = `${shortened(of, server, MAX_SERVER_CHARS)}${JOINT}`;
  const left = MAX_NAME_CHARS - beginning.length;
  return hash === undefined
    ? `${beginning}${shortened(own, name, left)}`
    : `${beginning}${own.slice(0, left - end.length)}${end}`;
}

/** A name that is too long: as much of it as there is room for, and a hash of what it came from. */
function shortened(fitting: string, from: string, most: number): string {
  return fitting.length <= most
    ? fitting
    : `${fitting.slice(0, most - HASH_DIGITS - 1)}_${hashOf(from, HASH_DIGITS)}`;
}

/** A name in the signs that clients take. Where letters were lost, a hash tells it from others that lost as many. */
function fit(name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) {
    return name;
  }
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const signs = plain.replace(/[^A-Za-z0-9_-]+/g, '_');
  if (!/[\p{L}\p{N}]/u.test(plain.replace(/[A-Za-z0-9]+/g, ''))) {
    return signs;
  }
  const ends = signs.replace(/^_+|_+$/g, '');
  return `${ends === '' ? 'tool' : ends}_${hashOf(name, HASH_DIGITS)}`;
}

function keyOf({ server, name }: Named): string {
  return `${server}\0${name}`;
}

function hashOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
