import { randomBytes } from 'node:crypto';
import { MqttClient, type IPublishPacket } from 'mqtt';
import {
  MQTT_LIMITS,
  type MqttMessage,
  type MqttMessagesFrame,
  type MqttStateFrame,
  type Qos,
} from '../../../contract/mqttClient.ts';
import type { MqttBrokerHost } from '../../platform/env.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Fault, lineTo } from './brokerLine.ts';

/** Messages are passed on together, so often. */
const FLUSH_MS = 100;
const CONNECT_MS = 10_000;
const ANSWER_MS = 10_000;
const AGAIN_MS = 2_000;
const KEEPALIVE_SECONDS = 30;
/** Return codes of CONNACK (MQTT 3.1.1, 3.2.2.3): a wrong account, or one that may not connect. */
const ACCOUNT_CODES: ReadonlySet<unknown> = new Set([4, 5]);

export interface RelayPorts {
  id: string;
  broker: MqttBrokerHost;
  /** Who signs in where the environment names nobody; kept by the connection alone. */
  account?: { user: string; password: string } | undefined;
  clientId?: string | undefined;
  now: () => Date;
  state: (frame: MqttStateFrame) => void;
  messages: (frame: MqttMessagesFrame) => void;
  /** The reader is so far behind that more would only fill the memory. */
  isBehind: () => boolean;
  closed: () => void;
}

export interface Publication {
  topic: string;
  qos: Qos;
  retain: boolean;
  payload: Buffer;
}

export const mqttRefused = (says: string, values: Record<string, unknown> = {}): Refused =>
  new Refused('mqttFailed', { says, ...values });

/** So many a second, counted in seconds of the clock. */
function perSecond(most: number, now: () => Date): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now().getTime() / 1_000);
    if (current !== second) count = 0;
    second = current;
    count += 1;
    return count <= most;
  };
}

/** What the protocol answers within a time. @throws Refused */
async function answered<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(mqttRefused('mqttNoAnswer')), ANSWER_MS);
  try {
    return await Promise.race([work, late.promise]);
  } catch (error) {
    throw error instanceof Refused ? error : mqttRefused('mqttRefused');
  } finally {
    clearTimeout(timer);
  }
}

/** One connection to a broker, and what it passes on to the page that has it. */
export class Relay {
  readonly broker: string;
  readonly #ports: RelayPorts;
  readonly #client: MqttClient;
  readonly #filters = new Set<string>();
  readonly #mayPass: () => boolean;
  readonly #mayPublish: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #waiting: MqttMessage[] = [];
  #dropped = 0;
  #wasConnected = false;
  #ended = false;
  #fault: Fault | undefined;
  #usedAt: number;

  constructor(ports: RelayPorts) {
    const { broker, clientId = `paydesk-${randomBytes(6).toString('hex')}`, now } = ports;
    const account = broker.account ?? ports.account;
    this.broker = broker.name;
    this.#ports = ports;
    this.#usedAt = now().getTime();
    this.#mayPass = perSecond(MQTT_LIMITS.perSecond, now);
    this.#mayPublish = perSecond(MQTT_LIMITS.publishPerSecond, now);
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS);
    this.#client = new MqttClient(() => lineTo(broker, (fault) => this.#failed(fault)), {
      clientId,
      ...(account && { username: account.user, password: account.password }),
      protocolVersion: 4,
      clean: true,
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: AGAIN_MS,
      queueQoSZero: false,
      // It would write packets and accounts.
      log: () => undefined,
    });
    this.#client.on('connect', () => this.#connected());
    this.#client.on('close', () => this.#closed());
    this.#client.on('error', (error) => this.#refused(error));
    this.#client.on('message', (topic, payload, packet) => this.#heard(topic, payload, packet));
    this.#state('connecting');
  }

  isIdle(): boolean {
    return this.#ports.now().getTime() - this.#usedAt > MQTT_LIMITS.idleMinutes * 60_000;
  }

  /** @returns the quality that the broker grants */
  async subscribe(filter: string, qos: Qos): Promise<Qos> {
    this.#used();
    if (!this.#filters.has(filter) && this.#filters.size >= MQTT_LIMITS.subscriptions)
      throw mqttRefused('mqttManyTopics', { most: MQTT_LIMITS.subscriptions });
    const grants = await answered(this.#client.subscribeAsync(filter, { qos }));
    this.#filters.add(filter);
    return (grants[0]?.qos ?? qos) as Qos;
  }

  async unsubscribe(filter: string): Promise<void> {
    this.#used();
    await answered(this.#client.unsubscribeAsync(filter));
    this.#filters.delete(filter);
  }

  /** Answers once the broker has it, as far as its quality says so. */
  async publish({ topic, qos, retain, payload }: Publication): Promise<void> {
    this.#used();
    if (!this.#mayPublish()) throw new Refused('busy');
    await answered(this.#client.publishAsync(topic, payload, { qos, retain }));
  }

  /** For good; what is still to be passed on is. */
  end(fault?: Fault): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    this.#flush();
    if (fault) this.#state('ended', fault);
    this.#client.end(true);
    this.#ports.closed();
  }

  #state(state: MqttStateFrame['state'], fault?: Fault): void {
    this.#ports.state({ state, connection: this.#ports.id, ...fault });
  }

  /** @throws Refused where nothing can be sent now */
  #used(): void {
    this.#usedAt = this.#ports.now().getTime();
    if (!this.#client.connected) throw mqttRefused('mqttNotConnected');
  }

  #connected(): void {
    this.#wasConnected = true;
    this.#fault = undefined;
    this.#state('connected');
  }

  #failed(fault: Fault): void {
    this.#fault = fault;
    if (fault.reason === 'packet') this.end(fault);
  }

  /** The library connects again after what may be over soon, and not where the broker refused. */
  #refused(error: Error & { code?: unknown }): void {
    const { code } = error;
    if (typeof code === 'number')
      this.end({ reason: ACCOUNT_CODES.has(code) ? 'account' : 'refused', detail: String(code) });
  }

  #closed(): void {
    if (this.#ended) return;
    const fault = this.#fault ?? { reason: this.#wasConnected ? 'lost' : 'unreachable' };
    this.#fault = undefined;
    if (!this.#wasConnected) this.end(fault);
    else this.#state('reconnecting', fault);
  }

  #heard(topic: string, payload: Buffer, { qos, retain }: IPublishPacket): void {
    const now = this.#ports.now();
    this.#usedAt = now.getTime();
    if (!this.#mayPass() || this.#ports.isBehind()) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push({
      at: now.toISOString(),
      topic,
      qos,
      retain,
      bytes: payload.length,
      payload: payload.subarray(0, MQTT_LIMITS.shown).toString('base64'),
    });
  }

  #flush(): void {
    if (this.#waiting.length === 0 && this.#dropped === 0) return;
    this.#ports.messages({ messages: this.#waiting, dropped: this.#dropped });
    this.#waiting = [];
    this.#dropped = 0;
  }
}
