export interface Outcome {
  value?: string
  error?: string
}
export interface Refresh {
  enabled: boolean
  timeoutMs?: number
}
export interface ReindexOptions {
  full?: boolean
}
export interface ContextOptions {
  refs: string[]
  depth?: number
  maxNodes?: number
  maxChunks?: number
  budget?: number
  format: string
  refresh: Refresh
}
export interface GraphOptions {
  refs: string[]
  depth?: number
  format: string
  refresh: Refresh
}
export interface SearchOptions {
  query: string
  kind?: string
  within?: string
  lang?: string
  path?: string
  limit?: number
  refresh: Refresh
}
export interface StatusOptions {
  refresh: Refresh
}
export interface BootstrapOptions {
  scopes: string[]
}
export declare class Cancellation {
  constructor()
  cancel(): void
}
export declare class NativeEngine {
  constructor(root: string)
  reindex(options: ReindexOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  context(options: ContextOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  graph(options: GraphOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  search(options: SearchOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  status(options: StatusOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  bootstrap(options: BootstrapOptions, cancellation: Cancellation, progress?: ((error: Error | null, json: string) => void) | null): Promise<Outcome>
  close(): void
}
export declare function version(): string
export declare function configSettings(): string
export declare function errorCodes(): string
