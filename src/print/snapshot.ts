import type { SnapshotListAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { pad, plainLine } from './text.js';

/** A line for each snapshot, the oldest first. */
export function snapshotListText({ snapshots, unread }: SnapshotListAnswer, paint: Paint): string {
  const lines = snapshots.map(({ id, label, commit, created_at: at, debt }) =>
    [
      pad(plainLine(id), 18),
      pad(label === null ? '–' : plainLine(label), 20),
      plainLine(at),
      commit === null ? 'no commit ' : plainLine(commit.slice(0, 10)),
      `debt ${debt}`,
    ].join('  '),
  );
  const others = unread.map((sentence) => `${paint.yellow('left out')}: ${plainLine(sentence)}`);
  const none = 'No snapshots; beadloom snapshot save makes the first';
  return [...(lines.length > 0 ? lines : [none]), ...others].join('\n');
}
