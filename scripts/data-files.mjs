// A rolldown plugin: puts the data files that the addon reads beside the bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder inside the output folder
 * @param {string} source whose files are taken
 * @param {string} ending of their names
 */
export function dataFiles(folder, source, ending) {
  return {
    name: 'data-files',
    generateBundle() {
      const names = readdirSync(source).filter((name) => name.endsWith(ending));
      if (names.length === 0) this.error(`no ${ending} in ${source}`);
      for (const name of names) {
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source: readFileSync(join(source, name)),
        });
      }
    },
  };
}
