import { existsSync } from 'node:fs';

/** What this process runs on. On Linux the C library decides between two builds. */
export interface Host {
  platform: string;
  arch: string;
  musl: boolean;
}

const MUSL_LOADERS: Record<string, string> = {
  arm64: '/lib/ld-musl-aarch64.so.1',
  x64: '/lib/ld-musl-x86_64.so.1',
};
const GNU_LOADERS: Record<string, string> = {
  arm64: '/lib/ld-linux-aarch64.so.1',
  x64: '/lib64/ld-linux-x86-64.so.2',
};

/**
 * The present host. The C library is told by its dynamic loader: two stat calls, where Node's own report would
 * walk network interfaces. A machine that has both runs Node on glibc more often than not.
 */
export function currentHost(): Host {
  const { arch, platform } = process;
  const musl =
    platform === 'linux' && existsSync(MUSL_LOADERS[arch] ?? '') && !existsSync(GNU_LOADERS[arch] ?? '');
  return { platform, arch, musl };
}

/** Names of addons that may load on a host, the likeliest first. */
export function candidates(host: Host): string[] {
  const base = `${host.platform}-${host.arch}`;
  if (host.platform === 'linux') {
    return host.musl ? [`${base}-musl`, `${base}-gnu`] : [`${base}-gnu`, `${base}-musl`];
  }
  return [host.platform === 'win32' ? `${base}-msvc` : base];
}

/** The name of a host as `beadloom version` prints it. */
export function platformName(host: Host = currentHost()): string {
  return candidates(host)[0] as string;
}
