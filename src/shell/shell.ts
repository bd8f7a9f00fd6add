import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Beadloom } from '../api/beadloom.js';
import { jsonOf } from '../model/json.js';
import type { Pieces } from '../model/pieces.js';
import { FEWER_FILES, largeFirstIndex } from '../api/first-index.js';
import type { WorkOptions } from '../model/work.js';
import { findProject } from '../api/project.js';
import { TRAITS } from '../model/requests.js';
import { paint, wantsColour, type Paint } from '../print/colour.js';
import type { DiagnosticsStyle } from '../print/diagnostics.js';
import { findingsText, type FindingFormat, type FindingOutput } from '../print/findings/formats.js';
import { ProgressPrinter, type ProgressStyle } from '../print/progress.js';
import { bytesOf, joined, type Piece } from '../print/pieces.js';
import { plainLine } from '../print/text.js';
import type { CommandEntry } from './command.js';
import type { Globals } from './globals.js';
import { err, out, widthOf } from './streams.js';

/** An answer with a warning, and with the files that the index is behind. */
interface Warned {
  warning?: string | null;
  stale_paths?: readonly string[];
}

/** What a command has around it: the global flags, the two streams, the project. */
export class Shell {
  /** Strokes for stdout. */
  readonly paint: Paint;
  /** Strokes for stderr. */
  readonly paintError: Paint;
  /** Columns to lay tables out in; 80 where nothing says how many there are. */
  readonly columns: number;
  /** Columns to wrap prose at on stdout; undefined where a program reads it and `COLUMNS` is not set. */
  readonly wrapAt: number | undefined;
  #root: string | undefined;
  #project: Beadloom | undefined;
  #sent = '';
  #parts: Pieces | undefined;

  constructor(
    readonly globals: Globals,
    /** Every command, for those that explain or complete others. */
    readonly commands: readonly CommandEntry[],
  ) {
    this.paint = paint(wantsColour(out, !globals.color));
    this.paintError = paint(wantsColour(err, !globals.color));
    const width = widthOf(out);
    this.columns = width ?? 80;
    this.wrapAt = width;
  }

  /** Whether the answer is wanted as JSON. */
  get json(): boolean {
    return this.globals.json ?? false;
  }

  /** Whether a person can be asked. */
  get interactive(): boolean {
    return process.stdin.isTTY && err.isTTY;
  }

  /** The project's root; where nothing marks one, stderr says what is used. */
  root(): string {
    if (this.#root !== undefined) {
      return this.#root;
    }
    const { root, by, git } = findProject(this.globals.project);
    this.#root = root;
    if (by === 'directory') {
      this.note(`no .beadloom/ here and no .git here or above; the project is ${plainLine(root)}`);
    } else if (by === 'beadloom' && root !== git && root !== process.cwd()) {
      this.note(`the project is ${plainLine(root)}, which has a .beadloom/`);
    }
    return root;
  }

  /** Opens the project, does the work with progress on stderr, and closes. */
  async withProject<T>(work: (beadloom: Beadloom, options: WorkOptions) => Promise<T>): Promise<T> {
    const root = this.root();
    const isFirst = !existsSync(join(root, '.beadloom', 'beadloom.db'));
    const { daemon, sync = false } = this.globals;
    const beadloom = Beadloom.open(root, { from: process.cwd(), daemon: daemon && !sync });
    this.close();
    this.#project = beadloom;
    try {
      return await this.withProgress((options) => work(beadloom, options), isFirst);
    } finally {
      // A daemon that answered keeps the receipt too: what is noted goes the same way.
      if (!beadloom.last?.relayed) {
        beadloom.close();
      }
    }
  }

