import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Figure } from '../server/figures.ts';
import { startSubject } from '../server/subject.ts';
import { type Bench, prepare } from './bench.ts';
import { needChromium, withTab } from './browser.ts';
import { installPeers } from './build.ts';
import { show, write } from './results.ts';
import { benchCrowded } from './scenario/crowded.ts';
import { benchHidden } from './scenario/hidden.ts';
import { benchJump } from './scenario/jump.ts';
import { benchLive } from './scenario/live.ts';
import { benchPaint } from './scenario/paint.ts';
import { benchRestore } from './scenario/restore.ts';
import { benchScroll } from './scenario/scroll.ts';
import { benchSize } from './scenario/size.ts';
import { benchSoak } from './scenario/soak.ts';
import { benchTabs } from './scenario/tabs.ts';

/**
 * npm run bench:client -- [--rounds 3] [--orders 1000000] [--frames 60] [--only scroll,jump] [--soak 10]
 *
 * A whole run writes its section of bench/RESULTS.md; with `--only`, fewer rounds or fewer frames it only prints.
 */
const ROUNDS = 3;
const FRAMES = 60;
const STOP_MS = 15_000;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(ROUNDS) },
    orders: { type: 'string', default: '1000000' },
    frames: { type: 'string', default: String(FRAMES) },
    only: { type: 'string' },
    soak: { type: 'string' },
  },
});

const scenarios: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  size: benchSize,
  scroll: benchScroll,
  jump: benchJump,
  live: benchLive,
  restore: benchRestore,
  hidden: benchHidden,
  tabs: benchTabs,
  paint: benchPaint,
  crowded: benchCrowded,
};

const [orders, rounds, frames] = [Number(values.orders), Number(values.rounds), Number(values.frames)];
const soak = Number(values.soak ?? 0);
const chosen = values.only?.split(',') ?? Object.keys(scenarios);
const unknown = chosen.filter((name) => !scenarios[name]);
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`);

needChromium();
installPeers();
const subject = await startSubject({ dataDir: join(tmpdir(), 'paydesk-bench-client'), orders });
try {
  const bench = await prepare(subject, { orders, rounds, frames });
  const chromium = await withTab('about:blank', [], async ({ browser }) => browser.version());
  const parts = chosen.map((name) => ({ name, run: () => scenarios[name]!(bench) }));
  if (soak > 0) parts.push({ name: 'soak', run: () => benchSoak(bench, soak) });
  const figures: Figure[] = [];
  for (const { name, run } of parts) {
    process.stdout.write(`${name} …\n`);
    try {
      figures.push(...(await run()));
    } catch (error) {
      // The others are worth having all the same.
      process.exitCode = 1;
      console.error(`${name} could not be measured:`, error);
    }
  }
  const whole = !values.only && rounds >= ROUNDS && frames >= FRAMES && !process.exitCode;
  if (whole) write(figures, { orders, rounds, chromium });
  else show(figures);
} finally {
  // A server that died under the measurement has no end to wait for.
  await Promise.race([subject.stop(), sleep(STOP_MS)]);
}
// What a part that failed left open must not keep the command alive.
process.exit();
