import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

import type { HookPlaces } from '../native/native.js';
import { BeadloomError } from '../model/error.js';
import { AGENTS_FILES, blockRemoval } from '../agents/block.js';
import { HOOK_PROGRAMS } from '../agents/hooks/programs.js';
import { hooksRemoval } from '../agents/hooks/removal.js';
import { PROJECT_CONFIG, userConfig } from '../agents/gateway/places.js';
import { movedPlaces } from '../agents/gateway/record.js';
import { restore } from '../agents/gateway/restore.js';
import { entryRemoval } from '../agents/removal.js';
import { shown, toolOf } from '../agents/setup.js';
import { AGENT_TOOLS } from '../agents/tools.js';
import { logFile } from '../daemon/places.js';
import { RECORD } from '../hooks/block.js';
import { everyPlace, isInside, PLACES } from '../hooks/places.js';
import { hookRemoval } from '../hooks/removal.js';
import { deleteFile, placeInside } from '../yaml/files.js';
import { GIT_FILES, gitFileRemoval } from '../yaml/ignore.js';
import { removeEmptyFolders, takeAway, type Removal } from '../yaml/removal.js';
import { emptyOut, ownCache, ownKeys, ownLogins, ownProject, type ProjectPart } from './folders.js';
import { stubPlaces, stubRemoval } from './stubs.js';

/** What is to be uninstalled. */
export interface Uninstall {
  /** The project, absolute. */
  root: string;
  /** Where its hooks are. */
  git: HookPlaces;
  /** Leave what belongs to this user, and not to the project alone. */
  projectOnly: boolean;
  /** Change hooks outside the repository too. */
  outside: boolean;
  /** Take away the files of the index too. */
  index: boolean;
  /** Take away graph, rules and settings too, with the index. */
  graph: boolean;
  /** Take away the private memories of this project too. */
  memories: boolean;
  /** Take away what the gateway learned in this project too. */
  gatewayData: boolean;
  /** Take away the logins of this user at servers behind the gateway too. */
  logins: boolean;
  /** Take away the keys of this user too. */
  keys: boolean;
  /** Where the private memories of this project are. */
  home: Home;
  platform: NodeJS.Platform;
}

/** The private memories of a project. */
export interface Home {
  /** Their files, absolute. */
  files: readonly string[];
  /** How many they are; undefined where they cannot be read. */
  memories?: number | undefined;
  /** How many projects of this user have some. */
  projects: number;
}

/** Something of ours that was found. */
export interface Step {
  what:
    | 'mcp'
    | 'agents'
    | 'git_hooks'
    | 'git_files'
    | 'documents'
    | 'daemon'
    | ProjectPart
    | 'cache'
    | 'logins'
    | 'keys';
  path: string;
  /** What becomes of it. */
  does: { remove: () => void } | { keep: string; hint: string | null } | { refuse: BeadloomError };
}

/** Finds what one kind of our commands wrote. */
type Finder = (from: Uninstall) => Step[];

/**
 * Every command that writes outside of `.beadloom/` has a row that finds what it wrote. In this order it is taken back; what
 * others need to be recognised, the graph and the cache, comes last.
 */
const FINDERS: readonly Finder[] = [
  movedServers,
  servers,
  agentBlocks,
  agentHooks,
  gitHooks,
  gitFiles,
  stubDocuments,
  daemonLog,
  privateMemories,
  projectFolder,
  cache,
  logins,
  keys,
];

/** All that is to be taken back, in order. Nothing is changed. */
export function findSteps(from: Uninstall): Step[] {
  return FINDERS.flatMap((find) => find(from));
}

/** `setup-mcp --gateway`: servers go back to where they came from, and the gateway's entry goes. */
function movedServers({ root, platform, projectOnly }: Uninstall): Step[] {
  const configs = [join(root, PROJECT_CONFIG), ...(projectOnly ? [] : [userConfig(platform)])];
  return configs.flatMap((config, at) => {
    let places: ReturnType<typeof movedPlaces>;
    try {
      if (at === 0) {
        placeInside(root, PROJECT_CONFIG);
      }
      places = movedPlaces(config);
    } catch (thrown) {
      return [{ what: 'mcp' as const, path: config, does: { refuse: BeadloomError.from(thrown) } }];
    }
    return places.flatMap(({ place, tool }) => {
      const path = shown(root, place);
      return step('mcp', path, () => {
        const top = isInside(root, place) ? root : topOf(place);
        const from = { tool: toolOf(tool), place, path, config, configPath: shown(root, config), top };
        return { path, does: { remove: () => void restore(from) } };
      });
    });
  });
}

