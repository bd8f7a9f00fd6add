import type { Location, Log, Result } from 'sarif';

import { plainJson } from '../../model/harmless.js';
import { VERSION } from '../../model/version.js';
import { allFindings, findingId, findingSentence, type Finding, type FindingReport } from './finding.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** What is said of a finding that a baseline knows. */
const SUPPRESSED = {
  baselineState: 'unchanged',
  suppressions: [{ kind: 'external', status: 'accepted', justification: 'Known by the baseline' }],
} satisfies Partial<Result>;

/** Findings as a SARIF 2.1.0 log of one run. Paths are relative to the root, which the log calls `%SRCROOT%`. */
export function sarifText(report: FindingReport): string {
  const findings = allFindings(report);
  const { known } = report;
  const names = [...new Set([...findings, ...(known ?? [])].map(findingId))].toSorted();
  // Without a baseline nothing can be said to be new.
  const state: Pick<Result, 'baselineState'> = known === undefined ? {} : { baselineState: 'new' };
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'beadloom',
            version: VERSION,
            informationUri: 'https://www.npmjs.com/package/beadloom',
            rules: names.map((id) => ({ id })),
          },
        },
        automationDetails: { id: `beadloom/${report.command}` },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: "The project's root" } } },
        results: [
          ...findings.map((finding) => ({ ...result(finding, names), ...state })),
          ...(known ?? []).map((finding) => ({ ...result(finding, names), ...SUPPRESSED })),
        ],
      },
    ],
  };
  return plainJson(JSON.stringify(log, null, 2));
}

function result(finding: Finding, names: readonly string[]): Result {
  const { level, path, line, related = [] } = finding;
  const id = findingId(finding);
  return {
    ruleId: id,
    ruleIndex: names.indexOf(id),
    level: ({ error: 'error', warn: 'warning', info: 'note' } as const)[level],
    message: { text: findingSentence(finding) },
    locations: path === null ? [] : [location(path, line)],
    ...(related.length === 0 ? {} : { relatedLocations: related.map((other) => location(other, null)) }),
  };
}

function location(path: string, line: number | null): Location {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
      ...(line === null ? {} : { region: { startLine: line } }),
    },
  };
}
