import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** Of tools that read: the index that they bring up to date is nothing a person would miss. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Of tools that write what a person keeps, in Git: the same call again changes nothing more. */
export const WRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Of tools that replace what a person wrote. */
export const REPLACES: ToolAnnotations = { ...WRITES, destructiveHint: true };
