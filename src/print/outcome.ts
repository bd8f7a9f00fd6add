const WORDS: Record<string, string> = {
  installed: 'Written to',
  updated: 'Brought up to date in',
  unchanged: 'In place already:',
  removed: 'Removed from',
  absent: 'Nothing to remove in',
};

/** What became of a file that is shared with others: `Written to AGENTS.md`. `words`: other ones. */
export function outcomeText(outcome: string, path: string, words: Record<string, string> = {}): string {
  return `${words[outcome] ?? WORDS[outcome] ?? outcome} ${path}`;
}
