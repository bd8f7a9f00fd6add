// Changes that an agent makes and the project's own rules and documents judge. Each is asked of a public project at a commit, to which a
// graph, a rule and a document about the part are added as the project's own; the obvious way to make it breaks the rule, leaves
// the document behind, or both, and another way does not.

/**
 * @typedef {object} Change
 * @property {string} id
 * @property {string} repo
 * @property {string} at
 * @property {string} text what is asked for
 * @property {Record<string, string>} files what the project has besides, by path
 * @property {{ path: string, holds: RegExp }[]} done what has to stand where afterwards; a path that ends in a slash: in one of its files
 */

const REQUESTS = { repo: 'psf/requests', at: '46e939b5525d9c72b677340985582b04b128478a' };
const FLASK = { repo: 'pallets/flask', at: '85c5d93cbd049c4bd0679c36fd1ddcae8c37b642' };
const STREAMLINK = { repo: 'streamlink/streamlink', at: 'ab1f36560005253ca6a290a614730bf18a29a7f9' };

const GRAPH = '.beadloom/_graph/parts.yml';
const RULES = '.beadloom/_graph/rules.yml';

const OF_REQUESTS = {
  [GRAPH]: `nodes:
  - {ref_id: models, kind: domain, summary: Requests and responses, source: src/requests/models.py, docs: [docs/parts/models.md]}
  - {ref_id: utils, kind: domain, summary: Helpers for headers and URLs, source: src/requests/utils.py, docs: [docs/parts/utils.md]}
  - {ref_id: sessions, kind: domain, summary: Sends requests and keeps cookies, source: src/requests/sessions.py}
`,
  [RULES]: `version: 1
rules:
  - name: models-know-no-sessions
    description: Sessions are made of models, and an import back is a cycle, in a function too
    forbid_import: {from: src/requests/models.py, to: [src/requests/sessions.py, src/requests/api.py, src/requests/__init__.py]}
  - name: utils-know-nobody
    description: Everything imports the helpers
    forbid_import: {from: src/requests/utils.py, to: [src/requests/models.py, src/requests/sessions.py, src/requests/api.py]}
`,
  'docs/parts/models.md':
    '# Models\n\n`PreparedRequest` is what is sent, `Response` what came back. `Response.raise_for_status` raises `HTTPError` for 4xx and 5xx.\n',
  'docs/parts/utils.md':
    '# Helpers\n\n`get_encoding_from_headers` takes the headers and gives the charset of a content type, ISO-8859-1 for other text, UTF-8 for JSON, else nothing.\n`should_bypass_proxies` says whether an address is reached without a proxy.\n',
};

const OF_FLASK = {
  [GRAPH]: `nodes:
  - {ref_id: sansio, kind: domain, summary: What needs no running server, source: src/flask/sansio/}
  - {ref_id: helpers, kind: domain, summary: Functions for views, source: src/flask/helpers.py, docs: [docs/parts/helpers.md]}
  - {ref_id: context, kind: domain, summary: The request that is handled, source: src/flask/ctx.py}
`,
  [RULES]: `version: 1
rules:
  - name: sansio-knows-no-request
    description: What stands in sansio works without a request, so it never looks at the one that is handled
    forbid_import: {from: src/flask/sansio/, to: [src/flask/globals.py, src/flask/wrappers.py]}
`,
  'docs/parts/helpers.md':
    '# Helpers\n\n`send_from_directory` takes a folder, a path in it, and what `send_file` takes. `get_flashed_messages` takes `with_categories` and `category_filter`, and empties the list.\n',
};

const OF_STREAMLINK = {
  [GRAPH]: `nodes:
  - {ref_id: utils, kind: domain, summary: Helpers without state, source: src/streamlink/utils/, docs: [docs/parts/utils.md]}
  - {ref_id: session, kind: domain, summary: Options and plugins of a run, source: src/streamlink/session/}
`,
  [RULES]: `version: 1
rules:
  - name: utils-know-no-session
    description: Sessions and plugins import the helpers
    forbid_import: {from: src/streamlink/utils/, to: [src/streamlink/session/, src/streamlink/plugin/, src/streamlink/api.py, src/streamlink/__init__.py]}
`,
  'docs/parts/utils.md':
    '# Helpers\n\n`update_scheme` gives a URL the scheme of another one, by `force` also where it has one. `update_qsd` changes the query of a URL.\n',
};

/** @type {Change[]} */
export const CHANGES = [
  {
    id: 'requests-replay',
    ...REQUESTS,
    files: OF_REQUESTS,
    text: 'Add a method `replay(self, **kwargs)` to `Response`: it sends the request that led to this response once more and returns the new response. Keyword arguments are those with which requests are sent (`timeout`, `verify`, ...).',
    done: [{ path: 'src/requests/models.py', holds: /def replay\(self/ }],
  },
  {
    id: 'requests-encoding',
    ...REQUESTS,
    files: OF_REQUESTS,
    text: '`get_encoding_from_headers` gets a second parameter `default=None`, which it returns where nothing else says what the encoding is. Where a response is built, the default is "utf-8" for `application/xml`.',
    done: [
      {
        path: 'src/requests/utils.py',
        holds: /def get_encoding_from_headers\(\s*headers,\s*default\s*=\s*None/,
      },
      { path: 'src/requests/', holds: /get_encoding_from_headers\([^)]*(?:default|utf-8|xml)/ },
    ],
  },
  {
    id: 'flask-is-current',
    ...FLASK,
    files: OF_FLASK,
    text: 'Blueprints get a property `is_current`: whether the request that is being handled belongs to this blueprint or to one nested in it. Outside of a request it is false.',
    done: [{ path: 'src/flask/', holds: /def is_current\(self/ }],
  },
  {
    id: 'flask-hidden-files',
    ...FLASK,
    files: OF_FLASK,
    text: '`send_from_directory` gets a keyword `allow_hidden=True`. If it is false, a path of which any part begins with a dot is answered with 404.',
    done: [{ path: 'src/flask/helpers.py', holds: /allow_hidden/ }],
  },
  {
    id: 'streamlink-can-handle',
    ...STREAMLINK,
    files: OF_STREAMLINK,
    text: 'Scripts want a function `first_supported(urls)` in `streamlink.utils.url`: of several URLs it returns the first one that some plugin handles, or None.',
    done: [{ path: 'src/streamlink/', holds: /def first_supported\(/ }],
  },
  {
    id: 'streamlink-ports',
    ...STREAMLINK,
    files: OF_STREAMLINK,
    text: '`update_scheme` gets a keyword `keep_port=True`. If it is false, the port of the target is taken out where the scheme changes.',
    done: [{ path: 'src/streamlink/utils/url.py', holds: /keep_port/ }],
  },
];
