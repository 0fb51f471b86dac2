import { seedBase, seedDemo } from '../../server/demo/seed/index.ts';
import {
  createOutbound,
  type Outbound,
  type OutboundOptions,
} from '../../server/platform/outbound/outbound.ts';
import { plantedHash } from '../support/passwords.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';

export const PASSWORD = 'demo-password-1';

/** The whole server on a small demo; its callbacks may reach the sandbox of this very server, and nothing private besides. */
export async function demoWorld(orders: number, over: OutboundOptions = {}): Promise<TestServer> {
  let outbound: Outbound | undefined;
  const server = await startServer({
    environment: { demo: true, demoOrders: orders, demoTraffic: 0 },
    outbound: {
      send: (url, request) => outbound!.send(url, request),
      refuses: (url) => outbound!.refuses(url),
    },
  });
  const { hostname, port } = new URL(server.base);
  outbound = createOutbound({ allow: [{ host: hostname, port: Number(port) }], ...over });
  await seedBase(server.database.owner, { demo: true });
  await seedDemo(server.database.owner, {
    orders,
    password: PASSWORD,
    anchor: new Date(),
    log: () => undefined,
    secretsKey: SECRETS_KEY,
    callbackBase: `${server.base}/sandbox/callback`,
  });
  await server.database.owner.query('update sys_user set password_hash = $1 where demo', [
    await plantedHash(PASSWORD),
  ]);
  return server;
}
