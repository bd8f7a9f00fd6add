import {
  completable,
  type GetPromptResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { FullNode } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { plainLine, released } from '../model/harmless.js';
import { errorText, fresh } from './answer.js';
import { idsLike } from './completion.js';
import type { Session } from './session.js';
import { asCall } from './survival.js';

/** Lines of a list in a prompt at most; the tools have the rest. */
const LISTED = 40;

/** Adds the prompts: work on graph and documents that a person starts by name. */
export function registerPrompts(server: McpServer, session: Session): void {
  const { beadloom } = session;
  const ref = (description: string) =>
    completable(z.string().describe(description), (value) => idsLike(beadloom, value)).optional();

  server.registerPrompt(
    'update-stale-docs',
    {
      title: 'Update stale documents',
      description: 'Updates stale documents.',
      argsSchema: z.object({ ref_id: ref('only the documents of this node') }),
    },
    ({ ref_id: node }, context) =>
      prompt('Update stale documents', () => staleDocuments(session, context, node || undefined)),
  );
  server.registerPrompt(
    'improve-summaries',
    {
      title: 'Improve summaries',
      description: 'Gives nodes summaries that say what they are for.',
      argsSchema: z.object({ ref_id: ref('only this node') }),
    },
    ({ ref_id: node }, context) =>
      prompt('Improve summaries', () => summaries(session, context, node || undefined)),
  );
  server.registerPrompt(
    'onboard',
    {
      title: 'Get to know the project',
      description: 'A tour of the architecture, or of one part of it.',
      argsSchema: z.object({ ref_id: ref('the part that it is about') }),
    },
    ({ ref_id: node }, context) =>
      prompt('Get to know the project', () => tour(session, context, node || undefined)),
  );
}

/** A prompt's text as a message of the user; an error is said, because a client may show nothing of one. */
async function prompt(description: string, text: () => Promise<string>): Promise<GetPromptResult> {
  let said: string;
  try {
    said = released(await asCall(text));
  } catch (thrown) {
    said = `beadloom could not prepare this: ${errorText(BeadloomError.from(thrown))}`;
  }
  return { description, messages: [{ role: 'user', content: { type: 'text', text: said } }] };
}

async function staleDocuments(
  session: Session,
  context: ServerContext,
  ref: string | undefined,
): Promise<string> {
  const answer = await fresh(session, context, (options) => session.beadloom.syncCheck({ ...options, ref }));
  const stale = answer.pairs.filter((pair) => pair.status === 'stale');
  if (stale.length === 0) {
    return `All documents${ref === undefined ? '' : ` of ${ref}`} are up to date with their code. Say so; there is nothing to do.`;
  }
  const lines = stale.map((pair) =>
    plainLine(`- ${pair.doc_path} (${pair.ref_id}): ${pair.code_path}, ${pair.reason ?? 'changed'}`),
  );
  return [
    'These documents are stale:',
    '',
    ...shortList(lines),
    '',
    'For each node: call generate_docs with its ref_id, which says what changed and what the document says now. Read the changed code. Correct what is no longer true, add what is missing, and leave the rest, its structure and its tone as they are. Then call mark_synced with the ref_id. Do not mark a document that you did not compare. At the end call sync_check and report what you changed, document by document.',
  ].join('\n');
}

async function summaries(session: Session, context: ServerContext, ref: string | undefined): Promise<string> {
  const answer = await fresh(session, context, (options) => session.beadloom.listNodes(options));
  const wanted = answer.nodes.filter((node) => (ref === undefined ? isPoor(node) : node.ref_id === ref));
  if (wanted.length === 0) {
    return ref === undefined
      ? 'Every node of the graph has a summary of its own. Say so; there is nothing to do.'
      : `There is no node ${ref}. Call search_code to find the right one.`;
  }
  const lines = wanted.map(itemOf);
  return [
    'These nodes of the architecture graph need a better summary:',
    '',
    ...shortList(lines),
    '',
    'For each: call explore_codebase with it as ref and read what you need of its code. Write one sentence, at most 25 words, that says what the part is for and what it answers for, not how it is built; no file names, no counts. Call update_node with ref_id and summary. Leave a summary that is right already. At the end list old and new.',
  ].join('\n');
}

/** Without a summary, or still with the one that was drafted. */
function isPoor(node: { summary: string; extra: Record<string, unknown> }): boolean {
  return node.summary.trim() === '' || 'confidence' in node.extra;
}

async function tour(session: Session, context: ServerContext, ref: string | undefined): Promise<string> {
  if (ref !== undefined) {
    return [
      `Explain the part ${ref} of this project to somebody who is new to it.`,
      '',
      `Call explore_codebase with ref ${JSON.stringify(ref)}, and analyze_impact for what depends on it. Read the two or three files that matter most. Then say: what it is for, how it is built, how a request or a call goes through it, what one must not break, and where one would start with a change. Name files with lines.`,
    ].join('\n');
  }
  const answer = await fresh(session, context, (options) => session.beadloom.listNodes(options));
  const lines = answer.nodes.filter((node) => node.kind === 'domain' || node.kind === 'service').map(itemOf);
  return [
    'Explain this project to somebody who is new to it. Its parts:',
    '',
    ...shortList(lines),
    '',
    'Call get_architecture_graph for how they hang together, and explore_codebase for the three that the others depend on most. Then say in one page: what the project does, which parts there are and how they work together, how one typical request goes through them, which rules of the architecture hold (check_architecture knows them), and what to read first. Name files with lines.',
  ].join('\n');
}

/** A node as an item of a list. */
function itemOf({ ref_id: name, kind, summary }: FullNode): string {
  return plainLine(`- ${name} (${kind}): ${summary || 'no summary'}`);
}

function shortList(lines: readonly string[]): string[] {
  const more = lines.length - LISTED;
  return more > 0 ? [...lines.slice(0, LISTED), `- and ${more} more`] : [...lines];
}
