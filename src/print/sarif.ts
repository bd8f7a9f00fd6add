import type { Location, Log, Result } from 'sarif';

import { plainJson } from '../harmless.js';
import { VERSION } from '../version.js';
import type { Finding } from './github.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Findings as a SARIF 2.1.0 log of one run. Paths are relative to the root, which the log calls `%SRCROOT%`. */
export function sarifText(findings: readonly Finding[], category: string): string {
  const names = [...new Set(findings.map(({ rule }) => rule))].toSorted();
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
        automationDetails: { id: `beadloom/${category}` },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: "The project's root" } } },
        results: findings.map((finding) => result(finding, names)),
      },
    ],
  };
  return plainJson(JSON.stringify(log, null, 2));
}

function result({ rule, level, path, line, message, hint }: Finding, names: readonly string[]): Result {
  const levels = { error: 'error', warn: 'warning', info: 'note', ok: 'none' } as const;
  return {
    ruleId: rule,
    ruleIndex: names.indexOf(rule),
    level: levels[level],
    message: { text: hint === null ? message : `${message}. ${hint}` },
    locations: path === null ? [] : [location(path, line)],
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
