import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Pulse {
  start(): void;
  /** Ends the pause. */
  wake(): void;
  /** Resolves when the turn under way is over. */
  stop(): Promise<void>;
}

const AFTER_FAILURE_MS = 1_000;

/** Takes turns with pauses between them; one that failed is logged and followed by a longer pause. */
export function createPulse(turn: () => Promise<void>, pauseMs: () => number, log: Logger): Pulse {
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let running: Promise<void> | undefined;
  const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await turn();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'event stream');
        await rest(AFTER_FAILURE_MS, stopping.signal);
      }
      await rest(pauseMs(), wakeUp.signal);
      if (wakeUp.signal.aborted && !stopping.signal.aborted) wakeUp = new AbortController();
    }
  }

  return {
    start() {
      running = run();
    },
    wake: () => wakeUp.abort(),
    async stop() {
      stopping.abort();
      wakeUp.abort();
      await running;
    },
  };
}
