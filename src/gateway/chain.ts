import { delimiter } from 'node:path';

import { usage } from '../model/error.js';

/** Names the settings of the gateways that this process is behind, each of the one before it. */
export const CHAIN_VARIABLE = 'BEADLOOM_GATEWAYS';

/** More gateways behind each other are a mistake, whatever their settings are. */
const MAX_GATEWAYS = 4;

/**
 * Notes that this process is a gateway with these settings, for the servers that it starts.
 *
 * @param place of the settings, absolute
 * @throws BeadloomError `usage` where it is behind itself: it would start itself without end
 */
export function enterChain(place: string, environment: NodeJS.ProcessEnv = process.env): void {
  const before = (environment[CHAIN_VARIABLE] ?? '').split(delimiter).filter((one) => one !== '');
  if (before.includes(place) || before.length >= MAX_GATEWAYS) {
    throw usage(
      before.includes(place)
        ? `a gateway with ${place} is a server behind itself`
        : `${before.length} gateways are behind each other`,
      'take its entry out of its own list of servers, or set enabled: false there',
    );
  }
  environment[CHAIN_VARIABLE] = [...before, place].join(delimiter);
}
