import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its database and can take the database away. */
export interface DatabaseProxy {
  url: string;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps every connection open and passes nothing on. */
  hang(): void;
  /** Keeps connections that begin from here on waiting; the others go on. */
  holdNew(): void;
  /** Passes everything on so much later. */
  delay(milliseconds: number): void;
  /** Cuts every connection once a transaction with this text has committed, before its server learns that. */
  cutAfterCommitOf(text: string): Promise<void>;
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  let holding = false;
  let delayMs = 0;
  let lost: { text: string; cut: () => void } | undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const held = holding;
    const pass = (to: Socket, chunk: Buffer): void => {
      if (delayMs > 0) setTimeout(() => to.write(chunk), delayMs);
      else to.write(chunk);
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let within = false;
    let committing = false;
    near.on('data', (chunk) => {
      if (hanging || held) return;
      within ||= lost !== undefined && chunk.includes(lost.text);
      committing ||= within && chunk.includes('commit');
      pass(far, chunk);
    });
    far.on('data', (chunk) => {
      if (committing) lost?.cut();
      else if (!hanging) pass(near, chunk);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    hang() {
      hanging = true;
    },
    holdNew() {
      holding = true;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    cutAfterCommitOf: (text) =>
      new Promise((resolve) => {
        lost = {
          text,
          cut: () => {
            lost = undefined;
            void cut().then(resolve);
          },
        };
      }),
    async restore() {
      hanging = false;
      holding = false;
      delayMs = 0;
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen(port);
    },
    async stop() {
      if (server.listening) await cut();
    },
  };
}
