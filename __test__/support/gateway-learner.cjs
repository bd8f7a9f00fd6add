// A process that learns into a gateway.db: `gateway-learner.cjs DB TOOL QUERIES`.
'use strict';

const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const [, , path, name, queries] = process.argv;
const npm = join(__dirname, '..', '..', 'npm');
const { arch, platform } = process;
const found = readdirSync(npm)
  .filter((folder) => folder.startsWith(`${platform}-${arch}`))
  .flatMap((folder) =>
    readdirSync(join(npm, folder))
      .filter((file) => file.endsWith('.node'))
      .map((file) => join(npm, folder, file)),
  );
const native = require(process.env.NAPI_RS_NATIVE_LIBRARY_PATH ?? found[0]);
native.setDataFolder(join(__dirname, '..', '..', 'dist', 'data'));
const gateway = new native.NativeGateway(path);

(async () => {
  for (const query of JSON.parse(queries)) {
    const request = { server: 'work', name, query, how: 'listed', ok: true };
    const { error } = await gateway.call('learn', JSON.stringify(request), new native.Cancellation());
    if (error) throw new Error(error);
  }
  gateway.close();
})();