/** `setup-mcp`: the server's entry. */
function servers({ root, platform, projectOnly }: Uninstall): Step[] {
  return AGENT_TOOLS.flatMap((tool) =>
    (projectOnly ? [false] : [false, true]).flatMap((global) => {
      const path = global ? tool.global(platform) : (tool.project ?? '');
      const top = global ? topOf(path) : root;
      return step('mcp', path, () => {
        const found = entryRemoval(root, tool, global, platform);
        return found !== undefined && 'reason' in found
          ? { path: found.path, does: { keep: found.reason, hint: found.hint } }
          : removing(found, top);
      });
    }),
  );
}

/** `setup-agents`: the block. */
function agentBlocks({ root }: Uninstall): Step[] {
  return AGENTS_FILES.flatMap((path) => step('agents', path, () => removing(blockRemoval(root, path), root)));
}

/** `setup-agents --hooks`: the hooks of a program. Some have them in the file with the server's entry, which is gone by then. */
function agentHooks({ root }: Uninstall): Step[] {
  return HOOK_PROGRAMS.flatMap((program) =>
    step('agents', program.path, () => {
      const remove = () => {
        const now = hooksRemoval(root, program);
        if (now !== undefined) {
          takeAway(now, root);
        }
      };
      return hooksRemoval(root, program) && { path: program.path, does: { remove } };
    }),
  );
}

/** `install-hooks`: the block, and the record for hooks that are committed. */
function gitHooks({ root, git, outside }: Uninstall): Step[] {
  const hooks = (['pre-commit', 'pre-push'] as const).flatMap((hook) =>
    candidates(root, git, hook).flatMap(({ path, place }) =>
      step('git_hooks', path, () => {
        const found = hookRemoval(place);
        if (found !== undefined && place.lies === 'outside' && !outside) {
          throw new BeadloomError({
            code: 'usage',
            message: `${place.file} is outside the repository`,
            path: place.path,
            hint: '--allow-outside changes it there, for all repositories that share it',
          });
        }
        return removing(found, dirname(place.file));
      }),
    ),
  );
  // Of lefthook's configuration one file has the blocks of both hooks.
  const files = hooks.filter(({ path }, at) => hooks.findIndex((one) => one.path === path) === at);
  const ours = [join(git.commonDir, RECORD), join(git.commonDir, PLACES)];
  const goes = git.top !== undefined && files.every(({ does }) => 'remove' in does);
  return [
    ...files,
    ...ours
      .filter((place) => goes && existsSync(place))
      .map((place) => ({
        what: 'git_hooks' as const,
        path: shownFrom(root, place),
        does: { remove: () => deleteFile(place) },
      })),
  ];
}

/** A circular link is no hook. */
function candidates(root: string, git: HookPlaces, hook: 'pre-commit' | 'pre-push') {
  try {
    return everyPlace(root, git, hook).map((place) => ({ path: place.path, place }));
  } catch {
    return [];
  }
}

/** `init`, `doctor --fix`: lines for Git. */
function gitFiles({ root }: Uninstall): Step[] {
  return GIT_FILES.flatMap((path) =>
    step('git_files', path, () => removing(gitFileRemoval(root, path), root)),
  );
}

/** `init`, `docs generate`: stub documents that nobody wrote into. */
function stubDocuments({ root }: Uninstall): Step[] {
  return stubPlaces(root).flatMap((path) =>
    step('documents', path, () => {
      const found = stubRemoval(root, path);
      return found === 'changed'
        ? { path, does: { keep: 'somebody wrote into this stub', hint: null } }
        : removing(found, root);
    }),
  );
}

/** Any query: what the daemon of the project wrote down. The daemon itself was ended before. */
function daemonLog({ root }: Uninstall): Step[] {
  const path = logFile(root);
  return path === undefined
    ? []
    : [`${path}.old`, path].flatMap((file) =>
        step('daemon', file, () =>
          existsSync(file) ? { path: file, does: { remove: () => deleteFile(file) } } : undefined,
        ),
      );
}

/** `remember`: what nothing can make anew. It stays unless a flag names it, and says so. */
function privateMemories({ root, memories, home }: Uninstall): Step[] {
  const count = home.memories === undefined ? 'that cannot be read' : String(home.memories);
  return home.files.length === 0 || (home.memories === 0 && !memories)
    ? []
    : step('memories', shownFrom(root, home.files[0] ?? ''), () => {
        const path = shownFrom(root, home.files[0] ?? '');
        return memories
          ? { path, does: { remove: () => home.files.forEach(removeDatabase) } }
          : {
              path,
              does: { keep: `private memories: ${count}`, hint: '--memories deletes them' },
            };
      });
}

