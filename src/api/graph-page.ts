import { createHash } from 'node:crypto';

import { notices, script, style } from 'beadloom:page/graph';

import { plain, plainJson } from '../model/harmless.js';
import type { GraphAnswer } from '../model/answers.js';

/**
 * The graph as one page: script, style and data are part of it, and its policy lets it run those two and fetch
 * nothing.
 *
 * @param title the project's name
 */
export function graphPage(title: string, graph: GraphAnswer): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    // The empty icon below, so that no browser asks a server for one.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="beadloom">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<noscript>This map needs JavaScript. \`beadloom graph\` prints the same as text.</noscript>
<script type="application/json" id="data">${data({ title, graph })}</script>
<script>${script}</script>
<script type="text/plain" id="notices">
Parts of this page come from these packages.

${notices}</script>
</body>
</html>
`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** JSON that no text inside can end: without `<` there is neither an end tag nor a comment. */
function data(value: unknown): string {
  return plainJson(JSON.stringify(value)).replaceAll('<', String.raw`\u003c`);
}

function escaped(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
