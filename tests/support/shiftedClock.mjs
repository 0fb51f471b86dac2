import { readFileSync } from 'node:fs';

// Preloaded into a process (NODE_OPTIONS=--import=…): its wall clock differs by CLOCK_SHIFT_MS milliseconds, from SIGUSR2
// on by those that stand in the file CLOCK_SHIFT_FILE.
let shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const file = process.env.CLOCK_SHIFT_FILE;
const SystemDate = globalThis.Date;

if (file)
  process.on('SIGUSR2', () => {
    shift = Number(readFileSync(file, 'utf8'));
  });

globalThis.Date = class extends SystemDate {
  constructor(...given) {
    if (given.length === 0) super(SystemDate.now() + shift);
    else super(...given);
  }
  static now() {
    return SystemDate.now() + shift;
  }
};
