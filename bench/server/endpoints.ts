import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Upstreams and merchants outside the server, which answer after a time that depends on their path. */
export interface Endpoints {
  base: string;
  port: number;
  /** When the first request about an order came, on the clock of performance.now(), by order number. */
  arrivals: ReadonlyMap<string, number>;
  /** Most requests that were open at once, by path. */
  peaks: ReadonlyMap<string, number>;
  stop(): void;
}

function answerTo(path: string): string {
  if (path.startsWith('/merchant')) return 'SUCCESS';
  return path.startsWith('/upstream/paid') ? '{"state":"paid","amount":"1000"}' : '{"state":"accepted"}';
}

export async function startEndpoints(delayOf: (path: string) => number): Promise<Endpoints> {
  const arrivals = new Map<string, number>();
  const open = new Map<string, number>();
  const peaks = new Map<string, number>();
  const count = (path: string, by: number) => {
    const now = (open.get(path) ?? 0) + by;
    open.set(path, now);
    peaks.set(path, Math.max(now, peaks.get(path) ?? 0));
  };
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    const came = performance.now();
    let body = '';
    count(path, 1);
    response.on('close', () => count(path, -1));
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const orderNo = String((JSON.parse(body) as { orderNo?: unknown }).orderNo);
      if (!arrivals.has(orderNo)) arrivals.set(orderNo, came);
      setTimeout(() => response.end(answerTo(path)), delayOf(path));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    arrivals,
    peaks,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
