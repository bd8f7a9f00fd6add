// `ctx --task` with a question: definitions are shown by how likely the question is about them, whatever file they are of.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

const QUESTION = 'How is the discount of an order computed before the invoice is written?';

/** Functions that have nothing to do with the question, and stand in its file. */
function others(count: number, lines = 8): string {
  return Array.from({ length: count }, (_, n) => {
    const body = Array.from({ length: lines }, (_line, at) => `    step_${at}(${n})`).join('\n');
    return `def refresh_${n}(x):\n${body}\n`;
  }).join('\n\n');
}

/** Files that make the words of the question neither rare nor telling. */
function noise(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `src/parts/part_${n}.py`,
      `"""Orders and invoices, part ${n}."""\n\n\ndef order_part_${n}(order):\n    return order.part(${n})\n`,
    ]),
  );
}

const COMPUTE = `def compute_discount(order):
    """The discount of an order, before its invoice is written."""
    steps = ladder_for(order.customer)
    return climb_ladder(steps, order.total)
`;

/** What `compute_discount` hands its work to: no word of the question is in it but "order". */
const LADDER = `"""Ladders, for any order of steps."""


${others(6)}

def ladder_for(customer):
    return [step for step in customer.steps if step.open]


def climb_ladder(steps, total):
    climbed = 0
    for step in steps:
        climbed += step.rate * total
    return climbed
`;

test('what the likeliest definition hands its work to is shown with it, from another file too', async (t) => {
  const where = project(t, {
    ...noise(4),
    'src/discount.py': `from src.ladder import climb_ladder, ladder_for\n\n\n${COMPUTE}\n\n${others(6)}`,
    'src/ladder.py': LADDER,
  });
  const { stdout } = await beadloom(where, ['ctx', '--task', QUESTION]);
  t.regex(stdout, /^### src\/discount\.py:\d+-\d+ compute_discount$/m, stdout);
  t.regex(stdout, /^### src\/ladder\.py:\d+-\d+ climb_ladder$/m, stdout);
  t.regex(stdout, /^### src\/ladder\.py:\d+-\d+ ladder_for$/m, stdout);
  t.notRegex(stdout, /^### .* refresh_\d$/m, stdout);
});

test('the likeliest definition of a long file is shown, not what stands around the words', async (t) => {
  const where = project(t, {
    ...noise(20),
    'src/discount.py': `"""Discounts of orders and invoices: how an order is computed."""\n\n\n${others(20, 14)}\n\n${COMPUTE}\n\n${others(20, 14)}`,
  });
  const { code } = await answer<Bundle>(where, ['ctx', '--task', QUESTION]);
  const whole = (code ?? []).filter(({ content }) => content.includes('\n')).map(({ symbol }) => symbol);
  t.true(whole.includes('compute_discount') && whole.length <= 2, JSON.stringify(code));
});

test('of a long type the head is shown, which is nothing that is cut', async (t) => {
  const methods = Array.from(
    { length: 14 },
    (_, n) => `    def rate_${n}(self, order):\n        return self.rates[${n}] * order.total\n`,
  ).join('\n');
  const where = project(t, {
    ...noise(20),
    'src/discount.py': `class DiscountOfOrders:\n    """How the discount of an order is computed before the invoice is written."""\n\n    kept = ()\n\n${methods}\n`,
  });
  const { stdout } = await beadloom(where, ['ctx', '--task', 'What computes the discount of orders?']);
  t.regex(stdout, /^### src\/discount\.py:1-5 DiscountOfOrders\n```python\nclass DiscountOfOrders:/m, stdout);
  // The head of a type is not cut.
  t.notRegex(stdout, /^Incomplete: .*src\/discount\.py:1-/m, stdout);
});

test('where nothing in code is likely, the document is shown that holds the words', async (t) => {
  const where = project(t, {
    'src/a.py': 'def alpha(x):\n    return x\n',
    '.github/workflows/nightly.yml':
      'name: nightly release train\non:\n  schedule:\n    - cron: "0 3 * * *"\n',
  });
  const { stdout } = await beadloom(where, ['ctx', '--task', 'When does the nightly release train run?']);
  t.regex(stdout, /^### \.github\/workflows\/nightly\.yml:[\s\S]*cron/m, stdout);
});

test('of a function that a header declares and another file defines, the definition is shown and named', async (t) => {
  const rest = Array.from(
    { length: 6 },
    (_, n) => `int refresh_${n}(int x) {\n    x += ${n};\n    return x;\n}`,
  );
  const where = project(t, {
    'src/discount.h': 'int compute_discount(int order);\nint write_invoice(int order);\n',
    'src/discount.c': `#include "discount.h"\n\n/* The discount of an order. */\nint compute_discount(int order) {\n    int rate = 3;\n    return order * rate;\n}\n\nint write_invoice(int order) {\n    int total = compute_discount(order);\n    return total;\n}\n\n${rest.join('\n\n')}\n`,
  });
  const { stdout } = await beadloom(where, ['ctx', '--task', QUESTION]);
  t.regex(stdout, /^### src\/discount\.c:\d+-\d+ compute_discount$/m, stdout);
  t.notRegex(stdout, /discount\.h:\d/, stdout);
});
