import { existsSync } from 'node:fs';

import { loadNative } from '../native/load.js';
import { readRecord } from './client.js';
import { stopDaemon } from './control.js';
import { changesOf, IndexRefresher, type RefreshEvent } from './refresher.js';
import { daemonPlaces } from './places.js';
import { isHeld } from './start.js';

/** Whom to tell. */
export interface Watcher {
  /** A daemon was ended for it. */
  replaced: () => void;
  news: (news: RefreshEvent) => void;
}

/** Keeps the index of a project fresh until the index goes away, or the process ends. No daemon starts meanwhile. */
export async function watchProject(root: string, { replaced, news }: Watcher): Promise<void> {
  const places = daemonPlaces(root);
  if (places !== undefined && readRecord(places.record) !== undefined && isHeld(places.lock)) {
    await stopDaemon(root);
    replaced();
  }
  const native = loadNative();
  const lock =
    places !== undefined && existsSync(places.folder) ? native.NativeFileLock.tryAcquire(places.lock) : null;
  const engine = new native.NativeEngine(root, true);
  let isFirst = true;
  try {
    await new Promise<void>((resolve) => {
      const keeping = { paths: true, polls: true };
      const refresher = new IndexRefresher(native, engine, keeping, (one) => {
        // What came of a look that found nothing is no news, but for the first.
        if (one.what !== 'refreshed' || isFirst || changesOf(one.answer) !== undefined) {
          news(one);
        }
        isFirst &&= one.what !== 'refreshed';
        if (one.what === 'gone') {
          void refresher.end().then(resolve);
        }
      });
      refresher.start();
      // Nothing that watches keeps the process alive.
      setInterval(() => undefined, 2 ** 30);
    });
  } finally {
    engine.close();
    lock?.release();
  }
}
