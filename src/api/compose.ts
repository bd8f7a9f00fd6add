import { Connection } from './connection.js';

/** What a connection is opened with. */
type Opened = ConstructorParameters<typeof Connection>;

/** A class of methods over a connection, and of nothing else: no fields, no constructor. */
type Capability = abstract new (...opened: Opened) => Connection;

/** What has the methods of all of them. */
type Combined<C extends readonly Capability[]> = C extends readonly [
  abstract new (...opened: Opened) => infer First,
  ...infer Rest extends readonly Capability[],
]
  ? First & Combined<Rest>
  : unknown;

/**
 * A class with the methods of several.
 *
 * @throws TypeError where two have a method of the same name
 */
export function compose<const C extends readonly Capability[]>(
  ...capabilities: C
): new (...opened: Opened) => Combined<C> {
  class Composed extends Connection {}
  for (const capability of capabilities) {
    const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(capability.prototype);
    for (const [name, method] of Object.entries(methods)) {
      if (name in Composed.prototype) {
        throw new TypeError(`${capability.name}.${name}: there is a method of that name`);
      }
      Object.defineProperty(Composed.prototype, name, method);
    }
  }
  return Composed as unknown as new (...opened: Opened) => Combined<C>;
}
