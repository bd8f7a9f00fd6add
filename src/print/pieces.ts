import type { Pieces } from '../model/pieces.js';

/** A part of a text, and what it is about. */
export type Piece = readonly [about: Pieces[number][0], text: string];

export function joined(pieces: readonly Piece[]): string {
  return pieces.map(([, text]) => text).join('');
}

/** As receipts note them. */
export function bytesOf(pieces: readonly Piece[]): Pieces {
  return pieces.map(([about, text]) => [about, Buffer.byteLength(text)]);
}
