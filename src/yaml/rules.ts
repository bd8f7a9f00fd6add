import { Document, isMap, isScalar, visit } from 'yaml';

import type { PlannedRules } from '../model/plan.js';

/** The names that a rules file may have, in the graph's folder. */
export const RULES_FILES = ['rules.yml', 'rules.yaml'] as const;

const HEADER = ` What holds for this architecture today, found by \`beadloom init --bootstrap\`; \`beadloom lint --strict\` fails when
 it no longer does. This file is yours now: correct the layers, add rules, remove what shall not hold.`;

/** A rules file that says what the core found to hold. */
export function rulesText({ tags, rules }: PlannedRules): string {
  const content = {
    version: 1,
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    rules: rules.map(({ name, description, body }) => ({
      name,
      description,
      severity: 'error',
      ...Object.fromEntries(body),
    })),
  };
  const document = new Document(content);
  document.commentBefore = HEADER;
  visit(document, {
    Pair(_, pair) {
      if (isScalar(pair.key) && (pair.key.value === 'tags' || pair.key.value === 'rules')) {
        pair.key.spaceBefore = true;
      }
    },
    Map(index, map, path) {
      // Rules stand apart; what is inside one of them stays close.
      if (typeof index === 'number' && isMap(map)) {
        if (map.has('description')) {
          map.spaceBefore = index > 0;
        } else {
          map.flow = true;
        }
      }
      const parent = path.at(-1);
      if (parent !== undefined && 'key' in parent && isScalar(parent.key) && isBody(parent.key.value)) {
        visit(map, {
          Map(_, inner) {
            inner.flow = inner !== map;
          },
        });
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}

function isBody(key: unknown): boolean {
  return key === 'require' || key === 'forbid_cycles';
}
