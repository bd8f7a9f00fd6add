import { BeadloomError } from '../api/error.js';

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/**
 * Whether a condition holds: figures compared with numbers, joined by `and` and `or`, of which `and` binds closer.
 *
 * @param figures what names stand for
 * @throws BeadloomError `usage` where it is no condition, with the names that there are
 */
export function holds(condition: string, figures: Readonly<Record<string, number>>): boolean {
  // All of it is read before anything is decided: a slip shall show whatever the figures are.
  const parts = condition
    .split(/\s+or\s+/)
    .map((part) => part.split(/\s+and\s+/).map((one) => compare(one, figures)));
  return parts.some((all) => all.every(Boolean));
}

function compare(text: string, figures: Readonly<Record<string, number>>): boolean {
  const [, name = '', sign = '', number = ''] =
    /^\s*([a-z_]+)\s*(<=|>=|==|!=|<|>)\s*(\d{1,15}(?:\.\d{1,6})?)\s*$/.exec(text) ?? [];
  const comparison = COMPARISONS[sign];
  if (comparison === undefined || !Object.hasOwn(figures, name)) {
    const known = Object.keys(figures).join(', ');
    const what =
      comparison !== undefined
        ? `no figure is called ${JSON.stringify(name)}`
        : `${JSON.stringify(text.trim())} is no comparison`;
    throw new BeadloomError({
      code: 'usage',
      message: `${what} in the condition`,
      hint: `figures: ${known}; for example "findings > 0 or links >= 3"`,
    });
  }
  return comparison(figures[name] ?? 0, Number(number));
}
