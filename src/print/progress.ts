import type { Progress } from '../api/options.js';
import { counted, fit, grouped } from './text.js';

/** Where progress goes: a line that is rewritten, lines now and then, JSON objects, or nowhere. */
export type ProgressStyle = 'line' | 'lines' | 'json' | 'off';

/** Work that is done by then shows nothing. */
const DELAY_MS = 500;
const LINES_EVERY_MS = 3000;

interface Target {
  write: (text: string) => unknown;
  columns?: number;
}

/** Prints the progress of one piece of work. */
export class ProgressPrinter {
  readonly #start: number;
  #nextLine: number;
  #drawn = false;

  constructor(
    private readonly style: ProgressStyle,
    private readonly target: Target,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#start = now();
    this.#nextLine = this.#start + DELAY_MS;
  }

  /** Shows how far it is, if it is time. */
  readonly update = (progress: Progress): void => {
    const now = this.now();
    if (this.style === 'json') {
      const { phase, done, total, rate } = progress;
      this.target.write(`${JSON.stringify({ phase, done, total, rate })}\n`);
    } else if (this.style === 'line' && now - this.#start >= DELAY_MS) {
      const columns = this.target.columns ?? 80;
      this.target.write(`\r\u001b[2K${fit(progressText(progress), columns - 1)}`);
      this.#drawn = true;
    } else if (this.style === 'lines' && now >= this.#nextLine) {
      this.target.write(`${progressText(progress)}\n`);
      this.#nextLine = now + LINES_EVERY_MS;
    }
  };

  /** Takes the rewritten line away. */
  end(): void {
    if (this.#drawn) {
      this.target.write('\r\u001b[2K');
      this.#drawn = false;
    }
  }
}

/** `parse 1,200/4,000 files, 3,100/s, 1 s left` */
export function progressText({ phase, done, total, rate }: Progress): string {
  const parts = [`${phase} ${grouped(done)}${total > 0 ? `/${grouped(total)}` : ''}`];
  if (rate > 0) {
    parts.push(`${grouped(Math.round(rate))}/s`);
    if (total > done) {
      parts.push(`${counted(Math.ceil((total - done) / rate), 'second')} left`);
    }
  }
  return parts.join(', ');
}
