import type { GatewayMove } from '../model/answers.js';
import { counted, plainLine } from './text.js';

/** What became of each server, and where secrets stand now. */
export function gatewayMoveText({ config, servers, secrets }: GatewayMove, back: boolean): string {
  const rows = servers.map(({ name, server, outcome, reason }) => {
    const where = back
      ? ''
      : outcome === 'moved'
        ? ` to ${config}${server === name ? '' : ` as ${server}`}`
        : '';
    return `  ${plainLine(`${outcome} ${name}${where}${reason === null ? '' : `: ${reason}`}`)}`;
  });
  const kept =
    secrets.length === 0
      ? []
      : [
          `  ${plainLine(
            `${counted(secrets.length, 'value is', 'values are')} in ${config.replace(/gateway\.yml$/, 'gateway/secrets.json')}, which only you may read and Git ignores: ${secrets.join(', ')}`,
          )}`,
        ];
  return [...rows, ...kept].join('\n');
}
