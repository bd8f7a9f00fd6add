import { command as affected } from './affected.js';
import { command as ci } from './ci.js';
import { command as completion } from './completion.js';
import { command as ctx } from './ctx.js';
import { command as diff } from './diff.js';
import { command as doctor } from './doctor.js';
import { command as docs } from './docs.js';
import { command as exportArtifact } from './export.js';
import { command as federate } from './federate.js';
import { command as generateContext } from './generate-context.js';
import { command as graph } from './graph.js';
import { command as help } from './help.js';
import { command as init } from './init.js';
import { command as lint } from './lint.js';
import { command as installHooks } from './install-hooks.js';
import { command as link } from './link.js';
import { command as mcpServe } from './mcp-serve.js';
import { command as model } from './model.js';
import { command as nextFile } from './next-file.js';
import { command as prime } from './prime.js';
import { command as refs } from './refs.js';
import { command as reindex } from './reindex.js';
import { command as related } from './related.js';
import { command as rules } from './rules.js';
import { command as search } from './search.js';
import { command as setupAgents } from './setup-agents.js';
import { command as setupMcp } from './setup-mcp.js';
import { command as signatures } from './signatures.js';
import { command as snapshot } from './snapshot.js';
import { command as status } from './status.js';
import { command as syncCheck } from './sync-check.js';
import { command as syncUpdate } from './sync-update.js';
import { command as version } from './version.js';
import { command as why } from './why.js';
import type { CommandEntry } from '../shell/command.js';

/**
 * Every command, in the order in which `--help` lists them. They are small and loaded together: Node's loader takes
 * longer over ten files than over one. What is large, a command imports when it runs.
 */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'init', module: init },
  { name: 'reindex', module: reindex },
  { name: 'ctx', module: ctx },
  { name: 'graph', module: graph },
  { name: 'why', module: why },
  { name: 'refs', module: refs },
  { name: 'related', module: related },
  { name: 'signatures', module: signatures },
  { name: 'search', module: search },
  { name: 'next-file', module: nextFile },
  { name: 'generate-context', module: generateContext },
  { name: 'prime', module: prime },
  { name: 'status', module: status },
  { name: 'lint', module: lint },
  { name: 'rules', module: rules },
  { name: 'diff', module: diff },
  { name: 'affected', module: affected },
  { name: 'snapshot', module: snapshot },
  { name: 'export', module: exportArtifact },
  { name: 'federate', module: federate },
  { name: 'doctor', module: doctor },
  { name: 'ci', module: ci },
  { name: 'sync-check', module: syncCheck },
  { name: 'sync-update', module: syncUpdate },
  { name: 'install-hooks', module: installHooks },
  { name: 'docs', module: docs },
  { name: 'link', module: link },
  { name: 'model', module: model },
  { name: 'mcp-serve', module: mcpServe },
  { name: 'setup-mcp', module: setupMcp },
  { name: 'setup-agents', module: setupAgents },
  { name: 'completion', module: completion },
  { name: 'version', module: version },
  { name: 'help', module: help },
];
