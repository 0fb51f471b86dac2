import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MQTT_LIMITS, type MqttReason } from '../../../contract/mqttClient.ts';
import type { MqttBrokerHost } from '../../platform/env.ts';
import { packetGuard } from './packetGuard.ts';

export interface Fault {
  reason: MqttReason;
  detail?: string | undefined;
}

/** What Node says of a certificate that does not fit. */
const CERTIFICATE =
  /CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|SELF_SIGNED|ERR_TLS|HOSTNAME_MISMATCH|INVALID_CA|CRL/;

const faultOf = (error: NodeJS.ErrnoException): Fault => {
  const detail = error.code ?? error.message;
  return { reason: CERTIFICATE.test(detail) ? 'certificate' : 'unreachable', detail };
};

/** A line to a broker: its certificate is verified, and what it may send at once has a bound. */
export function lineTo({ host, port, encrypted }: MqttBrokerHost, failed: (fault: Fault) => void): Socket {
  // Of an address there is no name that a server could be asked for.
  const servername = isIP(host) ? undefined : host;
  const socket = encrypted
    ? connectTls({ host, port, ...(servername && { servername }) })
    : connectPlain({ host, port });
  const isTooLarge = packetGuard(MQTT_LIMITS.packet);
  socket.on('error', (error) => failed(faultOf(error)));
  socket.on('data', (data: Buffer) => {
    if (!isTooLarge(data)) return;
    failed({ reason: 'packet' });
    socket.destroy();
  });
  return socket;
}
