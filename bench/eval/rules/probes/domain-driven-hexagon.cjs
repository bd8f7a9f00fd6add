// The project's own rules between layers, and the probes.
const own = require(`${process.cwd()}/.dependency-cruiser.js`);

const between = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    ...own.forbidden.filter(({ name }) => name.endsWith('-deps')),
    between('probe-modules-without-libs', '^src/modules/', '^src/libs/'),
    between('probe-nothing-to-domain', '^src/', '^src/.*/domain/'),
    between('probe-no-nest', '^src/', '@nestjs/[^/]+'),
  ],
  options: own.options,
};
