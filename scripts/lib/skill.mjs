// The skill that all plugins bring. It names tools for where the server runs, and commands, which work wherever a shell is.

/** Also of its folder. */
export const SKILL_NAME = 'beadloom';

const DESCRIPTION =
  'Answers questions about this codebase from a local index, in place of grep and file reads. Use to find where something is implemented, how it works, what a task touches, who calls or depends on a symbol, what breaks if it changes, which documents are stale and whether an architecture rule is broken; before exploring an unfamiliar repository, before editing or refactoring code, and after a change. Needs a .beadloom folder in the project, or beadloom init.';

export const SKILL = `---
name: ${SKILL_NAME}
description: ${DESCRIPTION}
---

# Ask beadloom before reading files

One answer takes the place of a search and several reads. Line numbers are those of the files as they are now. If the tools of
the beadloom MCP server are there, call them; else run \`npx -y beadloom COMMAND\`. \`--json\` gives data.

| you want | tool | command |
| --- | --- | --- |
| the code that a task or question takes | \`explore_codebase\` | \`ctx --task "what is to be done"\` |
| what a folder, file or part is and holds | the same with its ref | \`ctx REF\` |
| source of names, whole, many at once | \`show_code\` | \`show NAME... [--callers]\`, \`show src/a.py:10-60\` |
| a flag, message or key to the letter | \`grep_code\` | \`search --exact TEXT\` |
| who calls or uses a symbol | \`find_references\` | \`refs NAME\` |
| anything else by words | \`search_code\` | \`search WORDS\` |
| what a change affects, what it needs | \`analyze_impact\` | \`why REF\`, \`why REF --reverse\` |
| how one thing reaches another | \`trace_code_path\` | \`path FROM TO\` |
| which tests and parts a change affects | | \`affected\` |
| the whole project | \`codebase_overview\` | \`prime\` |

After a change: \`lint\` or \`check_architecture\` (rules), \`sync-check\` or \`sync_check\` (documents). Correct documents that fell
behind, then \`sync-update REF -y\` or \`mark_synced\`.

## Is the answer complete?

Its last line says so, from what was counted. \`Complete\`: do not search again. \`Incomplete\`: it says what is missing, and names the
call that has it or the only lines to read. A warning at the top names files the index has not taken in yet.

No index: \`init --bootstrap -y\` drafts one. Questions work without it too.
`;
