// A rolldown plugin: puts the data files that the addon reads beside the bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder inside the output folder
 * @param {string} source whose vocabularies are taken
 */
export function dataFiles(folder, source) {
  return {
    name: 'data-files',
    generateBundle() {
      const names = readdirSync(source).filter((name) => name.endsWith('.vocabulary'));
      if (names.length === 0) this.error(`no vocabulary in ${source}`);
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
