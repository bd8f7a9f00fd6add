/** What a text is about, piece by piece from its end, each with its length in bytes. */
export type Pieces = Array<[about: 'graph' | 'documents' | 'code' | 'history' | 'frame', bytes: number]>;
