import type { GatewayAddAnswer, GatewayLoginAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { plainLine } from './text.js';

/** A server that was added, what starts it, and what it needs. */
export function addText(
  { config, server, title, outcome, starts, wants }: GatewayAddAnswer,
  paint: Paint,
): string {
  const where = outcome === 'added' ? `Added to ${config}` : `In ${config} already`;
  const lines = [
    plainLine(`${where}: ${server}${title === server ? '' : ` (${title})`}`),
    `  ${paint.dim(plainLine(starts.join(' ')))}`,
  ];
  if (wants.length > 0) {
    lines.push('It needs values, in the environment of the gateway or by --set:');
    lines.push(
      ...wants.map(
        ({ name, description, secret }) =>
          `  ${plainLine(name)}${secret ? ' (secret)' : ''}${description === null ? '' : `: ${plainLine(description)}`}`,
      ),
    );
  }
  lines.push(plainLine(`Whether it works: beadloom gateway test ${server}`));
  return lines.join('\n');
}

export function loginText({ server, outcome, revoked }: GatewayLoginAnswer): string {
  const words: Record<string, string> = {
    logged_in: `Logged in to ${server}`,
    logged_out: `Logged out of ${server}${revoked ? '' : '; its authorisation server could not be notified'}`,
    absent: `There was no login to ${server}`,
  };
  return plainLine(words[outcome] ?? outcome);
}
