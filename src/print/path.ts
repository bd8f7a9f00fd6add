import type { PathAnswer, Way, WayEnd, WayStep } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plainLine } from './text.js';

/** The ways, one after the other, a line per step; where there is none, why. */
export function pathText(answer: PathAnswer, paint: Paint): string {
  const { ways, reversed = false, stops = null } = answer;
  const [from, to] = reversed ? [answer.to, answer.from] : [answer.from, answer.to];
  const none = ways.length === 0 || reversed;
  return [
    ...(none ? [`No way from ${endText(answer.from, paint)} to ${endText(answer.to, paint)} is known.`] : []),
    ...(stops === null ? [] : [plainLine(stops)]),
    ...(reversed ? [paint.bold('The other way round:')] : []),
    ...(ways.length > 0 ? [`${endText(from, paint)} reaches ${endText(to, paint)}`] : []),
    ...ways.map((way, at) => wayText(way, at + 1, ways.length, paint)),
  ].join('\n\n');
}

function endText({ name, place = null }: WayEnd, paint: Paint): string {
  return paint.bold(plainLine(name)) + (place === null ? '' : ` ${paint.green(`(${plainLine(place)})`)}`);
}

function wayText({ confidence, steps }: Way, number: number, all: number, paint: Paint): string {
  const label = all === 1 ? '' : `${number}. `;
  return [
    paint.dim(`${label}${counted(steps.length, 'step')}, ${confidence}`),
    ...steps.flatMap((step) => stepRows(step, paint)),
  ].join('\n');
}

const VERBS: Record<string, string> = {
  call: 'calls',
  type: 'uses the type',
  inherit: 'inherits',
  override: 'overrides',
  import: 'imports',
  constructor: 'is made by',
};

function stepRows(
  { path, line, text = null, from, to, at, kind, confidence }: WayStep,
  paint: Paint,
): string[] {
  const unsure = confidence === 'exact' ? '' : paint.yellow(` (${confidence})`);
  const where = to === at ? '' : ` ${paint.dim(plainLine(at))}`;
  return [
    `  ${plainLine(from)} ${VERBS[kind] ?? kind} ${plainLine(to)}${where}${unsure}`,
    `    ${paint.green(`${plainLine(path)}:${line}`)}  ${plainLine(text ?? '')}`,
  ];
}
