import { type SandboxUpstream, startSandboxUpstream } from '../../server/demo/upstream/sandboxUpstream.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { UPSTREAM_SECRET } from './payoutWorld.ts';

export interface UpstreamServer {
  server: TestServer;
  sandbox: SandboxUpstream;
  stop(): Promise<void>;
}

/** A server and the sandbox upstream, each reaching the other; `reportAfterMs`: when the sandbox tells by itself. */
export async function startWithUpstream(reportAfterMs: number): Promise<UpstreamServer> {
  // The sandbox's port is known only once the server's is.
  const way: { out?: Outbound } = {};
  const server = await startServer({
    // Calls are made side by side by the tests themselves, without a worker that would take up what waits.
    environment: { outboundConcurrency: 200 },
    outbound: {
      send: (url, request) => way.out!.send(url, request),
      refuses: (url) => way.out!.refuses(url),
    },
  });
  const sandbox = await startSandboxUpstream({
    secretOf: () => UPSTREAM_SECRET,
    notifyUrl: (code) => `${server.base}/upstream/${encodeURIComponent(code)}/notify`,
    reportAfterMs,
  });
  way.out = createOutbound({ allow: [{ host: '127.0.0.1', port: sandbox.port }] });
  return {
    server,
    sandbox,
    async stop() {
      await sandbox.stop();
      await server.stop();
    },
  };
}
