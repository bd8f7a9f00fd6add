// Loaded before a program: when it ends, says on stderr which files of `dist/` and which of Node's modules it asked for.
const known = new Set(process.moduleLoadList);

process.on('exit', () => {
  const dist = process.env.BEADLOOM_DIST;
  const files = Object.keys(require.cache)
    .filter((file) => file.startsWith(dist) && file.endsWith('.js'))
    .map((file) => file.slice(dist.length).replaceAll('\\', '/'));
  const builtins = process.moduleLoadList
    .filter((name) => !known.has(name) && name.startsWith('NativeModule '))
    .map((name) => name.slice('NativeModule '.length));
  process.stderr.write(`\nloaded: ${JSON.stringify({ files: files.toSorted(), builtins })}\n`);
});