/** A database with what SQLite keeps beside it, and its folder where that is one of the user's and empty then. */
function removeDatabase(file: string): void {
  for (const ending of ['-wal', '-shm', '-journal', '']) {
    if (existsSync(file + ending)) {
      deleteFile(file + ending);
    }
  }
  removeEmptyFolders(dirname(file), dirname(dirname(file)));
}

/** `.beadloom/`, as far as it was asked for: what has another flag stays, also where all else goes. */
function projectFolder({ root, index, graph, gatewayData }: Uninstall): Step[] {
  const parts: Array<[ProjectPart, boolean]> = [
    ['gateway_data', gatewayData],
    ['receipts', index || graph],
    ['index', index || graph],
    ['graph', graph],
  ];
  return parts.flatMap(([what, goes]) =>
    step(what, '.beadloom/', () => {
      const own = ownProject(root, [what]);
      if (own === undefined || own.names.length === 0) {
        return undefined;
      }
      if (goes) {
        return { path: '.beadloom/', does: { remove: () => emptyOut(own, root) } };
      }
      // What can be made anew, and what is in Git, needs no word.
      return what === 'gateway_data'
        ? {
            path: '.beadloom/gateway.db',
            does: { keep: 'what the gateway learned and approved', hint: '--gateway-data deletes it' },
          }
        : undefined;
    }),
  );
}

/** Any command: our folder in the user's cache. */
function cache({ projectOnly }: Uninstall): Step[] {
  return projectOnly
    ? []
    : step('cache', 'cache', () => {
        const own = ownCache();
        if (own === undefined) {
          return undefined;
        }
        const path = `${own.place}/`;
        return own.others.length > 0 && own.names.length === 0
          ? { path, does: { keep: `it contains only what beadloom did not write`, hint: null } }
          : { path, does: { remove: () => emptyOut(own, topOf(own.place)) } };
      });
}

/** `gateway login`: what servers let this user in with, which only a person can get anew. */
function logins({ projectOnly, logins: goes }: Uninstall): Step[] {
  return projectOnly
    ? []
    : ownLogins().flatMap((own) => {
        const path = `${own.place}/`;
        return step('logins', path, () =>
          goes
            ? { path, does: { remove: () => emptyOut(own, topOf(own.place)) } }
            : { path, does: { keep: 'logins at servers behind the gateway', hint: '--logins deletes them' } },
        );
      });
}

/** Any command: what memories, indexes and gateways of all projects are sealed with. */
function keys({ projectOnly, keys: goes, memories, home }: Uninstall): Step[] {
  const left = home.projects - (memories && home.projects > 0 ? 1 : 0);
  return projectOnly
    ? []
    : ownKeys(goes).flatMap((path) =>
        step('keys', path, () =>
          goes
            ? { path, does: { remove: () => removeKey(path) } }
            : {
                path,
                does: {
                  keep: `the key of private memories of ${left} project${left === 1 ? '' : 's'}, and of gateways`,
                  hint: '--keys deletes it, and nothing that it sealed can be read then',
                },
              },
        ),
      );
}

function removeKey(path: string): void {
  // A copy in the cache went with that.
  if (existsSync(path)) {
    deleteFile(path);
    removeEmptyFolders(dirname(path), topOf(path));
  }
}

type Found = Pick<Step, 'path' | 'does'>;

/** A step, or none where nothing of ours is there. What keeps a file from being looked at is one that is refused. */
function step(what: Step['what'], path: string, find: () => Found | undefined): Step[] {
  try {
    const found = find();
    return found === undefined ? [] : [{ what, ...found }];
  } catch (thrown) {
    return [{ what, path, does: { refuse: BeadloomError.from(thrown) } }];
  }
}

function removing(found: Removal | undefined, top: string): Found | undefined {
  return found && { path: found.path, does: { remove: () => takeAway(found, top) } };
}

/** The folder up to which folders that we emptied go: the user's own. */
function topOf(place: string): string {
  const folders = [
    homedir(),
    process.env['XDG_CONFIG_HOME'],
    process.env['APPDATA'],
    process.env['CODEX_HOME'],
  ];
  return folders.find((one) => one !== undefined && isInside(one, place)) ?? dirname(place);
}

function shownFrom(root: string, place: string): string {
  const way = relative(root, place);
  return way.startsWith('..') || isAbsolute(way) ? place : way.split(sep).join('/');
}
