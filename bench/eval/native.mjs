// The addon as it was built here, for what is measured below the library.

import { createRequire } from 'node:module';
import { join } from 'node:path';

import { thisPlatform } from '../../scripts/lib/ensure.mjs';
import { addonFile, packageFolder } from '../../scripts/lib/platforms.mjs';
import { root } from '../../scripts/lib/process.mjs';

/** With its data files. */
export function loadedNative() {
  const platform = thisPlatform();
  const native = createRequire(import.meta.url)(join(packageFolder(platform), addonFile(platform)));
  native.setDataFolder(join(root, 'dist', 'data'));
  return native;
}
