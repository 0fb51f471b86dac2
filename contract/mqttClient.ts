/** The MQTT client: what the server relays between a broker and a page, and within which bounds. */

export const MQTT_LIMITS = {
  /** Connections of one person to one server at once. */
  connections: 3,
  subscriptions: 20,
  /** Bytes of a topic; the protocol has 65,535. */
  topic: 1_024,
  /** Bytes of a payload that is published. */
  payload: 65_536,
  /** Bytes of a payload that is shown; of a larger one the beginning. */
  shown: 65_536,
  /** Bytes of a packet of the broker: one that says it is larger ends the connection before it is read. */
  packet: 1_048_576,
  /** Messages a second that are passed on; the rest is counted. */
  perSecond: 200,
  /** Messages a second that are published. */
  publishPerSecond: 20,
  /** Without a message or a call of the person for so long a connection ends. */
  idleMinutes: 30,
} as const;

export const QOS = [0, 1, 2] as const;
export type Qos = (typeof QOS)[number];

/** A broker that the environment names. */
export interface MqttBroker {
  name: string;
  /** Host and port, without who signs in. */
  address: string;
  encrypted: boolean;
  /** The environment has the account: none is asked for. */
  hasAccount: boolean;
}

/** `ended` is for good, with its reason. */
export type MqttState = 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** A text of `platform:mqttClient.reasons`. */
export type MqttReason =
  | 'account'
  | 'refused'
  | 'certificate'
  | 'unreachable'
  | 'lost'
  | 'packet'
  | 'idle'
  | 'rights'
  | 'server';

export interface MqttStateFrame {
  state: MqttState;
  /** What calls on this connection name. */
  connection: string;
  reason?: MqttReason | undefined;
  /** What the network or the broker gave as its reason: a code, never an account. */
  detail?: string | undefined;
}

export interface MqttMessage {
  at: string;
  topic: string;
  qos: Qos;
  /** The broker kept it for later subscribers. */
  retain: boolean;
  /** Of the whole payload. */
  bytes: number;
  /** In base64: the payload, or its beginning. */
  payload: string;
}

export interface MqttMessagesFrame {
  messages: MqttMessage[];
  /** Messages since the frame before that were not passed on. */
  dropped: number;
}

/** Bytes of a letter in UTF-8. */
const bytesOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};
const fits = (topic: string): boolean =>
  // A topic is text without the null character (MQTT 3.1.1, 4.7.3).
  topic !== '' &&
  !topic.includes('\0') &&
  Array.from(topic, bytesOf).reduce((sum, bytes) => sum + bytes, 0) <= MQTT_LIMITS.topic;

/** True for what a message can be published to. */
export const isTopic = (topic: string): boolean => fits(topic) && !/[+#]/.test(topic);

/** True for what can be subscribed to: `+` is a whole level, `#` all that follows and the last one. */
export const isTopicFilter = (filter: string): boolean =>
  fits(filter) &&
  filter
    .split('/')
    .every((level, at, all) =>
      level === '#' ? at === all.length - 1 : level === '+' || !/[+#]/.test(level),
    );

/** Whether a filter names a topic; wildcards at the beginning name none that begins with `$`. */
export function matchesTopic(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false;
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return levels.length >= at;
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}
