/**
 * beadloom as a library: a project's architecture graph, documentation and code, answered in milliseconds.
 *
 * The command line and the MCP server are built on exactly this.
 *
 * @packageDocumentation
 */
export type * from '../model/answers.js';
export { Beadloom } from './beadloom.js';
export { BeadloomError } from '../model/error.js';
export type { ErrorInit } from '../model/error.js';
export type { ContextOptions, GenerateContextOptions, OpenOptions, SyncReview } from '../model/options.js';
export type { Progress, ReadOptions, WorkOptions } from '../model/work.js';
export type * from '../model/requests.js';
export { pullModel } from './models.js';
export { findProject } from './project.js';
export type { Project } from './project.js';
