// Loaded with `node --import` into a measured run: writes the greatest resident size of the process, in bytes, to
// the file that BEADLOOM_PEAK_FILE names. The addon works inside the process, so this counts it.

import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.BEADLOOM_PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
