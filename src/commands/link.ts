import type { LinkOptions } from '../model/requests.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'link a node to a ticket, a pull request or a page',
  description:
    "Adds a URL to a node's entry in the graph, where ctx shows it. Without a URL it lists the existing ones. No other byte of the file changes. Only http and https URLs are accepted.",
  completes: 'nodes',
  examples: [
    { line: 'link PROJ-123 https://tracker.example/PROJ-123 --label ticket', note: 'add one' },
    { line: 'link PROJ-123', note: 'list them' },
    { line: 'link PROJ-123 --remove https://tracker.example/PROJ-123', note: 'remove one' },
  ],
  arguments: [
    argumentOf('link', 'ref', { name: 'ref_id', help: 'a node' }),
    { name: 'url', help: 'a URL to add' },
  ],
  flags: flagsOf('link', ['label', 'remove']),
  run: async (shell, [ref = '', url], options: LinkOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.link(ref, { ...work, ...options, url }),
    );
    if (shell.json) {
      return shell.dataJson(JSON.stringify(answer));
    }
    const words: Record<string, string> = {
      added: `Added to ${answer.path}`,
      updated: `Changed in ${answer.path}`,
      removed: `Removed from ${answer.path}`,
      unchanged: `In place already: ${answer.path}`,
    };
    const head = words[answer.outcome];
    const links = answer.links.map((one) =>
      plainLine(one.label === '' ? one.url : `${one.label}: ${one.url}`),
    );
    const lines = [...(head === undefined ? [] : [plainLine(head)]), ...links.map((line) => `- ${line}`)];
    shell.data(lines.length === 0 ? `${plainLine(answer.ref_id)} has no links` : lines.join('\n'));
  },
};
