import type { FindingReport } from './finding.js';

/** The formats for other programs, loaded when asked for. A new one is a file beside this one and its line here. */
const WRITERS = {
  github: async () => (await import('./github.js')).githubText,
  sarif: async () => (await import('./sarif.js')).sarifText,
  junit: async () => (await import('./junit.js')).junitText,
  porcelain: async () => (await import('./porcelain.js')).porcelainText,
} satisfies Record<string, () => Promise<(report: FindingReport) => string>>;

/** How findings may be printed: `pretty` by each command itself, `json` as the answer came. */
export type FindingFormat = 'pretty' | 'json' | keyof typeof WRITERS;

/** Every {@link FindingFormat}. */
export const FINDING_FORMATS: readonly FindingFormat[] = [
  'pretty',
  'json',
  ...(Object.keys(WRITERS) as Array<keyof typeof WRITERS>),
];

/** An answer with findings, ready to be printed. */
export interface FindingOutput {
  /** As it came. */
  json: string;
  /** For people. */
  pretty: () => string;
  /** For other programs. */
  report: () => FindingReport;
}

/** The answer in a format other than JSON; empty where a format that is read line by line has nothing to say. */
export async function findingsText(
  format: Exclude<FindingFormat, 'json'>,
  { pretty, report }: FindingOutput,
): Promise<string> {
  return format === 'pretty' ? pretty() : (await WRITERS[format]())(report());
}
