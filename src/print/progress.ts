import type { Progress } from '../model/work.js';
import { own } from '../model/harmless.js';
import { bytes, counted, fit, grouped, width } from './text.js';

/** Where progress goes: a line that is redrawn, a line per phase, JSON objects, or nowhere. */
export type ProgressStyle = 'line' | 'lines' | 'json' | 'off';

/** Work that is done by then shows nothing. */
const DELAY_MS = 500;
/** A phase that takes longer than this gets another line: whoever watches a log shall see that it lives. */
const SAME_PHASE_MS = 30_000;

/** Back to the first column of a line with nothing on it. */
const CLEARED = own('[G') + own('[2K');

interface Target {
  write: (text: string) => unknown;
  columns?: number | undefined;
}

/** Prints the progress of one piece of work. */
export class ProgressPrinter {
  readonly #start: number;
  #phase: string | undefined;
  #written = 0;
  #drawn = false;

  constructor(
    private readonly style: ProgressStyle,
    private readonly target: Target,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#start = now();
  }

  /** Shows how far it is, if it is time. */
  readonly update = (progress: Progress): void => {
    const now = this.now();
    if (this.style === 'json') {
      const { phase, done, total, rate, remaining_ms } = progress;
      this.target.write(`${JSON.stringify({ phase, done, total, rate, remaining_ms })}\n`);
    } else if (this.style === 'off' || now - this.#start < DELAY_MS) {
      return;
    } else if (this.style === 'line') {
      // The last column stays free: some terminals go on to the next line when it is written to.
      this.target.write(CLEARED + progressText(progress, (this.target.columns ?? 80) - 1));
      this.#drawn = true;
    } else if (progress.phase !== this.#phase || now - this.#written >= SAME_PHASE_MS) {
      this.target.write(`${progressText(progress)}\n`);
      this.#phase = progress.phase;
      this.#written = now;
    }
  };

  /** Takes the redrawn line away. */
  end(): void {
    if (this.#drawn) {
      this.target.write(CLEARED);
      this.#drawn = false;
    }
  }
}

/** What is done in each phase: with files to count, and as it stands where there is nothing to count. */
const DOING: Record<string, [verb: string, alone: string]> = {
  wait: ['Waiting for another run', 'Waiting for another run'],
  scan: ['Listing', 'Listing files'],
  parse: ['Parsing', 'Parsing files'],
  resolve: ['Resolving', 'Resolving names'],
  graph: ['Connecting', 'Connecting the graph'],
  commit: ['Writing', 'Writing the index'],
  embed: ['Embedding', 'Loading the model'],
};

/** `Parsing 1,200 of 4,000 files, 3,100/s, 1 s left`; less of it where there are fewer columns. */
export function progressText(progress: Progress, columns: number = Number.POSITIVE_INFINITY): string {
  const { phase, done, total, rate, remaining_ms: remaining } = progress;
  if (phase === 'download') {
    const size = total > 0 ? ` of ${bytes(total)}` : '';
    const left = remaining !== null && total > done ? `, ${leftText(remaining)} left` : '';
    return fit(`Downloading ${bytes(done)}${size}${rate > 0 ? `, ${bytes(rate)}/s` : ''}${left}`, columns);
  }
  const [verb, alone] = DOING[phase] ?? [phase, phase];
  const of = total > 0 && done > 0 ? `${grouped(done)} of ` : '';
  const count = Math.max(done, total);
  const what = count > 0 ? `${verb} ${of}${counted(count, phase === 'embed' ? 'text' : 'file')}` : alone;
  const speed = rate > 0 && total > 0 ? `, ${grouped(Math.round(rate))}/s` : '';
  const left = remaining !== null && total > done ? `, ${leftText(remaining)} left` : '';
  // How long it takes matters more than how fast it goes.
  for (const text of [what + speed + left, what + left, what]) {
    if (width(text) <= columns) {
      return text;
    }
  }
  return fit(what, columns);
}

function leftText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
