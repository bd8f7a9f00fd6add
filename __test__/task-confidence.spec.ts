// How sure an answer to a task says it is: a file that stands out is none that was meant where the words of the task are not there.
import { spawn } from 'node:child_process';

import test, { type ExecutionContext } from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom, CLI, environment } from './support/cli.js';
import { connect } from './support/mcp.js';
import { project, type TestProject } from './support/project.js';

const KITCHEN = ['apple', 'bread', 'cheese', 'flour', 'grapes', 'honey', 'lemon', 'olive', 'rice', 'salt'];

/** Code in several languages, and much that only speaks of code that is not there. */
function shop(t: ExecutionContext): TestProject {
  const kitchen = Object.fromEntries(
    KITCHEN.map((what) => [
      `kitchen/${what}.py`,
      `def weigh_${what}(scale):\n    """Put ${what} on the scale."""\n    return scale\n`,
    ]),
  );
  return project(t, {
    ...kitchen,
    'shop/mail.py':
      'def send_receipt(address, payment):\n    """Send the receipt of a payment by mail."""\n    if not address:\n        raise ValueError("the receipt has no address of a buyer")\n    return payment\n',
    'shop/Ledger.ts':
      'export class Ledger {\n  /** Books the refund of a voucher once per customer. */\n  bookRefund(voucher: string, customer: string): string {\n    return voucher + customer;\n  }\n}\n',
    'shop/stock.go':
      'package shop\n\n// CountPallets counts the pallets that stand in a warehouse.\nfunc CountPallets(warehouse []string) int {\n\treturn len(warehouse)\n}\n',
    'src/cli.rs':
      'pub fn parse_flags(args: &[String]) -> bool {\n    // --dry-run prints the pallets and moves none of them.\n    args.iter().any(|arg| arg == "--dry-run")\n}\n',
    'CHANGELOG.md':
      '# Changelog\n\n## 1.2\n\n- Fix `frobnicate_widget` in the renderer\n- `--polish-brass` is gone\n- Error "the flux capacitor melted" is shown once\n',
    'package-lock.json':
      '{"packages": {"node_modules/left-padder": {"version": "1.0.0", "resolved": "left_padder_core"}}}\n',
    'tests/fixtures/widgets.py':
      'def spin_gizmo(gizmo):\n    """Spins a gizmo of the fixture."""\n    return gizmo\n',
    'docs/ideas.md': '# Ideas\n\nA `QuantumBasket` could hold goods that are bought and not bought.\n',
  });
}

/** What is there: with words that carry it, and with names. */
const SURE: [task: string, path: string][] = [
  ['send the receipt of a payment by mail to the address of the buyer', 'shop/mail.py'],
  ['send_receipt should accept a payment without address', 'shop/mail.py'],
  ['Ledger.bookRefund books the refund of a voucher twice', 'shop/Ledger.ts'],
  ['count pallets that stand in the warehouse', 'shop/stock.go'],
];

/** What is not there, and the words of it. */
const ABSENT: [task: string, absent: string][] = [
  ['fix frobnicate_widget', 'frobnicate_widget'],
  ['frobnicate_widget should send the receipt of a payment by mail', 'frobnicate_widget'],
  ['FooBarService.qux fails when the receipt is sent', 'FooBarService.qux'],
  ['correct the typo in src/none/at/all.py', 'src/none/at/all.py'],
  ['the option --no-such-flag does nothing', '--no-such-flag'],
  ['remove --polish-brass from the options', '--polish-brass'],
  ['it prints "the flux capacitor melted" at start', 'the flux capacitor melted'],
  ["it prints 'no such teapot was ever here' at start", 'no such teapot was ever here'],
  ['left_padder_core is called twice', 'left_padder_core'],
  ['spin_gizmo turns the wrong way', 'spin_gizmo'],
  ['implement the checkout of a QuantumBasket', 'QuantumBasket'],
  ['`parseInvoice` drops the last line of the receipt', 'parseInvoice'],
  ['frobnicate_widget aktualisieren, wenn die Zahlung fehlt', 'frobnicate_widget'],
];

/** What says too little, or says it in words that the code has not. */
const UNSURE = [
  'thanks, looks good',
  'commit this and push',
  'please run the tests again and fix what fails',
  'receipt',
  'fix payment',
  'what is it that we have here',
  'Die Quittung einer Zahlung per Post an den Kunden schicken',
  'Enviar el recibo de un pago por correo al comprador',
  'tune the garbage collector of the interpreter for latency',
];

test('an answer is sure only where the code has the words that carry the task', async (t) => {
  const where = shop(t);
  await answer(where, ['reindex']);
  const asked = async (task: string) => answer<Bundle>(where, ['ctx', '--task', task]);
  for (const [task, path] of SURE) {
    const { confidence, code, absent = [] } = await asked(task);
    t.is(confidence, 'high', task);
    t.is(code?.[0]?.path, path, task);
    t.deepEqual(absent, [], task);
  }
  for (const [task, text] of ABSENT) {
    const { confidence, absent } = await asked(task);
    t.is(confidence, 'low', task);
    t.deepEqual(absent, [text], task);
    const { stdout } = await beadloom(where, ['ctx', '--task', task]);
    t.true(stdout.includes(`Confidence: low; the project has no \`${text}\``), stdout);
  }
  // What is added need not be there.
  const adds = 'add a `ReceiptPrinter` to send the receipt of a payment by mail to the address of the buyer';
  const added = await asked(adds);
  t.not(added.confidence, 'low', adds);
  t.is(added.code?.[0]?.path, 'shop/mail.py', adds);
  t.deepEqual(added.absent, ['ReceiptPrinter'], adds);
  for (const task of UNSURE) {
    const { confidence, absent = [] } = await asked(task);
    t.not(confidence, 'high', task);
    t.deepEqual(absent, [], task);
  }
});

test('the tool for agents says the same', async (t) => {
  const where = shop(t);
  await answer(where, ['reindex']);
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  const said = async (task: string) => {
    const { content } = await client.call('explore_codebase', { question: task });
    return content[0]?.text ?? '';
  };
  for (const [task] of SURE) {
    t.regex(await said(task), /^Confidence: high\.$/m, task);
  }
  for (const [task, text] of ABSENT) {
    t.true((await said(task)).includes(`Confidence: low; the project has no \`${text}\``), task);
  }
  for (const task of UNSURE) {
    t.notRegex(await said(task), /^Confidence: high/m, task);
  }
});

test('a hook says nothing of what is not there', async (t) => {
  const where = shop(t);
  await answer(where, ['reindex']);
  for (const [task, path] of SURE) {
    t.true((await hook(where, task)).includes(path), task);
  }
  for (const task of [...ABSENT.map(([one]) => one), ...UNSURE]) {
    t.is(await hook(where, task), '', task);
  }
});

/** What is said where a prompt is sent. */
function hook(where: TestProject, prompt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, 'agent-hook', 'prompt'], {
      cwd: where.root,
      env: environment({ BEADLOOM_HOOK_TIMEOUT_MS: '60000' }),
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', reject).on('close', () => resolve(stdout));
    child.stdin.end(JSON.stringify({ session_id: prompt, cwd: where.root, prompt }));
  });
}
