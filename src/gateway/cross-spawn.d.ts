declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process';

  /** As Node's, but for what Windows needs to start scripts such as `npx`. */
  export default function spawn(
    command: string,
    args: readonly string[],
    options: SpawnOptions,
  ): ChildProcess;
}
