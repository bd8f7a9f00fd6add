export { Random } from '../../bench/random.mjs';

/** The seed that an environment variable gives, else a new one. */
export function seedOf(variable: string): number {
  const given = process.env[variable];
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}
