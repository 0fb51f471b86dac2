import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerSample } from '../../../../contract/serverState.ts';
import type { Clock } from '../../../platform/http/deps.ts';

const EVERY_MS = 5_000;
/** Ten minutes. */
const MOST = 120;
/** The least time that a rate is measured over. */
const LEAST_MS = 1_000;
/** How often the event loop is looked at; its own wait is no lag. */
const RESOLUTION_MS = 20;

interface Times {
  at: number;
  busy: number;
  all: number;
  own: number;
}

function timesNow(): Times {
  const total = { busy: 0, all: 0 };
  for (const { times } of os.cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    total.all += all;
    total.busy += all - times.idle;
  }
  const { user, system } = process.cpuUsage();
  return { ...total, at: performance.now(), own: (user + system) / 1_000 };
}

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.max(0, part / whole) * 10_000) / 10_000 : 0;

/** Measures this process and its machine every few seconds, so that who looks sees the last minutes at once. */
export class ServerSampler {
  readonly #clock: Clock;
  readonly #samples: ServerSample[] = [];
  readonly #loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #last: Times = timesNow();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#loop.enable();
  }

  start(): void {
    this.#timer = setInterval(() => this.#take(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#loop.disable();
  }

  /** The last minutes, oldest first, with one that has just been taken. */
  samples(): readonly ServerSample[] {
    if (this.#samples.length === 0 || performance.now() - this.#last.at >= LEAST_MS) this.#take();
    return this.#samples;
  }

  latest(): ServerSample {
    return this.samples().at(-1)!;
  }

  #take(): void {
    const [before, now] = [this.#last, timesNow()];
    this.#last = now;
    const late = this.#loop.percentile(99) / 1e6 - RESOLUTION_MS;
    this.#loop.reset();
    this.#samples.push({
      at: this.#clock.now().toISOString(),
      cpu: share(now.busy - before.busy, now.all - before.all),
      processCpu: share(now.own - before.own, now.at - before.at),
      usedMemory: os.totalmem() - os.freemem(),
      processMemory: process.memoryUsage.rss(),
      loopLagMs: Math.round(Math.max(0, late) * 10) / 10,
    });
    if (this.#samples.length > MOST) this.#samples.shift();
  }
}
