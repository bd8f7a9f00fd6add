// All attacks, in the order of the table in SECURITY.md.

import clients from './clients.mjs';
import commands from './commands.mjs';
import files from './files.mjs';
import git from './git.mjs';
import index from './index.mjs';
import kills from './kills.mjs';
import output from './output.mjs';
import places from './places.mjs';
import protocol from './protocol.mjs';

/** @type {import('./lib.mjs').Attack[]} */
export const attacks = [git, kills, files, index, places, protocol, output, commands, clients];
