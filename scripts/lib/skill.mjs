// The skill that all plugins bring. It names commands, which work wherever a shell is, with or without the server.

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

| you want | command |
| --- | --- |
| the code that a task or question takes | \`ctx --task "what is to be done"\` |
| what a folder, file or part is and holds | \`ctx REF\` |
| source of names, whole, many at once | \`show NAME... [--callers]\`, \`show src/a.py:10-60\` |
| a flag, message or key to the letter | \`search --exact TEXT\` |
| anything else by words | \`search WORDS\` |
| what uses it, what it uses | \`why REF\`, \`why REF --reverse\` |
| how one thing reaches another | \`path FROM TO\` |
| which tests and parts a change affects | \`affected\` |
| the whole project | \`prime\` |

After a change: \`lint\` (rules), \`sync-check\` (documents). Correct documents that fell behind, then
\`sync-update REF -y\`.

## Is the answer complete?

The answer says so: what was cut is counted with the command that shows it, a warning names files the index has not taken in
yet, and uses that are not certain are marked. Where nothing of that stands, it is complete: do not search again. Otherwise
follow the named command, or read just the named lines.

No index: \`init --bootstrap -y\` drafts one. Questions work without it too.
`;
