import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The configuration of a project's gateway. */
export const PROJECT_CONFIG = '.beadloom/gateway.yml';

/** The configuration of the gateway for all projects of the user. */
export function userConfig(platform: NodeJS.Platform): string {
  const given = process.env['XDG_CONFIG_HOME'];
  if (given !== undefined && isAbsolute(given)) {
    return join(given, 'beadloom', 'gateway.yml');
  }
  if (platform === 'win32') {
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'beadloom', 'gateway.yml');
  }
  return platform === 'darwin'
    ? join(homedir(), 'Library', 'Application Support', 'beadloom', 'gateway.yml')
    : join(homedir(), '.config', 'beadloom', 'gateway.yml');
}
