// What recall finds of conversations and chats that others had: each a project of its own, whose memories are imported and asked
// for through the library. docs/internals/MEMORY-EVAL.md says where the sets come from.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Failure } from '../../scripts/lib/process.mjs';

/**
 * @typedef {{ id: string, content: string, created_at: string }} Line a memory
 * @typedef {{ query: string, relevant: string[], category: string }} Question with the ids of the memories that answer it
 * @typedef {{ name: string, memories: Line[], questions: Question[] }} Store
 */

/** Bytes of a memory, below what one may have. */
const LONGEST = 60_000;

const DAY = 86_400_000;

/** Questions are answered by the first so many. */
const DEPTH = 10;

/**
 * The conversations of LoCoMo, as a store each.
 *
 * @param {object[]} conversations `data/locomo10.json`
 * @param {'sessions' | 'turns'} unit what is one memory
 * @returns {Store[]}
 */
export function locomo(conversations, unit) {
  return conversations.map(({ sample_id: name, conversation, qa }) => {
    const memories = [];
    const known = new Set();
    const sessions = Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .toSorted((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
    for (const key of sessions) {
      const said = conversation[`${key}_date_time`];
      const began = timeOf(said);
      const turns = conversation[key].map(({ speaker, text = '', blip_caption: caption }) =>
        caption ? `${speaker}: ${text} [photo: ${caption}]` : `${speaker}: ${text}`,
      );
      if (unit === 'sessions') {
        memories.push(memory(`s${key.slice(8)}`, `${said}\n${turns.join('\n')}`, began));
      }
      for (const [at, { dia_id: id }] of conversation[key].entries()) {
        known.add(id);
        if (unit === 'turns') memories.push(memory(idOf(id), turns[at], began + at * 1000));
      }
    }
    const questions = qa.flatMap(({ question, evidence = [], category }) => {
      // Some entries name several turns in one string, and some turns that there are not.
      const turns = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []).filter((id) => known.has(id));
      const units = turns.map((id) => (unit === 'turns' ? idOf(id) : `s${id.slice(1).split(':')[0]}`));
      const relevant = [...new Set(units)].map((id) => `mem-${id}`);
      return relevant.length === 0 ? [] : [{ query: question, relevant, category: String(category) }];
    });
    return { name, memories, questions };
  });
}

function idOf(turn) {
  return turn.toLowerCase().replace(':', '-');
}

/** `4:04 pm on 20 January, 2023`, in milliseconds. */
function timeOf(text) {
  const [, hours, minutes, half, day, month, year] =
    /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text) ?? [];
  if (hours === undefined) throw new Failure(`no time of a session: ${text}`);
  const date = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  return date + ((Number(hours) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000 + Number(minutes) * 60_000;
}

/**
 * A chat of BEAM as a store: a message is a memory, a batch of them a day.
 *
 * @param {string} name
 * @param {object[]} batches `chat.json`
 * @param {Record<string, object[]>} probing `probing_questions.json`
 * @returns {Store}
 */
export function beam(name, batches, probing) {
  const memories = batches.flatMap(({ turns }, batch) =>
    turns.flat().map(({ id, content }, at) =>
      // What follows the arrow says where the message stands in the set, not what was said.
      memory(
        String(id),
        content.replace(/\s*->->[\s\S]*$/, ''),
        Date.UTC(2024, 0, 1) + batch * DAY + at * 1000,
      ),
    ),
  );
  const known = new Set(memories.map(({ id }) => id));
  const questions = Object.entries(probing).flatMap(([category, all]) =>
    all.flatMap(({ question, source_chat_ids: sources }) => {
      const relevant = [...new Set(flat(sources).map((id) => `mem-${id}`))].filter((id) => known.has(id));
      return relevant.length === 0 ? [] : [{ query: question, relevant, category }];
    }),
  );
  return { name, memories, questions };
}

/** A list, lists by name, or one. */
function flat(sources) {
  if (sources === undefined || sources === null) return [];
  if (Array.isArray(sources)) return sources.flatMap(flat);
  return typeof sources === 'object' ? Object.values(sources).flatMap(flat) : [sources];
}

function memory(id, content, at) {
  const text = Buffer.byteLength(content) <= LONGEST ? content : content.slice(0, LONGEST / 4);
  return { id: `mem-${id}`, content: text, created_at: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z') };
}

/**
 * How well a store's questions are answered.
 *
 * @param {string[]} found ids, best first
 * @param {string[]} relevant
 */
export function measured(found, relevant) {
  const share = (depth) =>
    relevant.filter((id) => found.slice(0, depth).includes(id)).length / relevant.length;
  return { at5: share(5), at10: share(DEPTH), any: share(DEPTH) > 0 ? 1 : 0 };
}

/** The sets that are in a folder: `locomo10.json`, and `chats/100K` of BEAM. */
export function setsIn(folder) {
  if (!folder)
    throw new Failure('--data is needed: a folder with locomo10.json, or with chats/100K, or both');
  const sets = [];
  const conversations = join(folder, 'locomo10.json');
  if (existsSync(conversations)) {
    const read = JSON.parse(readFileSync(conversations, 'utf8'));
    sets.push(['LoCoMo, a session as one memory', locomo(read, 'sessions')]);
    sets.push(['LoCoMo, a turn as one memory', locomo(read, 'turns')]);
  }
  const chats = join(folder, 'chats', '100K');
  if (existsSync(chats)) {
    const read = (...path) => JSON.parse(readFileSync(join(chats, ...path), 'utf8'));
    const names = readdirSync(chats)
      .filter((name) => /^\d+$/.test(name))
      .toSorted((a, b) => Number(a) - Number(b));
    sets.push([
      'BEAM 100K, a message as one memory',
      names.map((name) =>
        beam(name, read(name, 'chat.json'), read(name, 'probing_questions', 'probing_questions.json')),
      ),
    ]);
  }
  if (sets.length === 0) throw new Failure(`${folder} has neither locomo10.json nor chats/100K`);
  return sets;
}

/**
 * Asks every question of a store.
 *
 * @param Beadloom the library's class
 */
export async function ask({ memories, questions }, Beadloom) {
  const root = mkdtempSync(join(tmpdir(), 'beadloom-memory-'));
  const beadloom = Beadloom.open(root);
  try {
    await beadloom.importMemories(memories.map((line) => JSON.stringify(line)).join('\n'), { force: true });
    const answers = [];
    for (const { query, relevant, category } of questions) {
      const began = performance.now();
      const found = (await beadloom.recall(query, { limit: DEPTH, peek: true })).memories.map(({ id }) => id);
      answers.push({
        query,
        category,
        relevant,
        found,
        ms: performance.now() - began,
        ...measured(found, relevant),
      });
    }
    return answers;
  } finally {
    beadloom.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Of each set every second conversation was not looked at when weights were chosen. */
export function isHeldOut(at) {
  return at % 2 === 1;
}

/** A row for each set, one for what was held out of it, and one for each kind of question. */
export function report(results) {
  const mean = (answers, key) => answers.reduce((sum, answer) => sum + answer[key], 0) / answers.length;
  const row = (name, answers) =>
    `| ${name} | ${answers.length} | ${['at5', 'at10', 'any'].map((key) => mean(answers, key).toFixed(3)).join(' | ')} | ${answers.filter(({ found }) => found.length === 0).length} |`;
  const head =
    '| set | questions | share of evidence @5 | share @10 | any @10 | found nothing |\n| --- | --- | --- | --- | --- | --- |';
  const rows = results.flatMap(([name, answers]) => {
    const heldOut = answers.filter((answer) => answer.heldOut);
    const kinds = [...new Set(answers.map(({ category }) => category))].toSorted();
    return [
      row(name, answers),
      ...(heldOut.length > 0 ? [row('– held-out half', heldOut)] : []),
      ...kinds.map((kind) =>
        row(
          `– ${kind}`,
          answers.filter(({ category }) => category === kind),
        ),
      ),
    ];
  });
  return [head, ...rows].join('\n');
}
