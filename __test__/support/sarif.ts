/**
 * What is wrong with a SARIF log, by the parts of the schema of 2.1.0 (OASIS, errata 01) that the log has: required
 * properties, types, bounds, no property that the schema does not know, and references between parts.
 */
export function sarifFaults(text: string): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) {
      faults.push(what);
    }
  };
  const log = JSON.parse(text) as Record<string, unknown>;
  known(log, ['$schema', 'version', 'runs', 'inlineExternalProperties', 'properties'], 'log', faults);
  check(log['version'] === '2.1.0', 'version is 2.1.0');
  check(typeof log['$schema'] === 'string' && URL.canParse(log['$schema']), '$schema is a URI');
  check(Array.isArray(log['runs']), 'runs is a list');
  for (const run of list(log['runs'])) {
    known(
      run,
      [
        'tool',
        'results',
        'automationDetails',
        'columnKind',
        'originalUriBaseIds',
        'artifacts',
        'invocations',
      ],
      'run',
      faults,
    );
    const driver = object(object(run['tool'])['driver']);
    known(driver, ['name', 'version', 'semanticVersion', 'informationUri', 'rules'], 'driver', faults);
    check(typeof driver['name'] === 'string' && driver['name'] !== '', 'driver has a name');
    check(
      driver['informationUri'] === undefined || URL.canParse(String(driver['informationUri'])),
      'informationUri is a URI',
    );
    check(
      run['columnKind'] === undefined ||
        ['utf16CodeUnits', 'unicodeCodePoints'].includes(String(run['columnKind'])),
      'columnKind',
    );
    const rules = list(driver['rules']);
    const ids = rules.map((rule) => rule['id']);
    check(new Set(ids).size === ids.length, 'rules are unique');
    for (const rule of rules) {
      known(rule, ['id', 'name', 'shortDescription', 'fullDescription', 'help', 'helpUri'], 'rule', faults);
      check(typeof rule['id'] === 'string', 'a rule has an id');
    }
    const bases = Object.keys(object(run['originalUriBaseIds']));
    for (const result of list(run['results'])) {
      known(
        result,
        [
          'ruleId',
          'ruleIndex',
          'level',
          'message',
          'locations',
          'relatedLocations',
          'kind',
          'partialFingerprints',
          'baselineState',
          'suppressions',
        ],
        'result',
        faults,
      );
      check(
        ['undefined', 'new', 'unchanged'].includes(String(result['baselineState'])),
        'a result is new or unchanged',
      );
      for (const suppression of list(result['suppressions'] ?? [])) {
        known(suppression, ['kind', 'status', 'justification'], 'suppression', faults);
        check(suppression['kind'] === 'external', 'a baseline is external');
      }
      check(
        ['none', 'note', 'warning', 'error'].includes(String(result['level'])),
        `level ${String(result['level'])}`,
      );
      check(ids[Number(result['ruleIndex'])] === result['ruleId'], 'ruleIndex leads to ruleId');
      const message = object(result['message']);
      check(typeof message['text'] === 'string' && message['text'] !== '', 'a message has a text');
      for (const location of [...list(result['locations']), ...list(result['relatedLocations'])]) {
        known(location, ['id', 'physicalLocation', 'logicalLocations', 'message'], 'location', faults);
        const physical = object(location['physicalLocation']);
        const artifact = object(physical['artifactLocation']);
        known(artifact, ['uri', 'uriBaseId', 'index', 'description'], 'artifactLocation', faults);
        const uri = String(artifact['uri']);
        check(
          /^[\w.!~*'()%/@+,;=-]+$/.test(uri) && !uri.startsWith('/') && !uri.includes('..'),
          `uri ${uri} is relative`,
        );
        check(bases.includes(String(artifact['uriBaseId'])), 'uriBaseId is declared');
        const region = object(physical['region'] ?? {});
        known(region, ['startLine', 'startColumn', 'endLine', 'endColumn'], 'region', faults);
        for (const value of Object.values(region)) {
          check(Number.isInteger(value) && Number(value) >= 1, 'regions count from 1');
        }
      }
    }
  }
  return faults;
}

function known(value: object, keys: readonly string[], what: string, faults: string[]): void {
  faults.push(...Object.keys(value).flatMap((key) => (keys.includes(key) ? [] : [`${what} has ${key}`])));
}

function object(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function list(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.map(object) : [];
}
