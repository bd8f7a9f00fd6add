import { Beadloom } from '../api/beadloom.js';
import { BeadloomError } from '../model/error.js';
import type { SyncCheckOptions } from '../model/requests.js';
import { findProject } from '../api/project.js';
import { paint, wantsColour, type Paint } from '../print/colour.js';
import { syncCheckText } from '../print/sync.js';
import { handleInterrupts } from './interrupt.js';
import { report } from './report.js';
import { out } from './streams.js';

/**
 * What `beadloom sync-check --hook --no-progress` does, without the command line around it, because every commit waits for
 * it. Sets `process.exitCode` and returns.
 *
 * @param argv these words
 */
export async function hook(argv: readonly string[]): Promise<void> {
  handleInterrupts();
  try {
    const beadloom = Beadloom.open(findProject().root);
    try {
      await checkForCommit(beadloom, {}, paint(wantsColour(out, false)));
    } finally {
      beadloom.close();
    }
  } catch (thrown) {
    report(BeadloomError.from(thrown), argv);
  }
}

/**
 * Says which documents the next commit leaves behind their code, and stops it where `sync.hook_mode` says so: exit code 2.
 */
export async function checkForCommit(
  beadloom: Beadloom,
  options: SyncCheckOptions,
  strokes: Paint,
): Promise<void> {
  const mode = beadloom.hookMode();
  if (mode === 'off') {
    return;
  }
  const answer = await beadloom.syncCheck({ ...options, nextCommit: true, behind: true });
  const [behind] = answer.stale_paths;
  if (answer.summary.stale === 0 && behind !== undefined) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${behind} is not in the index in its current form, so documents were not checked`,
      hint: 'correct graph files that do not parse; beadloom reindex names them',
    });
  }
  if (answer.summary.stale === 0) {
    return;
  }
  const pairs = answer.pairs.filter(({ status }) => status === 'stale');
  const lines = [
    syncCheckText({ ...answer, pairs }, strokes, Date.now()),
    `beadloom: documents are stale, and Git ${mode === 'block' ? 'stops here' : 'goes on'} (sync.hook_mode: ${mode})`,
  ];
  if (mode === 'block') {
    lines.push('Update them, git add them with .beadloom/sync.lock, and try again');
  }
  out.write(`${lines.join('\n')}\n`);
  process.exitCode = mode === 'block' ? 2 : 0;
}
