// What the TypeScript compiler says.
//
//   node typescript.mjs imports ROOT TYPESCRIPT [SOURCES]    prints {file, line, name, target} for each module specifier
//   node typescript.mjs sites ROOT TYPESCRIPT [SOURCES]      prints {file, line, name} for each call and `new`
//   node typescript.mjs calls ROOT TYPESCRIPT [SOURCES]      reads {file, line, name} lines, prints them with
//                                                            targets[{file, line}]
//
// TYPESCRIPT is the folder of an installed `typescript` package, SOURCES the folder below ROOT with the settings.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [what, rootArgument, library, sources = '.'] = process.argv.slice(2);
const root = resolve(rootArgument);
const home = join(root, sources);
const ts = createRequire(import.meta.url)(library);

const files = readdirSync(home, { recursive: true })
  .map(String)
  .filter((path) => /\.[cm]?tsx?$/.test(path) && !path.includes('node_modules'))
  .map((path) => join(home, path))
  .toSorted();
const config = ts.findConfigFile(home, ts.sys.fileExists, 'tsconfig.json');
const given = config
  ? ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, home)
  : undefined;
const options = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  jsx: ts.JsxEmit.Preserve,
  skipLibCheck: true,
  noEmit: true,
  strict: true,
  baseUrl: undefined,
  paths: given?.options.paths,
  pathsBasePath: given?.options.pathsBasePath,
  ignoreDeprecations: '6.0',
  customConditions: sourceConditions(),
};
const host = ts.createCompilerHost(options, true);
const program = ts.createProgram(files, options, host);
const inside = (path) => {
  const below = relative(root, path).replaceAll('\\', '/');
  return below.startsWith('..') || below.includes('node_modules/') ? null : below;
};
const lineOf = (file, at) => file.getLineAndCharacterOfPosition(at).line + 1;

if (what === 'imports') {
  for (const path of files) {
    const source = program.getSourceFile(path);
    if (!source) continue;
    for (const specifier of source.imports ?? []) {
      if (specifier.pos < 0) continue;
      const found = ts.resolveModuleName(specifier.text, path, options, host).resolvedModule;
      const target = found ? inside(found.resolvedFileName) : null;
      const statement =
        ts.findAncestor(specifier, (node) => ts.isStatement(node) || ts.isCallExpression(node)) ?? specifier;
      emit({ file: inside(path), line: lineOf(source, statement.getStart()), name: specifier.text, target });
    }
  }
} else if (what === 'sites') {
  for (const path of files) {
    const source = program.getSourceFile(path);
    if (source) sitesIn(source, inside(path));
  }
} else {
  const checker = program.getTypeChecker();
  for await (const line of createInterface({ input: process.stdin })) {
    const wanted = JSON.parse(line);
    const source = program.getSourceFile(join(root, wanted.file));
    emit({ ...wanted, targets: source ? targetsIn(checker, source, wanted) : [] });
  }
}

/** Each call and `new` of a name or a member. */
function sitesIn(source, file) {
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (ts.isIdentifier(called)) emit({ file, line: lineOf(source, called.getStart()), name: called.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** The declarations of every identifier of that name on that line. */
function targetsIn(checker, source, { line, name }) {
  const targets = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === name && lineOf(source, node.getStart()) === line) {
      let symbol = checker.getSymbolAtLocation(node);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      for (const declaration of symbol?.declarations ?? []) {
        const file = declaration.getSourceFile();
        targets.push({ file: inside(file.fileName), line: lineOf(file, declaration.getStart()) });
      }
    }
    const [start, end] = [lineOf(source, node.getStart()), lineOf(source, node.getEnd())];
    if (start <= line && line <= end) ts.forEachChild(node, visit);
  };
  visit(source);
  return targets;
}

function emit(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Names under which a package's manifest leads to its sources instead of to what is built from them. */
function sourceConditions() {
  const manifest = join(home, 'package.json');
  const text = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '';
  return [...new Set(text.match(/(?<=")[@\w/-]*source(?="\s*:)/g))];
}
