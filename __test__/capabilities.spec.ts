// How the library is put together of its capabilities.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { Beadloom } from '../src/api/beadloom.js';
import { compose } from '../src/api/compose.js';
import { Connection } from '../src/api/connection.js';

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/api/capabilities');

abstract class Greeting extends Connection {
  greet(): string {
    return `hello ${this.root}`;
  }
}

abstract class Parting extends Connection {
  part(): string {
    return `farewell ${this.root}`;
  }
}

test('what is composed has the methods of all', (t) => {
  const both = compose(Greeting, Parting).prototype;
  t.is(both.greet.call({ root: 'here' }), 'hello here');
  t.is(both.part.call({ root: 'here' }), 'farewell here');
  t.deepEqual(Object.keys(both), [], 'methods are not listed, as those of any class');
});

test('two methods of one name are refused, and so is one of the connection', (t) => {
  t.throws(() => compose(Greeting, Parting, Greeting), { message: /Greeting\.greet/ });
  abstract class Closing extends Connection {
    override close(): void {}
  }
  t.throws(() => compose(Closing), { message: /Closing\.close/ });
});

test('no capability is forgotten', async (t) => {
  const files = readdirSync(FOLDER);
  t.true(files.length > 0);
  for (const file of files) {
    const module = (await import(`../src/api/capabilities/${basename(file, '.ts')}.ts`)) as Record<
      string,
      { prototype: object }
    >;
    for (const [name, { prototype }] of Object.entries(module)) {
      for (const method of Object.getOwnPropertyNames(prototype)) {
        t.true(method in Beadloom.prototype, `${name}.${method}`);
      }
    }
  }
});