  /** Does work that needs no project, with progress on stderr. `isFirst`: it may begin the project's first index. */
  async withProgress<T>(work: (options: WorkOptions) => Promise<T>, isFirst = false): Promise<T> {
    const printer = new ProgressPrinter(this.#progressStyle(), err);
    let isSaid = !isFirst;
    try {
      return await work({
        onProgress: (progress) => {
          const warning = isSaid ? undefined : largeFirstIndex(progress);
          if (warning !== undefined) {
            isSaid = true;
            printer.end();
            this.note(`${warning}. Ctrl-C stops it and keeps nothing of it; ${FEWER_FILES}`);
          }
          printer.update(progress);
        },
      });
    } finally {
      printer.end();
    }
  }

  /** Data for a reader, on stdout. */
  data(text: string): void {
    out.write(ended(text));
    this.#sent += ended(text);
  }

  /** The same, of which the pieces are about more than one thing. */
  pieces(pieces: readonly Piece[]): void {
    this.#parts = bytesOf([...pieces, ['frame', '\n']]);
    this.data(joined(pieces));
  }

  /** An answer on stdout, as JSON or as a person reads it. Nothing is printed for a person where there is no text. */
  print(answer: object, text: () => string | undefined): void {
    const shown = this.json ? undefined : text();
    if (this.json) {
      this.dataJson(jsonOf(answer));
    } else if (shown !== undefined) {
      this.data(shown);
    }
  }

  /** The same, with the warning of the answer on stderr. */
  show(answer: Warned, text: () => string | undefined): void {
    this.print(answer, text);
    this.warnStale(answer);
  }

  /** The text of a JSON answer, on stdout. */
  dataJson(text: string): void {
    out.writeJson(ended(text));
    this.#sent += ended(text);
  }

  /** Leaves a daemon that answered. */
  close(): void {
    this.#project?.close();
  }

  /** Notes what was printed, where it is an answer that agents ask for. Called when all is written: nobody waits for it. */
  noteReceipt(command: string, words: readonly string[]): void {
    const last = this.#project?.last;
    const traits = last && TRAITS[last.name];
    if (last === undefined || !traits?.receipts || this.#sent === '') {
      return;
    }
    // A flag that chooses the request is part of its name.
    const name = traits.command?.startsWith(`${command} `) ? traits.command : command;
    const session = words.find((_, index) => words[index - 1] === '--session');
    const asked = words.map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word))).join(' ');
    const isJson = last.text.startsWith('{');
    this.#project?.note(
      { is: 'answer', channel: 'cli', command: name, asked, session, ms: last.ms, parts: this.#parts },
      this.#sent,
      isJson ? last.text : undefined,
    );
  }

  /** The format of findings that is meant: `--json` before `--format`. */
  findingFormat(format: FindingFormat | undefined): FindingFormat {
    return this.json ? 'json' : (format ?? 'pretty');
  }

  /** An answer with findings, on stdout. */
  async findings(format: FindingFormat | undefined, output: FindingOutput): Promise<void> {
    const how = this.findingFormat(format);
    if (how === 'json') {
      this.dataJson(output.json);
      return;
    }
    const text = await findingsText(how, output);
    if (text !== '') {
      this.data(text);
    }
  }

  /** Something good to know, on stderr. */
  note(text: string): void {
    this.#say(`${this.paintError.cyan('note')}: ${text}`);
  }

  /** How findings look on stderr. */
  diagnosticsStyle(all: boolean): DiagnosticsStyle {
    return { paint: this.paintError, all, columns: widthOf(err) };
  }

  /** A warning, on stderr. */
  warn(text: string): void {
    this.#say(`${this.paintError.yellow('warning')}: ${text}`);
  }

  /** The warning of an answer that may be behind, with the paths it misses. */
  warnStale({ warning, stale_paths: stale = [] }: Warned): void {
    if (typeof warning === 'string') {
      const paths = stale.map((path) => `\n  ${plainLine(path)}`);
      this.warn(plainLine(warning) + paths.join(''));
    }
  }

  /**
   * Whether an answer of a command whose exit code says something is of the files as they are. Where it is not, says so and ends the
   * command with 1: neither a pass nor a failure of files as they were is one of the files.
   */
  isOfFiles(answer: { warning: string | null; stale_paths: readonly string[] }): boolean {
    this.warnStale(answer);
    const [first] = answer.stale_paths;
    if (first === undefined) {
      return true;
    }
    process.exitCode = 1;
    const why = `${plainLine(first)} is not in the index in its current form, so the answer would not match the files`;
    err.write(`${this.paintError.red('error')}: ${why}\n`);
    return false;
  }

  #say(text: string): void {
    if (!this.globals.quiet) {
      err.write(`${text}\n`);
    }
  }

  #progressStyle(): ProgressStyle {
    const { progress, quiet } = this.globals;
    if (!progress || quiet) {
      return 'off';
    }
    if (progress === 'json') {
      return 'json';
    }
    return err.isTTY ? 'line' : 'lines';
  }
}

/** With a newline at its end. */
function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
