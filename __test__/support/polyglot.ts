import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import type { TestProject } from './project.js';
import type { Random } from './random.js';

const LANGUAGES = ['py', 'ts', 'go', 'rs', 'java', 'rb', 'cs', 'md'] as const;
const FOLDERS = ['src/billing', 'src/auth', 'src/auth/inner', 'web', 'docs'];

/**
 * A project in several languages whose files import and call each other, with a graph, that changes at random and
 * always the same for the same numbers.
 */
export class Polyglot {
  readonly #files = new Set<string>();
  #revision = 0;

  constructor(
    private readonly where: TestProject,
    private readonly random: Random,
    private readonly size: number,
  ) {
    this.#graph();
    where.write('go.mod', 'module example.org/shop\n');
    while (this.#files.size < size) {
      this.#write(this.#name());
    }
  }

  /** Some edits, some new files, some that go, some that move; the graph now and then. */
  change(): void {
    this.#revision++;
    for (let i = 0; i < 4 + this.random.below(20); i++) {
      const old = this.random.pick([...this.#files]);
      switch (this.random.below(8)) {
        case 0:
          this.#write(this.#name());
          break;
        case 1:
          if (this.#files.size > this.size / 2) {
            rmSync(this.where.path(old));
            this.#files.delete(old);
          }
          break;
        case 2:
          this.#move(old);
          break;
        case 3:
          this.#graph();
          break;
        default:
          this.#write(old);
      }
    }
  }

  #name(): string {
    const n = this.random.below(this.size * 2);
    return `${this.random.pick(FOLDERS)}/m${n}.${LANGUAGES[n % LANGUAGES.length]}`;
  }

  #move(from: string): void {
    const ending = from.slice(from.lastIndexOf('.'));
    const to = `${this.random.pick(FOLDERS)}/moved${this.random.below(1000)}${ending}`;
    if (!existsSync(this.where.path(to))) {
      mkdirSync(dirname(this.where.path(to)), { recursive: true });
      renameSync(this.where.path(from), this.where.path(to));
      this.#files.delete(from);
      this.#files.add(to);
    }
  }

  #write(path: string): void {
    const other = `m${this.random.below(this.size * 2)}`;
    const [r, n] = [this.#revision, this.random.below(100)];
    const functions = 1 + this.random.below(12);
    const repeat = (line: (i: number) => string) =>
      Array.from({ length: functions }, (_, i) => line(i)).join('\n');
    const text: Record<string, string> = {
      py: `# beadloom:domain=auth\nfrom src.billing.${other} import f0\n${repeat((i) => `def f${i}(a):\n    return f0(a) + ${r}`)}\n`,
      ts: `import { f0 } from './${other}';\n${repeat((i) => `export const f${i} = (a: number) => f0(a) + ${r};`)}\n`,
      go: `package db\n\nimport "example.org/shop/src/auth"\n\n${repeat((i) => `func F${i}(a int) int { return auth.F0(a) + ${r} }`)}\n`,
      rs: `mod ${other};\n${repeat((i) => `pub fn f${i}(a: u32) -> u32 { ${other}::f0(a) + ${r} }`)}\n`,
      java: `package acme;\n\nimport acme.${other};\n\nclass C${n} {\n${repeat((i) => `  int f${i}() { return new ${other}().f0() + ${r}; }`)}\n}\n`,
      rb: `require_relative '${other}'\n${repeat((i) => `def f${i}(a)\n  f0(a) + ${r}\nend`)}\n`,
      cs: `namespace Acme;\n\nclass C${n} {\n${repeat((i) => `  int F${i}() => F0() + ${r};`)}\n}\n`,
      md: `# Page ${n}\n\n## Constraints\n\n${repeat((i) => `Never more than ${i + r} of \`f${i}\`.\n`)}\n`,
    };
    this.where.write(path, text[path.slice(path.lastIndexOf('.') + 1)] ?? '');
    this.#files.add(path);
  }

  #graph(): void {
    const source = this.random.pick(FOLDERS);
    this.where.write(
      '.beadloom/_graph/all.yml',
      `nodes:
  - {ref_id: shop, kind: service, summary: "Revision ${this.#revision}."}
  - {ref_id: billing, kind: domain, source: ${source}/, docs: [docs/m7.md]}
  - {ref_id: auth, kind: domain, source: src/auth/inner/}
edges:
  - {src: billing, dst: shop, kind: part_of}
  - {src: auth, dst: ghost${this.random.below(3)}, kind: uses}
`,
    );
  }
}
