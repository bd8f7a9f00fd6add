import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** `line kind confidence` of each place in a file. */
function placesIn({ callers }: RefsAnswer, file: string): string[] {
  return callers
    .filter(({ path }) => path === file)
    .map(({ line, kind, confidence }) => `${line} ${kind} ${confidence}`);
}

const HEADER = `#pragma once
int load(int x);
int parse(int x);
namespace lib { class Store { public: int run(int x); static int make(int x); }; struct Options { int size; }; }
`;

test('what the arguments of a macro call is called', async (t) => {
  const where = project(t, {
    'store.hpp': HEADER,
    'use.cpp': `#include "store.hpp"
using namespace lib;
int all(Store* store, int y) {
  CHECK(load(1));
  ASSERT_EQ(load(2), parse(3));
  ASSIGN_OR_RETURN(auto it, load(y));
  ASSIGN_OR_RETURN(Options it, store->run(5));
  Options options(load(y));
  CHECK(load(y))
  if (y) RETURN_IF_ERROR(parse(y));
  ASSIGN_OR_RETURN(auto made, lib::Store::make(6));
  Store kept(options);
  return y;
}
`,
  });
  const load = await answer<RefsAnswer>(where, ['refs', 'load']);
  t.deepEqual(placesIn(load, 'use.cpp'), [
    '4 call exact',
    '5 call exact',
    '6 call exact',
    '8 call exact',
    '9 call exact',
  ]);
  const parse = await answer<RefsAnswer>(where, ['refs', 'parse']);
  t.deepEqual(placesIn(parse, 'use.cpp'), ['5 call exact', '10 call exact']);
  const run = await answer<RefsAnswer>(where, ['refs', 'Store.run']);
  t.deepEqual(
    run.callers.map(({ line, kind }) => [line, kind]),
    [[7, 'call']],
  );
  const make = await answer<RefsAnswer>(where, ['refs', 'Store.make']);
  t.deepEqual(
    make.callers.map(({ line, kind }) => [line, kind]),
    [[11, 'call']],
  );
});

test('a macro that a local or a parameter is given to calls nothing of its name', async (t) => {
  const where = project(t, {
    'store.hpp': HEADER,
    'use.cpp': `#include "store.hpp"
int all(int y) {
  auto load = [](int x) { return x; };
  CHECK(load(y))
  ASSIGN_OR_RETURN(auto it, load(y));
  return y;
}
`,
  });
  t.deepEqual((await answer<RefsAnswer>(where, ['refs', 'load'])).callers, []);
});

test('what a macro of C is given is no type that is surely meant', async (t) => {
  const where = project(t, {
    'account.h': 'struct account { int x; };\ntypedef struct { int y; } entry;\n',
    'account.c': `#include "account.h"
const struct mod_export DECL_EXPORTS(account) = { 1 };
static int f(struct account *of) { return of->x + sizeof(entry); }
`,
  });
  const account = await answer<RefsAnswer>(where, ['refs', 'account']);
  t.deepEqual(placesIn(account, 'account.c'), ['2 value ambiguous', '3 type exact']);
  const entry = await answer<RefsAnswer>(where, ['refs', 'entry']);
  t.deepEqual(placesIn(entry, 'account.c'), ['3 value exact']);
});

const SPACES: Record<string, string> = {
  'a.hpp': `#pragma once
namespace lib { inline namespace v1 { int compute(int x); struct Options {}; } }
`,
  'b.hpp': `#pragma once
namespace lib { namespace v1 { int reopened(int x); } }
namespace other { int far(int x); }
`,
  'c.hpp': `#pragma once
namespace a::inline v2::b { int deep(int x); }
namespace near = other;
`,
  'impl.cpp': `#include "a.hpp"
#include "b.hpp"
namespace lib { inline namespace v1 {
int compute(int x) { return x; }
int reopened(int x) { return x; }
} }
namespace other { int far(int x) { return x; } }
`,
  'use.cpp': `#include "a.hpp"
#include "b.hpp"
#include "c.hpp"
int main() {
  lib::compute(1);
  lib::v1::compute(2);
  lib::reopened(3);
  lib::v1::reopened(4);
  a::b::deep(5);
  a::v2::b::deep(6);
  near::far(7);
  other::far(8);
}
`,
};

test('a namespace that one file calls inline is left out or written out in others', async (t) => {
  const where = project(t, SPACES);
  for (const [name, lines] of Object.entries({
    compute: [5, 6],
    'lib.compute': [5, 6],
    reopened: [7, 8],
    deep: [9, 10],
    far: [11, 12],
  })) {
    const { callers, next } = await answer<RefsAnswer>(where, ['refs', name]);
    const found = callers.filter(({ path }) => path === 'use.cpp').map(({ line }) => line);
    t.deepEqual(found, lines, `${name}: ${next.says}`);
  }
});

test('a path that names another namespace of the project does not lead past it', async (t) => {
  const where = project(t, {
    ...SPACES,
    'use.cpp': '#include "a.hpp"\n#include "b.hpp"\nint main() { other::compute(1); }\n',
  });
  const { callers } = await answer<RefsAnswer>(where, ['refs', 'lib.compute']);
  t.deepEqual(
    callers.filter(({ confidence }) => confidence !== 'ambiguous'),
    [],
  );
});
