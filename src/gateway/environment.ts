import { CHAIN_VARIABLE } from './chain.js';

/** What a server may know of the environment without being given it: where programs and folders are, how text is written, the way to the network. */
const NAMES: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'TMPDIR',
  'TERM',
  'TZ',
  'SHELL',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
]);

/** The same of Windows, where programs do not start without. */
const WINDOWS: ReadonlySet<string> = new Set([
  'APPDATA',
  'COMMONPROGRAMFILES',
  'COMMONPROGRAMFILES(X86)',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]);

/** Our own, by which a gateway behind itself is found. */
const OURS: ReadonlySet<string> = new Set([CHAIN_VARIABLE]);

const PREFIXES = ['LC_', 'XDG_'];

/** The environment of a server: what it is given, and of ours only what is in the list above. */
export function environmentOf(
  ours: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isAllowed = (name: string): boolean => {
    const upper = name.toUpperCase();
    return (
      NAMES.has(upper) ||
      OURS.has(name) ||
      PREFIXES.some((prefix) => upper.startsWith(prefix)) ||
      (platform === 'win32' && WINDOWS.has(upper))
    );
  };
  const passed = Object.entries(ours).filter(([name, value]) => value !== undefined && isAllowed(name));
  return { ...(Object.fromEntries(passed) as Record<string, string>), ...given };
}
