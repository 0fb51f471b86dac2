import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DrainTimes {
  /** How long new calls are still taken while /ready already answers 503, so that balancers turn away. */
  noticeMs: number;
  /** How long calls that run may take after that. */
  finishMs: number;
}

/** Takes a server out of service without cutting a connection: notice, no new connections, running calls finish. */
export interface Drain {
  readonly draining: boolean;
  /** Called when streams must end; they would never finish by themselves. */
  onFinish(end: () => void): void;
  /** @returns the calls that still ran when the time was over */
  run(times: DrainTimes): Promise<number>;
}

const LOOK_MS = 20;

export function createDrain(server: Server): Drain {
  const running = new Set<ServerResponse>();
  const ends: (() => void)[] = [];
  let draining = false;
  const lastOfConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  // Before the application's own listener, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    running.add(response);
    response.once('close', () => running.delete(response));
    if (draining) lastOfConnection(response);
  });
  return {
    get draining() {
      return draining;
    },
    onFinish(end) {
      ends.push(end);
    },
    async run({ noticeMs, finishMs }) {
      draining = true;
      for (const response of running) lastOfConnection(response);
      await sleep(noticeMs);
      server.close();
      const until = performance.now() + finishMs;
      do {
        // Again each time: a connection that was kept may have opened another stream.
        for (const end of ends) end();
        await sleep(LOOK_MS);
      } while (running.size > 0 && performance.now() < until);
      return running.size;
    },
  };
}
