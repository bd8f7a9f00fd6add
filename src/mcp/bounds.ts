/** Bytes of an answer at most, as JSON: some 15,000 tokens, and in no language more tokens than bytes. */
export const MAX_ANSWER_BYTES = 48_000;
