// Preloaded into a process (NODE_OPTIONS=--import=…): its wall clock differs by CLOCK_SHIFT_MS milliseconds.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const SystemDate = globalThis.Date;

globalThis.Date = class extends SystemDate {
  constructor(...given) {
    if (given.length === 0) super(SystemDate.now() + shift);
    else super(...given);
  }
  static now() {
    return SystemDate.now() + shift;
  }
};
