import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type AedesOptions } from 'aedes';

/** A certificate of no authority, and the key to it; both are of this file alone. */
const OWN_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5Mo4O28JyyEAJcTQ
SmcDiJAqKSwTcoxn54mQqKEKDCuhRANCAATldwV5UwUnAi/Ytpd0Axs/tY+7BtCR
Op1GBzkeq6KeqaSeZldkSlmUt235/FGsDVfMRgUKkcS88Qs6Q25RVyK/
-----END PRIVATE KEY-----`;
const OWN_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUUnB/+ibMm5cx6jGQY7ypAjSspWwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA3NTIyNloYDzIxMjYxMTAz
MDc1MjI2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATldwV5UwUnAi/Ytpd0Axs/tY+7BtCROp1GBzkeq6KeqaSeZldkSlmU
t235/FGsDVfMRgUKkcS88Qs6Q25RVyK/o28wbTAdBgNVHQ4EFgQUi2CtUtjKuRq0
NIvEo48Vw0no+xcwHwYDVR0jBBgwFoAUi2CtUtjKuRq0NIvEo48Vw0no+xcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJJ2Jd27IE4NE3BF3v3VvHPJgUj4V3fVB1hkaJNXTy/wAiEA
8SH1JUOG8kNXbH20F9QiRDGbpcD8a9OW7q7DOblU5Ic=
-----END CERTIFICATE-----`;

export interface Broker {
  port: number;
  aedes: Aedes;
  /** Ends every connection and takes no more until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** A real broker on a port of its own. */
export async function startBroker(options: AedesOptions & { encrypted?: boolean } = {}): Promise<Broker> {
  const { encrypted, ...rest } = options;
  const aedes = await Aedes.createBroker(rest);
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    aedes.handle(socket);
  };
  const server = encrypted
    ? createTlsServer({ key: OWN_KEY, cert: OWN_CERTIFICATE }, take)
    : createServer(take);
  server.on('tlsClientError', () => undefined);
  const up = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  await up(0);
  const { port } = server.address() as AddressInfo;
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    aedes,
    down,
    up: () => up(port),
    async stop() {
      if (server.listening) await down();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
}
