import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';
const LOWEST = 12_000;
/** What systems without the file begin with at the earliest. */
const FIRST_EPHEMERAL = 32_768;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A port for a program that cannot be told to take a free one, or that is stopped and started again at its address: one
 * below those that the system gives to outgoing connections, so that nothing takes it while the program is away.
 */
export async function findFixedPort(): Promise<number> {
  const range = existsSync(RANGE) ? readFileSync(RANGE, 'utf8').trim().split(/\s+/) : [];
  const above = Math.max(LOWEST + 1, Number(range[0] ?? FIRST_EPHEMERAL));
  for (;;) {
    const port = randomInt(LOWEST, above);
    if (await isFree(port)) return port;
  }
}
