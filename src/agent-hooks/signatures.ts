/**
 * Whether a call that fitted a signature still fits the new one: nothing but parameters was added, each behind all others and with a
 * value of its own. What is not understood is another signature.
 */
export function takesOldCalls(before: string, now: string): boolean {
  const [was, is] = [parts(before), parts(now)];
  if (was === undefined || is === undefined || was.head !== is.head || was.tail !== is.tail) {
    return false;
  }
  // What takes all named arguments that are left stands last wherever it is.
  const [old, all] = [was.parameters, is.parameters].map((list) =>
    list.filter((one) => !one.startsWith('**')),
  );
  if (
    old === undefined ||
    all === undefined ||
    was.parameters.length - old.length > is.parameters.length - all.length
  ) {
    return false;
  }
  return old.every((one, at) => one === all[at]) && all.slice(old.length).every(isOptional);
}

/** It has a value where it is not given, or may be left out: `x=1`, `x?: T`, `*`, `...rest`. A function type's arrow is no value. */
function isOptional(parameter: string): boolean {
  return /^(?:\*|\.\.\.)|^[\w$]+\?/.test(parameter) || /(?<![=!<>])=(?![=>])/.test(parameter);
}

interface Parts {
  head: string;
  parameters: string[];
  tail: string;
}

/** The first list in parentheses, its entries, and what stands around it; undefined without one. */
function parts(signature: string): Parts | undefined {
  const text = signature.replaceAll(/\s+/g, ' ').trim();
  const open = text.indexOf('(');
  let depth = 0;
  let from = open + 1;
  const parameters: string[] = [];
  for (let at = open; at >= 0 && at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if ('([{'.includes(mark)) {
      depth += 1;
    } else if (')]}'.includes(mark)) {
      depth -= 1;
    }
    const ends = depth === 0;
    if (ends || (depth === 1 && mark === ',')) {
      const parameter = text.slice(from, at).trim();
      if (parameter !== '') {
        parameters.push(parameter);
      }
      from = at + 1;
    }
    if (ends) {
      return { head: text.slice(0, open), parameters, tail: text.slice(at + 1) };
    }
  }
  return undefined;
}
