// Prefixes of routes that another file gives: in a list of paths, or in a hook that returns some.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const HOOKS = `from django.urls import include, path

import hooks
from shop.images import admin_urls, get_model
from shop.documents import urls as papers


@hooks.register("register_admin_urls")
def register_admin_urls():
    return [
        path("images/", include(admin_urls, namespace="images")),
        path("documents/", include(papers)),
    ]
`;

const urls = (view: string) =>
  `from django.urls import path\n\nfrom . import views\n\nurlpatterns = [path("${view}/", views.${view})]\n`;

async function routes(where: TestProject, path: string): Promise<string[]> {
  const { stdout } = await beadloom(where, ['ctx', path, '--json']);
  return (JSON.parse(stdout) as Bundle).routes.map((route) => route.path);
}

test('lists of paths that a hook includes have its prefixes, and keep in step', async (t) => {
  const where = project(t, {
    'shop/__init__.py': '',
    'shop/hooks.py': HOOKS,
    'shop/images/__init__.py': 'def get_model():\n    return None\n',
    'shop/images/views.py': 'def listed(request):\n    return None\n',
    'shop/images/admin_urls.py': urls('listed'),
    'shop/documents/__init__.py': '',
    'shop/documents/views.py': 'def shown(request):\n    return None\n',
    'shop/documents/urls.py': urls('shown'),
  });
  t.deepEqual(await routes(where, 'shop/images/admin_urls.py'), ['/images/listed/']);
  t.deepEqual(await routes(where, 'shop/documents/urls.py'), ['/documents/shown/']);
  where.write('shop/hooks.py', HOOKS.replace('"images/"', '"pictures/"'));
  t.deepEqual(await routes(where, 'shop/images/admin_urls.py'), ['/pictures/listed/']);
  await beadloom(where, ['reindex', '--full']);
  t.deepEqual(await routes(where, 'shop/images/admin_urls.py'), ['/pictures/listed/']);
  where.write('shop/hooks.py', '');
  t.deepEqual(await routes(where, 'shop/images/admin_urls.py'), ['/listed/']);
});
