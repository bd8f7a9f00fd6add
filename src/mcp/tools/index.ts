import type { McpServer } from '@modelcontextprotocol/server';

import type { Beadloom } from '../../api/beadloom.js';
import { registerGetContext } from './get_context.js';
import { registerGetStatus } from './get_status.js';
import { registerSearch } from './search.js';

/** Adds one tool to a server. */
export type RegisterTool = (server: McpServer, beadloom: Beadloom) => void;

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly RegisterTool[] = [registerGetContext, registerSearch, registerGetStatus];
