import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its database and can take the database away. */
export interface DatabaseProxy {
  url: string;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps every connection open and passes nothing on. */
  hang(): void;
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
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
    near.on('data', (chunk) => !hanging && far.write(chunk));
    far.on('data', (chunk) => !hanging && near.write(chunk));
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
