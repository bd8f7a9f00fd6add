// All attacks, in the order of the table in SECURITY.md.

import commands from './commands.mjs';
import deep from './deep.mjs';
import files from './files.mjs';
import git from './git.mjs';
import index from './index.mjs';
import kills from './kills.mjs';
import output from './output.mjs';
import places from './places.mjs';
import protocol from './protocol.mjs';

/** @type {import('./lib.mjs').Attack[]} */
export const attacks = [git, kills, files, deep, index, places, protocol, output, commands];
