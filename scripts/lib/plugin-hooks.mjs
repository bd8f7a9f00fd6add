// The hooks of each plugin. A program without a row has none.

/**
 * What stands in `hooks/hooks.json` of a plugin, by the name of its folder below `plugins/`: the object as the program's own
 * documentation has it, `{ hooks: { SessionStart: [...] } }` for Claude Code.
 * @type {Readonly<Record<string, object>>}
 */
const HOOKS = {};

/** The hooks of a program's plugin; undefined where it has none. */
export function hooksOf(program) {
  return HOOKS[program];
}
