// Prefixes of routes that another file gives: in a list of paths, in a hook that returns some, or where a router is mounted.
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

test('lists of paths that a hook includes have its prefixes, and stay up to date', async (t) => {
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

const BLUEPRINTS = `from flask import Flask

from api.orders import blueprint
from api.users import bp

app = Flask(__name__)
app.register_blueprint(bp, url_prefix="/api/v1")
app.register_blueprint(blueprint)
`;

test('a prefix of register_blueprint stands instead of what the blueprint says of itself', async (t) => {
  const where = project(t, {
    'app.py': BLUEPRINTS,
    'api/__init__.py': '',
    'api/users.py':
      'from flask import Blueprint\n\nfrom api.inner import inner\n\nbp = Blueprint("users", __name__, url_prefix="/users")\nbp.register_blueprint(inner, url_prefix="/deep")\n\n\n@bp.route("/list")\ndef listed():\n    return []\n',
    'api/inner.py':
      'from flask import Blueprint\n\ninner = Blueprint("inner", __name__, url_prefix="/inner")\n\n\n@inner.get("/all")\ndef every():\n    return []\n',
    'api/orders.py':
      'from flask import Blueprint\n\nblueprint = Blueprint("orders", __name__, url_prefix="/orders")\n\n\n@blueprint.get("/new")\ndef new():\n    return []\n',
  });
  t.deepEqual(await routes(where, 'api/users.py'), ['/api/v1/list']);
  t.deepEqual(await routes(where, 'api/inner.py'), ['/api/v1/deep/all']);
  t.deepEqual(await routes(where, 'api/orders.py'), ['/orders/new']);
  where.write('app.py', BLUEPRINTS.replace(', url_prefix="/api/v1"', ''));
  t.deepEqual(await routes(where, 'api/users.py'), ['/users/list']);
  t.deepEqual(await routes(where, 'api/inner.py'), ['/users/deep/all']);
});

test('routers that app.use puts below a path have it before theirs', async (t) => {
  const where = project(t, {
    'server.js':
      "const express = require('express');\nconst users = require('./routes/users');\nconst app = express();\napp.use('/api/users', users);\napp.use('/orders', require('./routes/orders'));\n",
    'routes/users.js':
      "const router = require('express').Router();\nrouter.get('/:id', (req, res) => res.end());\nmodule.exports = router;\n",
    'routes/orders.js':
      "const express = require('express');\nconst router = express.Router();\nrouter.use('/items', require('./items'));\nrouter.post('/new', create);\nfunction create(req, res) {}\nmodule.exports = router;\n",
    'routes/items.js':
      "import { Router } from 'express';\nconst router = Router();\nrouter.get('/all', all);\nfunction all(req, res) {}\nexport default router;\n",
  });
  t.deepEqual(await routes(where, 'routes/users.js'), ['/api/users/:id']);
  t.deepEqual(await routes(where, 'routes/orders.js'), ['/orders/new']);
  t.deepEqual(await routes(where, 'routes/items.js'), ['/orders/items/all']);
});
