// Applications whose imports and calls are compared, beside the packages of registries: projects under Git, each at one
// commit, that `--repos` has the Git directories of.

import { capture, Failure, output } from '../../scripts/lib/process.mjs';
import { cached } from '../corpora.mjs';
import { mirrorOf } from '../eval/mirrors.mjs';

/**
 * @typedef {object} Application
 * @property {string} language as in the index
 * @property {string} name owner and name
 * @property {string} commit
 * @property {string} [sources] the folder below the project that is put on the module path, or has the settings of the
 *   compiler
 */

/** @type {readonly (Application & { application: true })[]} */
export const applications = [
  ['python', 'wagtail/wagtail', 'c2ae43b9265d085c95142cd1a1f8563ad2eb4de9', '.'],
  ['python', 'streamlink/streamlink', '5376d2e8851bd523e390a2141360afddccb5adba', 'src'],
  ['typescript', 'umami-software/umami', 'c0ea3aefbee7a3429ee2f824b06dc4a9dbe0b7e1', '.'],
  ['typescript', 'usememos/memos', '76a762924306e782871204f131f4033be5e8e41a', 'web'],
  ['go', 'usememos/memos', 'e99ae78012f24108ea20574be6737f846b4b5ede', '.'],
  ['go', 'caddyserver/caddy', '0cf03d32f7d99cf160d5375e8a40fbe3d910d515', '.'],
  ['rust', 'rust-lang/mdBook', '641d06abe7d10d981ed61dd2711a30e4119666cd', '.'],
  ['rust', 'BurntSushi/ripgrep', '3fce3b5bb0236da2df6d99672afb8a719642eca7', '.'],
  ['java', 'spring-projects/spring-petclinic', 'edf4db28affcc4741c79850a3d95bc3f177b5ff9', '.'],
  ['java', 'macrozheng/mall', '74eebe067d4f17b2d0b61691bef2748e3a7daf80', '.'],
  ['kotlin', 'spring-petclinic/spring-petclinic-kotlin', '49f13fcbd34d32c45f19b1730a4574b824b08bf2', '.'],
  ['kotlin', 'android/nowinandroid', 'd6abd6d3e562ae0f017888f5d62042316a49a2d6', '.'],
  ['php', 'BookStackApp/BookStack', '6f1c54d018f7d55301eb4c31055b04769f5924d7', '.'],
  ['php', 'monicahq/monica', 'e08e91734170b6bbd582cb578532c3948196124e', '.'],
  ['ruby', 'lobsters/lobsters', '57268d762e1c2c95b7a8e64ee8deb259cddd8cc0', '.'],
  ['ruby', 'jekyll/jekyll', '202df571314ba1d18e9fccd81d12aaad4a703c38', '.'],
  ['cpp', 'aristocratos/btop', 'cc59c7cfb0c55539bfc942279a4cbdc6e61e2000', '.'],
  ['cpp', 'ninja-build/ninja', 'fc6bb98eee5a9710055cb9fe74375a6523831e28', '.'],
].map(([language, name, commit, sources]) => ({
  application: true,
  language,
  name,
  version: commit.slice(0, 10),
  commit,
  sources,
}));

/** A checkout of an application in the cache. A mirror may lack a few large files; what it has is checked out. */
export function checkoutOf({ name, commit }, repos) {
  const mirror = mirrorOf(name, repos);
  if (!mirror) throw new Failure(`${repos} has no ${name}`);
  return cached(`accuracy-${name.replace('/', '-')}-${commit.slice(0, 10)}`, (folder) => {
    output('git', ['clone', '--quiet', '--shared', '--no-checkout', mirror, folder]);
    output('git', ['-C', folder, 'read-tree', commit]);
    capture('git', ['-C', folder, 'checkout-index', '--force', '--all', '--quiet']);
  });
}
