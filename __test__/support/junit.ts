/** An element of an XML document. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/**
 * What both schemas in use know, Jenkins' `junit-10.xsd` and Surefire's: of each element its attributes, required ones with
 * `!`, and its children.
 */
const SCHEMA: Record<string, { attributes: string[]; children: string[] }> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: ['name!', 'tests!', 'failures!', 'errors!', 'time', 'skipped', 'timestamp', 'hostname'],
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    attributes: ['name!', 'time', 'classname'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [] },
  error: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['message'], children: [] },
  'system-out': { attributes: [], children: [] },
  'system-err': { attributes: [], children: [] },
};

/** What is wrong with a JUnit report: as XML, by the schema, and in its counts. */
export function junitFaults(text: string): string[] {
  const faults: string[] = [];
  const root = parse(text);
  if (root.name !== 'testsuites') {
    faults.push(`the root is ${root.name}`);
  }
  const visit = (element: Element) => {
    const rules = SCHEMA[element.name];
    if (rules === undefined) {
      faults.push(`${element.name} is not known`);
      return;
    }
    const names = new Set(rules.attributes.map((name) => name.replace('!', '')));
    for (const name of Object.keys(element.attributes)) {
      if (!names.has(name)) {
        faults.push(`${element.name} has ${name}`);
      }
    }
    const time = element.attributes['time'];
    if (time !== undefined && !/^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/.test(time)) {
      faults.push(`${element.name} took ${time}`);
    }
    for (const name of rules.attributes.filter((one) => one.endsWith('!'))) {
      if (!(name.slice(0, -1) in element.attributes)) {
        faults.push(`${element.name} lacks ${name.slice(0, -1)}`);
      }
    }
    for (const child of element.children) {
      if (!rules.children.includes(child.name)) {
        faults.push(`${child.name} in ${element.name}`);
      }
      visit(child);
    }
    if (element.name === 'testsuite') {
      const count = (name: string) =>
        element.children.filter((one) => one.children.some((child) => child.name === name)).length;
      for (const [attribute, value] of [
        ['tests', element.children.length],
        ['failures', count('failure')],
        ['skipped', count('skipped')],
      ] as const) {
        if (element.attributes[attribute] !== String(value)) {
          faults.push(`${attribute} is ${element.attributes[attribute]}, and there are ${value}`);
        }
      }
    }
  };
  visit(root);
  return faults;
}

/** The suites with their cases: the name of each and what became of it. */
export function junitCases(text: string): Record<string, string[]> {
  const suites = parse(text).children.map((suite) => [
    suite.attributes['name'] ?? '',
    suite.children.map((one) => `${one.children[0]?.name ?? 'passed'}: ${one.attributes['name'] ?? ''}`),
  ]);
  return Object.fromEntries(suites) as Record<string, string[]>;
}

/** Reads XML without namespaces, comments and sections. @throws Error where it is not well-formed */
function parse(text: string): Element {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) {
    throw new Error('a sign that XML does not have');
  }
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (rest === text) {
    throw new Error('no declaration');
  }
  for (const [, close, name = '', attributes = '', empty, content] of rest.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+|<)/g,
  )) {
    const current = open.at(-1) as Element;
    if (content !== undefined) {
      if (content === '<' || /&(?!(?:amp|lt|gt|quot|#\d+);)/.test(content)) {
        throw new Error(`not escaped: ${content}`);
      }
      current.text += content;
    } else if (close === '/') {
      if (current.name !== name) {
        throw new Error(`${current.name} is closed as ${name}`);
      }
      open.pop();
    } else {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        unescaped(value ?? ''),
      ]);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      current.children.push(element);
      if (empty === '') {
        open.push(element);
      }
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0) {
    throw new Error('not one element that is closed');
  }
  return root;
}

function unescaped(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(text)) {
    throw new Error(`not escaped: ${text}`);
  }
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text
    .replace(/&(\w+);/g, (_, name: string) => signs[name] ?? '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
