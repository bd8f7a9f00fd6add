import { existsSync } from 'node:fs';

import { placeInside, readWhole } from '../../yaml/files.js';
import { JsonSyntaxError, placeAt } from '../jsonc.js';
import { ForeignError } from '../servers.js';
import type { HookProgram } from './programs.js';
import { commandsOf, ownItems, wantedItems } from './setup.js';

/** Something that is not as it should be with the hooks of a program. */
interface HookTrouble {
  /** Of the first hook that it is about; 1-based. */
  line: number;
  /** Whether it keeps them from working. */
  broken: boolean;
  /** One sentence without a final period. */
  message: string;
}

/** A word in single quotes as a shell has it, or in double quotes as Windows has it. */
const QUOTED = /'((?:[^']|'\\'')*)'|"([^"]*)"/g;

/** What is wrong with the hooks of ours in the file of a program: nothing where there are none. One finding is enough. */
export function examineHookFile(root: string, program: HookProgram): HookTrouble[] {
  const text = readWhole(placeInside(root, program.path), program.path);
  if (text === undefined || !text.includes('agent-hook')) {
    return [];
  }
  try {
    const own = ownItems(text, program);
    const words = own.flatMap(({ value, start }) =>
      commandsOf(value).flatMap((command) => wordsIn(command).map((word) => ({ word, start }))),
    );
    const missing = words.find(({ word }) => !existsSync(word));
    if (missing !== undefined) {
      const message = `its hooks of beadloom call ${missing.word}, which does not exist`;
      return [{ line: placeAt(text, missing.start).line, broken: true, message }];
    }
    const first = own[0];
    const [node, script] = words.map(({ word }) => word);
    if (first === undefined || node === undefined || script === undefined) {
      return [];
    }
    const wanted = wantedItems(program, { running: [node, script], platform: process.platform });
    const current = wanted.every(({ key, value }) =>
      own.some((one) => one.key === key && JSON.stringify(one.value) === JSON.stringify(value)),
    );
    const message = 'its hooks of beadloom have another version';
    return current ? [] : [{ line: placeAt(text, first.start).line, broken: false, message }];
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError) && !(thrown instanceof ForeignError)) {
      throw thrown;
    }
    const message = `${program.title} cannot read it: ${thrown.message}`;
    return [{ line: placeAt(text, thrown.offset).line, broken: true, message }];
  }
}

/** The quoted words of a command, unquoted: on systems with a shell each stands there twice. */
function wordsIn(command: string): string[] {
  return [...command.matchAll(QUOTED)].map(([, single, double]) =>
    single === undefined ? (double ?? '') : single.replaceAll(String.raw`'\''`, "'"),
  );
}
