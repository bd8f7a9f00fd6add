import { spawn } from 'node:child_process';

/**
 * Shows a page in the browser of the person, without waiting for it. The page's address comes from a server: it is an argument of
 * a program, never of a shell.
 *
 * @returns whether there is a program for it
 */
export function openBrowser(url: URL, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...args] = commandFor(url, platform);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: platform !== 'win32' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function commandFor({ href }: URL, platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', href];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', href];
    default:
      return ['xdg-open', href];
  }
}
