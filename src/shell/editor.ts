import { spawnSync } from 'node:child_process';

import { usage } from '../model/error.js';
import { plainLine } from '../print/text.js';

/**
 * The editor that the person named: a command line, as `$VISUAL` and `$EDITOR` hold one.
 *
 * @throws BeadloomError `usage` where there is none
 */
export function editorCommand(): string {
  const editor = [process.env['VISUAL'], process.env['EDITOR']].find(
    (one) => one !== undefined && one !== '',
  );
  if (editor === undefined) {
    throw usage('no editor is set', 'set VISUAL or EDITOR, or pass -y if the documents are up to date');
  }
  return editor;
}

/**
 * Opens documents in an editor and waits until it ends.
 *
 * @param documents relative to the root
 * @throws BeadloomError `usage` where it fails
 */
export function editDocuments(editor: string, root: string, documents: readonly string[]): void {
  // A path that begins with `-` is still a path.
  const paths = documents.map((path) => `./${path}`);
  const windows = process.platform === 'win32';
  const quoted = paths.map((path) => `"${path.replaceAll('"', '')}"`).join(' ');
  const { status, error } = windows
    ? spawnSync(`${editor} ${quoted}`, { cwd: root, stdio: 'inherit', shell: true })
    : spawnSync('sh', ['-c', `${editor} "$@"`, editor, ...paths], { cwd: root, stdio: 'inherit' });
  if (error !== undefined || status !== 0) {
    const how = error === undefined ? `ended with ${status ?? 'a signal'}` : error.message;
    throw usage(
      `the editor ${plainLine(editor)} ${how}; the lock is unchanged`,
      'set VISUAL or EDITOR to an editor that waits, or pass -y',
    );
  }
}
