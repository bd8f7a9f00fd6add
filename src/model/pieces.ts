import type { HitType } from './answers.js';

/** What a text is about, piece by piece from its end, each with its length in bytes. Hits are about what their type says. */
export type Pieces = Array<
  [about: 'graph' | 'documents' | 'code' | 'history' | 'frame' | HitType, bytes: number]
>;
