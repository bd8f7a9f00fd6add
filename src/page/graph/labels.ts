/** A rectangle on the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Says which labels have room: a grid of what is taken. */
export class Room {
  readonly #cells = new Map<number, Box[]>();
  static readonly #SIZE = 64;

  /** Takes the place if nothing there is taken, here and in the other room. */
  take(box: Box, other?: Room): boolean {
    if (!this.isFree(box) || other?.isFree(box) === false) {
      return false;
    }
    this.add(box);
    return true;
  }

  isFree(box: Box): boolean {
    for (const cell of this.#cellsOf(box)) {
      if (this.#cells.get(cell)?.some((taken) => overlap(box, taken))) {
        return false;
      }
    }
    return true;
  }

  add(box: Box): void {
    for (const cell of this.#cellsOf(box)) {
      const known = this.#cells.get(cell);
      if (known === undefined) {
        this.#cells.set(cell, [box]);
      } else {
        known.push(box);
      }
    }
  }

  *#cellsOf({ x, y, width, height }: Box): Generator<number> {
    const size = Room.#SIZE;
    for (let row = Math.floor(y / size); row <= Math.floor((y + height) / size); row++) {
      for (let column = Math.floor(x / size); column <= Math.floor((x + width) / size); column++) {
        yield row * 4096 + column;
      }
    }
  }
}

export function holds({ x, y, width, height }: Box, px: number, py: number): boolean {
  return px >= x && px <= x + width && py >= y && py <= y + height;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Cuts a name to what a label may take, in the middle: ids differ at both ends. */
export function shortened(name: string, most: number): string {
  const characters = [...name.replaceAll(/\s+/g, ' ')];
  if (characters.length <= most) {
    return characters.join('');
  }
  const head = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`;
}

/** Lines of a label, how wide one should be, and how wide a word may be that stands alone. */
const MAX_LINES = 3;
const MAX_LABEL_WIDTH = 118;
const MAX_WORD_WIDTH = 180;

/** A name in lines that a node has room for, broken where its words are. */
export function wrapped(name: string, measure: (text: string) => number): string[] {
  const words = shortened(name, 44).split(/(?<=[-_/.: ])|(?<=[a-z0-9])(?=[A-Z])/);
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line !== '' && measure((line + piece).trimEnd()) > MAX_LABEL_WIDTH) {
      lines.push(line);
      line = '';
    }
    line += piece;
  };
  for (const word of words) {
    if (measure(word) <= MAX_WORD_WIDTH) {
      add(word);
    } else {
      [...word].forEach(add);
    }
  }
  lines.push(line);
  const shown = lines.map((one) => one.trim()).filter((one) => one !== '');
  return shown.length <= MAX_LINES
    ? shown
    : [
        ...shown.slice(0, MAX_LINES - 1),
        `${shown
          .slice(MAX_LINES - 1)
          .join('')
          .slice(0, 15)}…`,
      ];
}
