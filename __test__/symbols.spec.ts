import test, { type ExecutionContext } from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** A file, and each symbol that is to be found in it: qualified name, kind and lines. */
interface Case {
  path: string;
  text: string;
  symbols: string[];
}

const CASES: Record<string, Case> = {
  'TypeScript: arrow functions, enums, abstract classes, methods, namespaces': {
    path: 'src/shapes.ts',
    text: `export const area = (side: number) => {
  return side * side;
};
export enum Unit {
  Metre,
}
export abstract class Shape {
  abstract area(): number;
  name(): string {
    return 'shape';
  }
}
export namespace Units {
  export function parse(text: string) {
    return text;
  }
}
`,
    symbols: [
      'area function 1-3',
      'Unit type 4-6',
      'Shape class 7-12',
      'Shape.area method 8-8',
      'Shape.name method 9-11',
      'Units module 13-17',
      'Units.parse function 14-16',
    ],
  },
  'Rust: members of impl and mod, macros': {
    path: 'src/lib.rs',
    text: `pub struct Ledger;
impl Ledger {
    pub fn post(&self) {}
}
impl Default for Ledger {
    fn default() -> Self {
        Ledger
    }
}
pub mod rates {
    pub fn of() -> u32 {
        1
    }
}
macro_rules! entry {
    () => {};
}
`,
    symbols: [
      'Ledger class 1-1',
      'Ledger.post method 3-3',
      'Ledger.default method 6-8',
      'rates module 10-14',
      'rates.of function 11-13',
      'entry function 15-17',
    ],
  },
  'Go: grouped types, methods': {
    path: 'ledger.go',
    text: `package ledger

type (
	Entry struct {
		Amount int
	}
	Poster interface {
		Post() error
	}
)

func (e *Entry) Post() error {
	return nil
}
`,
    symbols: ['Entry class 4-6', 'Poster interface 7-9', 'Poster.Post method 8-8', 'Entry.Post method 12-14'],
  },
  'Python: methods, nested functions, decorated and asynchronous ones': {
    path: 'app/ledger.py',
    text: `class Ledger:
    def post(self):
        def inner():
            return 1
        return inner()


@retry(3)
@cached
async def fetch(url):
    return url
`,
    symbols: [
      'Ledger class 1-5',
      'Ledger.post method 2-5',
      'Ledger.post.inner function 3-4',
      'fetch function 8-11',
    ],
  },
};

for (const [name, { path, text, symbols }] of Object.entries(CASES)) {
  test(name, async (t) => {
    t.deepEqual((await symbolsOf(t, { [path]: text }, path)).toSorted(), symbols.toSorted());
  });
}

test("annotations: two of a file merge, a symbol overrides its keys, a later comment is not the file's", async (t) => {
  const where = project(t, {
    '.beadloom/_graph/graph.yml': `nodes:
  - { ref_id: billing, kind: domain, summary: Billing }
  - { ref_id: auth, kind: domain, summary: Auth, source: src/auth/ }
  - { ref_id: FEAT-1, kind: feature, summary: Refunds }
  - { ref_id: FEAT-2, kind: feature, summary: Charges }
`,
    'src/pay.py': `# beadloom:domain=billing
# beadloom:feature=FEAT-1


def refund(): ...


# beadloom:feature=FEAT-2
def charge(): ...


# beadloom:domain=auth

def audit(): ...
`,
    'src/auth/a.py': 'def check(): ...\n',
    'src/authz/x.py': 'def grant(): ...\n',
  });
  const names = async (ref: string) => {
    const bundle = await answer<Bundle>(where, ['ctx', ref, '--depth', '0']);
    return bundle.code_symbols.map((symbol) => symbol.symbol_name).toSorted();
  };
  t.deepEqual(await names('billing'), ['audit', 'charge', 'refund']);
  t.deepEqual(await names('FEAT-1'), ['audit', 'refund']);
  t.deepEqual(await names('FEAT-2'), ['charge']);
  t.deepEqual(await names('auth'), ['check'], 'src/auth owns nothing of src/authz');
});

test('what only looks like a route is none; a prefix and a route make one path', async (t) => {
  const where = project(t, {
    'web/app.js': `const express = require('express');
const users = require('./users');
const app = express();
// app.get('/in-a-comment', handler);
const env = app.get('env');
const text = "app.get('/in-a-string', handler)";
app.use('/api', users);
module.exports = { app, env, text };
`,
    'web/users.js': `const express = require('express');
const router = express.Router();
router.get('/users/:id', show);
function show(request, response) {
  response.send(request.get('X-Id'));
}
module.exports = router;
`,
    'cmd/main.go': `package main

import "net/http"

// http.HandleFunc("/in-a-comment", index)
func index(w http.ResponseWriter, r *http.Request) {
	_ = r.Header.Get("X-Id")
}
`,
  });
  const routesOf = async (path: string) => {
    const bundle = await answer<Bundle>(where, ['ctx', path, '--depth', '0']);
    return bundle.routes.map((route) => `${route.method} ${route.path} ${route.handler} ${route.line}`);
  };
  t.deepEqual(await routesOf('web/users.js'), ['GET /api/users/:id show 3']);
  t.deepEqual(await routesOf('web/app.js'), []);
  t.deepEqual(await routesOf('cmd/main.go'), []);
});

async function symbolsOf(
  t: ExecutionContext,
  files: Record<string, string>,
  path: string,
): Promise<string[]> {
  const bundle = await answer<Bundle>(project(t, files), ['ctx', path, '--depth', '0', '--budget', '20000']);
  return bundle.code_symbols.map(
    ({ qualified_name, kind, line_start, line_end }) => `${qualified_name} ${kind} ${line_start}-${line_end}`,
  );
}
