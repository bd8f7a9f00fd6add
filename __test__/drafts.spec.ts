import test from 'ava';

import type { GraphAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** What a project is made of, and what a draft of it says: `id kind source | summary`. */
const CASES: Record<string, { files: Record<string, string>; nodes: string[] }> = {
  'a package whose name is taken is called like its folder': {
    files: {
      'go.mod': 'module example.org/notes\n',
      'main.go': 'package main\n\nfunc main() {}\n',
      'store/store.go': 'package store\n',
      'web/package.json': '{"name": "notes"}\n',
      'web/src/page.ts': 'export const page = 1;\n',
    },
    nodes: ['notes service ./ | ', 'store domain store/ | ', 'web domain web/ | '],
  },
  'what only starts something else is no part': {
    files: {
      'models/story.rb': 'class Story\nend\n',
      'bin/rails': '#!/usr/bin/env ruby\n',
      'bin/rake': '#!/usr/bin/env ruby\n',
      'bin/profile.py': 'print(1)\n',
    },
    nodes: ['SITE service  | ', 'models domain models/ | '],
  },
  'lists and notices are no summaries': {
    files: {
      'search/__init__.py': '# results:\n#   none\n#   invalid: unknown tag\n#   results\n\nA = 1\n',
      'bullets/__init__.py': '# what it gives\n# - one\n# - two\n\nA = 1\n',
      'settings/__init__.py': '# This file configures the application.\n\nA = 1\n',
      'ledger/__init__.py': '"""Books what was paid."""\n\nA = 1\n',
    },
    nodes: [
      'bullets domain bullets/ | ',
      'ledger domain ledger/ | Books what was paid.',
      'search domain search/ | ',
      'settings domain settings/ | ',
      'SITE service  | ',
    ],
  },
  'a README says what its subject is, not how it runs, came to be or ought to be': {
    files: {
      'README.md':
        '# 商城\n\n`shop`项目致力于打造一个完整的电商系统。采用主流技术。\n\n## 许可证\n\n[Apache License 2.0](LICENSE)\n',
      'catalog/README.md': '# Catalog\n\nWhen this is run the output should look so\n\n```\nok\n```\n',
      'catalog/a.py': 'A = 1\n',
      'phone/README.md':
        '# Phone\n\nThis was created using [`npx thing`](https://x)\n\nOrders tea from a phone.\n',
      'phone/a.py': 'A = 1\n',
      'quote/README.md':
        '# Quote\n\nThe output is similar to\n\n```\nok\n```\n\n## Building\n\nRun the compiler on it.\n\n## Flags\n\nThis makes flags.go of the flags.\n',
      'quote/a.py': 'A = 1\n',
      'mail/README.md': '# Mail\n\nMail "sends" orders. It takes a payload like:\n\n```json\n{}\n```\n',
      'mail/a.py': 'A = 1\n',
      'quote/b.py': 'A = 1\n',
      'licensed/README.md': '# L\n\n## License\n\nApache License 2.0\n',
      'licensed/a.py': 'A = 1\n',
      'top/README.md':
        '# ![top](logo.png)\n\n[<img src="https://x.test/a.png" height="9">](https://x.test)\n[<img src="b.png">](https://y.test)\n\n## News\n\n##### May\n\nA new version is out now.\n\n## Description\n\nShows what the machine does.\n',
      'top/a.py': 'A = 1\n',
    },
    nodes: [
      'catalog domain catalog/ | ',
      'licensed domain licensed/ | ',
      'mail domain mail/ | Mail "sends" orders.',
      'phone domain phone/ | Orders tea from a phone.',
      'quote domain quote/ | ',
      'top domain top/ | Shows what the machine does.',
      'SITE service  | shop项目致力于打造一个完整的电商系统。',
    ],
  },
  'a description that says only names gives way, and so does one that several share': {
    files: {
      'package.json': '{"name": "shop", "private": true, "workspaces": ["*"]}\n',
      'payment/package.json': '{"name": "payment", "description": "Payment Service"}\n',
      'payment/README.md': '# Payment Service\n\nThis service charges cards.\n',
      'payment/a.ts': 'export const a = 1;\n',
      'admin/package.json': '{"name": "shop-admin", "description": "shop-admin project for shop"}\n',
      'admin/a.ts': 'export const a = 1;\n',
      'inc/package.json': '{"name": "inc", "description": "Raises versions."}\n',
      'inc/a.ts': 'export const a = 1;\n',
      'plug/package.json': '{"name": "plug", "description": "Raises versions."}\n',
      'plug/README.md': '# Plug\n\nShows how a plugin is written.\n',
      'plug/a.ts': 'export const a = 1;\n',
    },
    nodes: [
      'inc domain inc/ | ',
      'payment domain payment/ | This service charges cards.',
      'plug domain plug/ | Shows how a plugin is written.',
      'shop service  | ',
      'shop-admin domain admin/ | ',
    ],
  },
  'what lies around the sources of a package describes it': {
    files: {
      'cart/README.md': '# Cart\n\nThis service stores carts.\n',
      'cart/src/cart.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n',
      'cart/src/Cart.cs': 'namespace Cart;\n\npublic class Basket { }\n',
      'bill/bill.csproj': '<Project></Project>\n',
      'bill/Bill.cs': 'namespace Billing;\n\npublic class Bill { }\n',
    },
    nodes: [
      'bill domain bill/ | ',
      'cart service cart/src/ | This service stores carts.',
      'SITE service  | ',
    ],
  },
  'a folder of tests by their names is no part, one that helps to test is': {
    files: {
      'go.mod': 'module example.org/notes\n',
      'store/store.go': 'package store\n',
      'store/test/inbox_test.go': 'package test\n',
      'store/test/idp_test.go': 'package test\n',
      'store/test/containers.go': 'package test\n',
      'mock/test/server.go': 'package test\n',
      'mock/test/client.go': 'package test\n',
      'mock/test/client_test.go': 'package test\n',
    },
    nodes: [
      'mock domain mock/ | ',
      'notes domain  | ',
      'store domain store/ | ',
      'test feature mock/test/ | ',
    ],
  },
  'numbered scripts are steps of the part around them, also with a folder among them': {
    files: {
      'shop/__init__.py': '',
      'shop/models.py': 'class A: pass\n',
      'shop/migrations/__init__.py': '',
      'shop/migrations/0001_initial.py': 'A = 1\n',
      'shop/migrations/0002_more.py': 'A = 1\n',
      'shop/migrations/0003_most.py': 'A = 1\n',
      'shop/migrations/tasks/__init__.py': '',
      'shop/migrations/tasks/saleor3_1.py': 'A = 1\n',
      'blog/models.py': 'class A: pass\n',
    },
    nodes: ['blog domain blog/ | ', 'shop domain shop/ | ', 'SITE service  | '],
  },
  'app/ with code of its own, and most of the code beside it, is a part like others': {
    files: {
      'shop/__init__.py': '',
      'shop/app/models.py': 'A = 1\n',
      ...Object.fromEntries(
        ['cart', 'mail', 'pay'].flatMap((area) =>
          ['a', 'b'].map((file) => [`shop/${area}/${file}.py`, 'A = 1\n']),
        ),
      ),
      'pyproject.toml': '[project]\nname = "shop"\n',
    },
    nodes: [
      'app domain shop/app/ | ',
      'cart domain shop/cart/ | ',
      'mail domain shop/mail/ | ',
      'pay domain shop/pay/ | ',
      'shop domain shop/ | ',
    ],
  },
  'app/ with much of the code is what holds the parts, whatever lies right in it': {
    files: {
      'app/index.tsx': 'export const a = 1;\n',
      'app/scenes/one.tsx': 'export const a = 1;\n',
      'app/scenes/two.tsx': 'export const a = 1;\n',
      'server/index.ts': 'export const a = 1;\n',
      'server/routes/one.ts': 'export const a = 1;\n',
      'server/routes/two.ts': 'export const a = 1;\n',
    },
    nodes: [
      'SITE service ./ | ',
      'routes feature server/routes/ | ',
      'scenes domain app/scenes/ | ',
      'server domain server/ | ',
    ],
  },
  'app/ that only holds parts is none': {
    files: {
      'app/models/story.rb': 'class Story\nend\n',
      'app/jobs/mail.rb': 'class Mail\nend\n',
      'config/routes.rb': 'one = 1\n',
      'extras/a.rb': 'one = 1\n',
    },
    nodes: [
      'SITE service  | ',
      'config domain config/ | ',
      'extras domain extras/ | ',
      'jobs domain app/jobs/ | ',
      'models domain app/models/ | ',
    ],
  },
  'app/ that is all there is holds the parts, whatever lies in it': {
    files: {
      'app/main.py': 'A = 1\n',
      'app/core/a.py': 'A = 1\n',
      'app/core/b.py': 'A = 1\n',
      'app/pay/a.py': 'A = 1\n',
      'app/pay/b.py': 'A = 1\n',
      'app/mail/a.py': 'A = 1\n',
      'migrate/a.py': 'A = 1\n',
    },
    nodes: [
      'SITE service app/ | ',
      'core domain app/core/ | ',
      'mail domain app/mail/ | ',
      'migrate domain migrate/ | ',
      'pay domain app/pay/ | ',
    ],
  },
  'what is served as it is belongs to the part around it, what browsers run is one': {
    files: {
      'composer.json': '{"name": "acme/people"}\n',
      'app/Models/Person.php': '<?php\nclass Person { }\n',
      'resources/js/app.js': 'export const a = 1;\n',
      'resources/js/Pages/people.js': 'export const a = 1;\n',
      'resources/js/Pages/person.js': 'export const a = 1;\n',
      'resources/views/people.blade.php': '<?php\n',
      'wwwroot/site.js': 'var a = 1;\n',
    },
    nodes: [
      'Models domain app/Models/ | ',
      'Pages feature resources/js/Pages/ | ',
      'js domain resources/js/ | ',
      'people domain ./ | ',
    ],
  },
  'what browsers run is a part among the assets of an application too': {
    files: {
      'composer.json': '{"name": "acme/songs"}\n',
      'app/Models/Song.php': '<?php\nclass Song { }\n',
      'resources/assets/js/app.js': 'export const a = 1;\n',
      'resources/assets/js/stores/songs.js': 'export const a = 1;\n',
      'resources/assets/js/stores/albums.js': 'export const a = 1;\n',
      'resources/assets/img/a.txt': 'a\n',
    },
    nodes: [
      'Models domain app/Models/ | ',
      'js domain resources/assets/js/ | ',
      'songs domain  | ',
      'stores feature resources/assets/js/stores/ | ',
    ],
  },
};

for (const [name, { files, nodes: expected }] of Object.entries(CASES)) {
  test(name, async (t) => {
    const where = project(t, files);
    await answer(where, ['init', '--bootstrap', '-y']);
    const { nodes } = await answer<GraphAnswer>(where, ['graph']);
    // A project that says no name of its own is called like its folder, which is a new one each time.
    const called = (id: string) => (where.root.endsWith(id) ? 'SITE' : id);
    const found = nodes.map(
      (node) => `${called(node.ref_id)} ${node.kind} ${node.source ?? ''} | ${node.summary}`,
    );
    t.deepEqual(found.toSorted(), expected.toSorted());
  });
}

test('a root whose parts lie in app/ is not called by the lib/ beside it', async (t) => {
  const areas = Array.from({ length: 26 }, (_, at) => `app/area${at}`);
  const where = project(t, {
    ...Object.fromEntries(
      areas.flatMap((area) => ['a', 'b', 'c'].map((file) => [`${area}/${file}.rb`, 'A = 1\n'])),
    ),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`config/a${at}.rb`, 'A = 1\n'])),
    'lib/series.rb': 'class Series\nend\n',
  });
  await answer(where, ['init', '--bootstrap', '-y']);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.is(nodes.find(({ kind }) => kind === 'service')?.source, './');
  t.true(nodes.some(({ source }) => source === 'app/area7/'));
});
