import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its database and can take the database away. */
export interface DatabaseProxy {
  url: string;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps every connection open and passes nothing on. */
  hang(): void;
  /** Cuts every connection once a transaction with this text has committed, before its server learns that. */
  cutAfterCommitOf(text: string): Promise<void>;
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  let lost: { text: string; cut: () => void } | undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
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
      if (hanging) return;
      within ||= lost !== undefined && chunk.includes(lost.text);
      committing ||= within && chunk.includes('commit');
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (committing) lost?.cut();
      else if (!hanging) near.write(chunk);
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
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen(port);
    },
    async stop() {
      if (server.listening) await cut();
    },
  };
}
