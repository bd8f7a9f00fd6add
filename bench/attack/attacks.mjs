// All attacks, in the order of the table in SECURITY.md.

import clients from './clients.mjs';
import commands from './commands.mjs';
import deep from './deep.mjs';
import files from './files.mjs';
import gates from './gates.mjs';
import git from './git.mjs';
import homes from './homes.mjs';
import index from './index.mjs';
import kills from './kills.mjs';
import links from './links.mjs';
import orders from './orders.mjs';
import output from './output.mjs';
import places from './places.mjs';
import protocol from './protocol.mjs';
import secrets from './secrets.mjs';

/** @type {import('./lib.mjs').Attack[]} */
export const attacks = [
  git,
  kills,
  files,
  deep,
  index,
  places,
  links,
  gates,
  homes,
  protocol,
  clients,
  orders,
  secrets,
  output,
  commands,
];
