export const round = (value: number): number => Math.round(value);

export function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
