// Rows of the gateway's core: searches among 5,000 tools, before and after 3,000 learned calls.

import { join } from 'node:path';

import { root } from '../scripts/lib/process.mjs';
import { runOnce } from './measure.mjs';
import { row } from './rows.mjs';

const TOOLS = 5_000;

export function gatewayRows() {
  return [0, 3_000].map((pairs) => {
    const measure = {
      name: 'searches of the gateway in process',
      program: process.execPath,
      args: [join(root, 'bench', 'gateway.mjs'), String(TOOLS), String(pairs)],
    };
    const { search } = JSON.parse(runOnce(measure));
    return row(`${TOOLS} tools`, 'search for tools, p50', `${pairs} learned calls`, [search.p50_ms], {
      unit: 'ms',
      goal: 5,
      detail: { p99_ms: search.p99_ms },
    });
  });
}
