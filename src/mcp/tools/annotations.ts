import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** Of tools that read: the index that they bring up to date is nothing a person would miss. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
