// What an answer to a task holds is chosen definition by definition: nothing twice, no imports as code, the same every time.

import test from 'ava';

import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** A service with what surrounds it: helpers that share a word with the task, and the method that decides. */
const FILES = {
  'app/reservations.py': [
    'from app.clock import now',
    'from app.storage import load_reservation, save_reservation',
    '',
    '',
    'class ReservationService:',
    '    """Keeps reservations of rooms."""',
    '',
    '    def __init__(self, storage):',
    '        self.storage = storage',
    '',
    '    def cancel(self, reservation_id, by):',
    '        reservation = load_reservation(self.storage, reservation_id)',
    '        if reservation.begins <= now():',
    '            raise ValueError("a reservation that began cannot be cancelled")',
    '        for fee in reservation.fees:',
    '            if fee.is_due:',
    '                fee.refund()',
    '        reservation.cancelled_by = by',
    '        save_reservation(self.storage, reservation)',
    '        return reservation',
    '',
    '    def extend(self, reservation_id, hours):',
    '        reservation = load_reservation(self.storage, reservation_id)',
    '        reservation.ends += hours',
    '        save_reservation(self.storage, reservation)',
    '        return reservation',
    '',
  ].join('\n'),
  'app/storage.py': [
    'def load_reservation(storage, reservation_id):',
    '    return storage[reservation_id]',
    '',
    '',
    'def save_reservation(storage, reservation):',
    '    storage[reservation.id] = reservation',
    '',
  ].join('\n'),
  'app/clock.py': 'import time\n\n\ndef now():\n    return time.time()\n',
  'app/labels.py': 'CANCELLED = "reservation cancelled"\nREFUND = "refund of fees"\n',
};

const TASK = 'Refund due fees when a reservation is cancelled before it begins';

/** The ranges of lines that an answer shows as code, by file. */
function shownCode(markdown: string): Map<string, Array<[number, number]>> {
  const ranges = new Map<string, Array<[number, number]>>();
  for (const [, path, from, to] of markdown.matchAll(/^### (\S+?):(\d+)(?:-(\d+))?/gm)) {
    const of = ranges.get(path ?? '') ?? [];
    of.push([Number(from), Number(to ?? from)]);
    ranges.set(path ?? '', of);
  }
  return ranges;
}

test('the method that decides is shown whole, at every budget that has room for it', async (t) => {
  const where = project(t, FILES);
  for (const budget of [600, 1_000, 4_000]) {
    const { stdout } = await beadloom(where, ['ctx', '--task', TASK, '--budget', String(budget)]);
    t.true(stdout.includes('                fee.refund()\n'), `${budget}: ${stdout}`);
  }
});

test('no line is shown twice, and imports are no code', async (t) => {
  const where = project(t, FILES);
  const { stdout } = await beadloom(where, ['ctx', '--task', TASK, '--budget', '8000']);
  const ranges = shownCode(stdout);
  t.true(ranges.size > 1, stdout);
  for (const [path, of] of ranges) {
    const sorted = of.toSorted(([a], [b]) => a - b);
    for (const [at, [from]] of sorted.entries()) {
      const before = sorted[at - 1];
      t.true(before === undefined || before[1] < from, `${path}:${from} is shown twice\n${stdout}`);
    }
  }
  t.false(
    ranges.get('app/reservations.py')?.some(([, to]) => to <= 3),
    stdout,
  );
});

test('an answer is the same every time, however the index was made', async (t) => {
  const where = project(t, FILES);
  const ask = async () => (await beadloom(where, ['ctx', '--task', TASK, '--budget', '2000'])).stdout;
  const first = await ask();
  t.is(await ask(), first);
  await beadloom(where, ['reindex', '--full']);
  t.is(await ask(), first);
});

/** A type of so many methods that differ in one word, the last of them among the rest. */
function copies(count: number, last: string[]): string {
  const methods = Array.from({ length: count }, (_, at) => [
    `    def with_part_${at}(self, part_${at}):`,
    '        return Shipment(',
    '            self.sender,',
    '            self.recipient,',
    '            self.weight,',
    '            self.customs,',
    `            part_${at},`,
    '        )',
    '',
  ]);
  return ['class Shipment:', '    """What is sent, by its parts."""', '', ...methods.flat(), ...last].join(
    '\n',
  );
}

test('of methods that are nearly the same one is shown whole before anything else, and the others are named', async (t) => {
  const where = project(t, { 'app/shipment.py': copies(8, []), ...FILES });
  const task = 'Keep the weight and the customs of the recipient of a shipment with each of its parts';
  const { stdout } = await beadloom(where, ['ctx', '--task', task]);
  const whole = shownCode(stdout).get('app/shipment.py') ?? [];
  t.true(whole.length > 0 && whole.length <= 3, stdout);
  const named = stdout.match(/^- app\/shipment\.py:\d+-\d+ Shipment: {1,2}def with_part_\d/gm) ?? [];
  t.true(named.length + whole.length >= 7, stdout);
});

test('the head of a long type names the member that the task is about', async (t) => {
  const last = [
    '    def postpone_customs_inspection(self, days):',
    '        self.customs.inspection += days',
    '        return self.customs',
    '',
  ];
  const where = project(t, { 'app/shipment.py': copies(24, last), ...FILES });
  const task = 'Allow to postpone the customs inspection of a shipment twice';
  const { stdout } = await beadloom(where, ['ctx', '--task', task, '--budget', '6000']);
  const head = stdout.split('\n').find((line) => line.startsWith('    … ')) ?? '';
  t.regex(head, /postpone_customs_inspection \d+-\d+/, stdout);
});
