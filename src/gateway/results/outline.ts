/** How many members of an object, and how deep, an outline names. */
const MAX_MEMBERS = 30;
const DEPTH = 3;

/** What a value is made of, for whoever is to choose fields of it: `{items: [120 × {id: number, name: string}], total: number}`. */
export function outline(value: unknown, depth = DEPTH): string {
  if (Array.isArray(value)) {
    if (value.length === 0) {
      return '[]';
    }
    return `[${value.length} × ${depth === 0 ? '…' : outline(value[0], depth - 1)}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return value === null ? 'null' : typeof value === 'string' ? `string(${value.length})` : typeof value;
  }
  const members = Object.entries(value);
  if (depth === 0 && members.length > 0) {
    return '{…}';
  }
  const shown = members.slice(0, MAX_MEMBERS).map(([key, one]) => `${key}: ${outline(one, depth - 1)}`);
  const more = members.length > MAX_MEMBERS ? [`${members.length - MAX_MEMBERS} more`] : [];
  return `{${[...shown, ...more].join(', ')}}`;
}

/** The value that a text is, where it is an object or a list written as JSON. */
export function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
