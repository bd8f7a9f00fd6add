/** The JSON that answers were read from: what is printed and sent are the bytes of the engine. */
const texts = new WeakMap<object, string>();

/** An answer of the engine, read from its JSON. */
export function parsed<T extends object>(text: string): T {
  const answer = JSON.parse(text) as T;
  texts.set(answer, text);
  return answer;
}

/** An answer as JSON: as the engine wrote it, if the answer is one of the engine. */
export function jsonOf(answer: object): string {
  return texts.get(answer) ?? JSON.stringify(answer);
}
