import { own } from '../model/harmless.js';

/** Wraps text in a colour, or leaves it. */
type Stroke = (text: string) => string;

/** The few strokes that output uses; colour never carries meaning alone. */
export interface Paint {
  bold: Stroke;
  dim: Stroke;
  red: Stroke;
  yellow: Stroke;
  green: Stroke;
  cyan: Stroke;
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
};

/** Strokes that colour, or that do nothing. */
export function paint(enabled: boolean): Paint {
  const strokes = Object.entries(CODES).map(([name, [on, off]]): [string, Stroke] => [
    name,
    enabled ? (text) => (text === '' ? '' : own(`[${on}m`) + text + own(`[${off}m`)) : (text) => text,
  ]);
  return Object.fromEntries(strokes) as unknown as Paint;
}

/** Whether a stream shall be coloured: a terminal that can, and nobody who said no. */
export function wantsColour(stream: { isTTY?: boolean }, off: boolean, env = process.env): boolean {
  return !off && !env['NO_COLOR'] && env['TERM'] !== 'dumb' && stream.isTTY === true;
}
