// Loaded with `node --import` into a measured run: appends the processor time of the process, in milliseconds, to the file that
// BEADLOOM_PROCESSOR_FILE names. The addon works inside the process, so this counts it, all threads together, and Node's start.

import { appendFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(process.env.BEADLOOM_PROCESSOR_FILE, `${(user + system) / 1000}\n`);
});
