import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  isTopic,
  isTopicFilter,
  MQTT_LIMITS,
  type MqttBroker,
  QOS,
  type Qos,
} from '../../../contract/mqttClient.ts';
import type { MqttBrokerHost } from '../../platform/env.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { mqttRefused } from './relay.ts';
import { CONNECT, Relays } from './relays.ts';

const address = ({ host, port }: MqttBrokerHost): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** A broker as a page may know it. */
const shown = (broker: MqttBrokerHost): MqttBroker => ({
  name: broker.name,
  address: address(broker),
  encrypted: broker.encrypted,
  hasAccount: broker.account !== undefined,
});

const LONGEST = { name: 200, password: 1_000, clientId: 128 } as const;
const qos = z.literal([...QOS]).default(0);
const connection = z.uuid();
const connecting = z.strictObject({
  broker: z.string().max(LONGEST.name),
  user: z.string().max(LONGEST.name).optional(),
  password: z.string().max(LONGEST.password).optional(),
  // What every broker takes (MQTT 3.1.1, 3.1.3.1), and what their names for devices have besides.
  clientId: z
    .string()
    .regex(/^[\w.:@/-]*$/)
    .max(LONGEST.clientId)
    .optional(),
});
const subscribing = z.strictObject({ connection, topic: z.string(), qos });
const publishing = z.strictObject({
  connection,
  topic: z.string(),
  qos,
  retain: z.boolean().default(false),
  payload: z.base64(),
});

/** @throws Refused */
const demandTopic = (fits: boolean): void => {
  if (!fits) throw mqttRefused('mqttTopic', { most: MQTT_LIMITS.topic });
};

function mountSubscriptions(app: FastifyInstance, relays: Relays): void {
  const permission = { anyOf: [CONNECT] } as const;
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/mqttClient/subscribe',
    permission,
    body: subscribing,
    summary: 'Subscribe to topics of a broker; answers the quality of service that it grants',
    handler: async ({ caller, body, request }): Promise<{ qos: Qos }> => {
      demandTopic(isTopicFilter(body.topic));
      const relay = relays.relayOf(caller, body.connection);
      const granted = await relay.subscribe(body.topic, body.qos);
      request.operation = { broker: relay.broker, topic: body.topic, qos: granted };
      return { qos: granted };
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/mqttClient/unsubscribe',
    permission,
    body: subscribing.omit({ qos: true }),
    summary: 'End a subscription to topics of a broker',
    handler: async ({ caller, body }) => {
      await relays.relayOf(caller, body.connection).unsubscribe(body.topic);
    },
  });
}

function mountPublish(app: FastifyInstance, relays: Relays): void {
  route(app, {
    method: 'POST',
    // A repeat is another message, as the protocol has it.
    effect: 'unkeyed',
    url: '/api/mqttClient/publish',
    permission: { anyOf: ['mqttClient:publish'] },
    body: publishing,
    summary: 'Publish a message to a topic of a broker',
    handler: async ({ caller, body, request }) => {
      const { topic, qos: quality, retain } = body;
      const relay = relays.relayOf(caller, body.connection);
      const payload = Buffer.from(body.payload, 'base64');
      request.operation = {
        broker: relay.broker,
        topic: topic.slice(0, MQTT_LIMITS.topic),
        qos: quality,
        retain,
        bytes: payload.length,
      };
      demandTopic(isTopic(topic));
      if (payload.length > MQTT_LIMITS.payload) throw mqttRefused('mqttLarge', { most: MQTT_LIMITS.payload });
      await relay.publish({ topic, qos: quality, retain, payload });
    },
  });
}

/** Messages of brokers that the environment names, relayed to the page of whoever may connect to them. */
export function mountMqtt(app: FastifyInstance, deps: AppDeps): void {
  const relays = new Relays(deps);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/mqttClient/brokers',
    permission: { anyOf: ['mqttClient:page'] },
    summary: 'Brokers that the MQTT client may connect to',
    handler: async (): Promise<MqttBroker[]> => deps.env.mqttBrokers.map(shown),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/mqttClient/connect',
    permission: { anyOf: [CONNECT] },
    body: connecting,
    longLived: true,
    summary:
      'Server-sent events: the state of a connection to a broker, and its messages; it ends with the answer',
    handler: async ({ caller, body, request, reply }) => {
      const broker = deps.env.mqttBrokers.find(({ name }) => name === body.broker);
      if (!broker) throw mqttRefused('mqttBroker', { name: body.broker });
      request.operation = { broker: broker.name };
      const { user = '', password = '', clientId } = body;
      const account = user === '' ? undefined : { user, password };
      relays.connect(caller, { broker, account, clientId: clientId || undefined }, reply);
      return reply;
    },
  });
  mountSubscriptions(app, relays);
  mountPublish(app, relays);
  app.drain.onFinish(() => relays.end());
  app.addHook('preClose', async () => relays.stop());
}
