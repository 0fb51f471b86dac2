import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { S3_SHAPE, s3Missing, type S3Place, s3Place } from './s3Env.ts';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from './db/pools.ts';

export interface HostPort {
  host: string;
  port: number;
}

/** A directory server, and how what is sent to it is encrypted. */
export interface LdapHost extends HostPort {
  security: 'tls' | 'startTls' | 'none';
}

/** A broker of messages that people may connect to, and the account that the server has there. */
export interface MqttBrokerHost extends HostPort {
  name: string;
  encrypted: boolean;
  account?: { user: string; password: string } | undefined;
}

export interface Env {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Unset: the embedded database. */
  databaseUrl: string | undefined;
  /** Most connections that this server opens, over all its pools. */
  databaseConnections: number;
  /** 0 means no demo data at all. */
  demoOrders: number;
  demo: boolean;
  demoPassword: string | undefined;
  /** Orders per second of the built-in traffic. */
  demoTraffic: number;
  /** Private hosts the safe outbound client may reach. */
  outboundAllow: readonly HostPort[];
  /** Most outgoing requests at once on this server, for callbacks and for calls to upstreams each. */
  outboundConcurrency: number;
  /** Most calls to one upstream at once, over all servers; unset: a third of the above. */
  upstreamShare: number | undefined;
  /** Directories of people that may be asked at all. */
  ldapHosts: readonly LdapHost[];
  /** A MaxMind database of cities or countries; unset: nothing is said of where an address is. */
  geoIpFile: string | undefined;
  /** Where files may be kept besides the database. */
  s3: S3Place | undefined;
  /** Brokers that the MQTT client connects to at all. */
  mqttBrokers: readonly MqttBrokerHost[];
  /** Keys whose signature a plugin's package needs, by name: raw Ed25519 public keys. */
  pluginKeys: ReadonlyMap<string, KeyObject>;
  /** 64 hex digits. */
  sm2PrivateKey: string | undefined;
  /** 64 hex digits; main fills it from the data folder where the environment names none. */
  secretsKey: string | undefined;
  /** Opens /metrics to whoever sends it as a bearer token. */
  metricsToken: string | undefined;
  /** Where payers and merchants reach this server, without a slash at its end; unset: the Host of each request. */
  publicUrl: string | undefined;
  /** Addresses of the proxies whose word for a caller's address counts. */
  trustProxy: readonly string[];
  /** After SIGTERM: how long /ready answers 503 before new connections are refused; unset: as servers there are. */
  drainNoticeSeconds: number | undefined;
  /** After that: how long running calls may take. */
  drainSeconds: number;
  /** How long a large bulk can be undone before it starts; 0: not at all. */
  bulkHoldSeconds: number;
  /** How long the file of a finished export can be fetched. */
  exportKeepHours: number;
  /** Whether super administrators may read the database by statements of their own. */
  sqlConsole: boolean;
  production: boolean;
  logLevel: string;
}

/** The environment is wrong; the message is one line a person can act on. */
export class EnvError extends Error {}

const whole = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${name} must be between ${min} and ${max}`);

const hex64 = (name: string) =>
  z.string().regex(/^[0-9a-fA-F]{64}$/, `${name} must be 64 hexadecimal digits`);

const hostPorts = z.string().transform((value, context): HostPort[] => {
  const parts = value.split(',').map((part) => part.trim());
  return parts.flatMap((part) => {
    const match = /^(\[[0-9a-fA-F:]+\]|[^\s:]+):(\d{1,5})$/.exec(part);
    const port = Number(match?.[2]);
    if (match?.[1] && port > 0 && port < 65536) return [{ host: match[1].replace(/^\[|\]$/g, ''), port }];
    context.addIssue({
      code: 'custom',
      message: `OUTBOUND_ALLOW must be host:port,host:port; "${part}" is not`,
    });
    return [];
  });
});

const SECURITY = { ldaps: 'tls', starttls: 'startTls', ldap: 'none' } as const;

const ldapHosts = z.string().transform((value, context): LdapHost[] => {
  const parts = value.split(',').map((part) => part.trim());
  return parts.flatMap((part) => {
    const match = /^(ldaps|starttls|ldap):\/\/(\[[0-9a-fA-F:]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/.exec(part);
    const scheme = match?.[1] as keyof typeof SECURITY | undefined;
    const port = Number(match?.[3] ?? (scheme === 'ldaps' ? 636 : 389));
    if (scheme && match?.[2] && port > 0 && port < 65536)
      return [{ host: match[2].replace(/^\[|\]$/g, '').toLowerCase(), port, security: SECURITY[scheme] }];
    context.addIssue({
      code: 'custom',
      message: `LDAP_HOSTS must be addresses such as ldaps://dc1.example.com,starttls://dc2.example.com:389; "${part}" is not`,
    });
    return [];
  });
});

const MQTT_PORT = { 'mqtts:': 8883, 'mqtt:': 1883 } as const;

/** Undefined for what is none. A refusal says which item it is and not what it holds, since that may be a password. */
function mqttBroker(part: string): MqttBrokerHost | undefined {
  const [, name, address = ''] = /^([\w][\w .-]{0,39})=(\S+)$/.exec(part) ?? [];
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const port = url && MQTT_PORT[url.protocol as keyof typeof MQTT_PORT];
  if (!name || !url || !port || !url.hostname || !/^\/?$/.test(url.pathname) || /[?#]/.test(address))
    return undefined;
  const given = [url.username, url.password];
  // A lone % is no code of a character.
  if (given.some((text) => /%(?![0-9a-fA-F]{2})/.test(text))) return undefined;
  const [user = '', password = ''] = given.map((text) => decodeURIComponent(text));
  return {
    name,
    host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(),
    port: Number(url.port || port),
    encrypted: url.protocol === 'mqtts:',
    ...(user && { account: { user, password } }),
  };
}

const mqttBrokers = z.string().transform((value, context): MqttBrokerHost[] => {
  const parts = value.split(',').map((part) => part.trim());
  const brokers = parts.map(mqttBroker);
  const wrong = brokers.findIndex(
    (broker, at) => !broker || brokers.findIndex((each) => each?.name === broker.name) !== at,
  );
  if (wrong >= 0)
    context.addIssue({
      code: 'custom',
      message: `MQTT_BROKERS must be different names with addresses such as plant=mqtts://broker.example.com,lab=mqtt://user:password@10.0.0.5:1883; item ${wrong + 1} is not`,
    });
  return brokers.filter((broker) => broker !== undefined);
});

/** 32 bytes as base64. */
const RAW_KEY = /^[A-Za-z0-9+/]{43}=$/;

const pluginKeys = z.string().transform((value, context): ReadonlyMap<string, KeyObject> => {
  const keys = value.split(',').flatMap((part): [string, KeyObject][] => {
    const [, name, raw] = /^\s*([A-Za-z0-9][\w.-]{0,39})=(\S+)\s*$/.exec(part) ?? [];
    if (name && raw && RAW_KEY.test(raw)) {
      const x = Buffer.from(raw, 'base64').toString('base64url');
      return [[name, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })]];
    }
    context.addIssue({
      code: 'custom',
      message: `PLUGIN_KEYS must be name=key,name=key with Ed25519 public keys of 32 bytes in base64; "${part}" is not`,
    });
    return [];
  });
  return new Map(keys);
});

/** An origin with an optional path: links are made by appending to it. */
const publicUrl = z.string().transform((value, context): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isPlain && !/[?#]/.test(value)) return url.href.replace(/\/+$/, '');
  context.addIssue({
    code: 'custom',
    message:
      'PUBLIC_URL must be an http or https address such as https://pay.example.com, with no user, query or fragment',
  });
  return '';
});

/** Addresses, or networks as address/prefix. */
const networks = z.string().transform((value, context): string[] => {
  const parts = value.split(',').map((part) => part.trim());
  for (const part of parts) {
    const [address = '', prefix] = part.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const fits =
      prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= most);
    if (!isIP(address) || !fits)
      context.addIssue({
        code: 'custom',
        message: `TRUST_PROXY must be addresses or networks such as 10.0.0.1,10.1.0.0/16; "${part}" is not`,
      });
  }
  return parts;
});

const shape = z.object({
  PORT: whole('PORT', 0, 65535).default(7300),
  HOST: z.string().min(1, 'HOST must not be empty').default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'DATA_DIR must not be empty').default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres://')
    .optional(),
  DATABASE_CONNECTIONS: whole('DATABASE_CONNECTIONS', MIN_CONNECTIONS, 1_000).default(DEFAULT_CONNECTIONS),
  DEMO_ORDERS: whole('DEMO_ORDERS', 0, 20_000_000).optional(),
  DEMO_PASSWORD: z.string().min(8, 'DEMO_PASSWORD must have 8 characters or more').optional(),
  DEMO_TRAFFIC: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'DEMO_TRAFFIC must be a number of orders per second')
    .transform(Number)
    .refine((value) => value <= 1000, 'DEMO_TRAFFIC must be 1000 or less')
    .optional(),
  OUTBOUND_ALLOW: hostPorts.optional(),
  OUTBOUND_CONCURRENCY: whole('OUTBOUND_CONCURRENCY', 1, 200).default(48),
  UPSTREAM_SHARE: whole('UPSTREAM_SHARE', 1, 200).optional(),
  LDAP_HOSTS: ldapHosts.optional(),
  ...S3_SHAPE,
  GEOIP_FILE: z.string().optional(),
  MQTT_BROKERS: mqttBrokers.optional(),
  PLUGIN_KEYS: pluginKeys.optional(),
  SM2_PRIVATE_KEY: hex64('SM2_PRIVATE_KEY').optional(),
  SECRETS_KEY: hex64('SECRETS_KEY').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'METRICS_TOKEN must have 16 to 200 letters, digits or . _ ~ + / = -')
    .optional(),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: networks.optional(),
  DRAIN_NOTICE_SECONDS: whole('DRAIN_NOTICE_SECONDS', 0, 300).optional(),
  DRAIN_SECONDS: whole('DRAIN_SECONDS', 0, 3_600).default(20),
  BULK_HOLD_SECONDS: whole('BULK_HOLD_SECONDS', 0, 600).default(10),
  EXPORT_KEEP_HOURS: whole('EXPORT_KEEP_HOURS', 1, 720).default(24),
  SQL_CONSOLE: z.enum(['on', 'off'], 'SQL_CONSOLE must be on or off').optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'LOG_LEVEL must be trace, debug, info, warn, error or silent',
    )
    .optional(),
});

/** Reads the environment once. @throws EnvError naming every wrong variable, one per line. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = shape.safeParse(given);
  if (!parsed.success) throw new EnvError(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const value = parsed.data;
  const missing = s3Missing(value);
  if (missing) throw new EnvError(missing);
  const production = value.NODE_ENV === 'production' && value.DATABASE_URL !== undefined;
  const demoOrders = value.DEMO_ORDERS ?? (value.DATABASE_URL ? 0 : 200_000);
  if (production) {
    const wrong = [
      demoOrders > 0 && 'DEMO_ORDERS is refused in production: demo accounts cannot exist there',
      value.DEMO_PASSWORD && 'DEMO_PASSWORD is refused in production',
      value.DEMO_TRAFFIC && 'DEMO_TRAFFIC is refused in production',
      value.OUTBOUND_ALLOW && 'OUTBOUND_ALLOW is refused in production: it opens private addresses',
      value.LDAP_HOSTS?.some(({ security }) => security === 'none') &&
        'LDAP_HOSTS takes ldaps:// and starttls:// alone in production: ldap:// sends passwords as they are',
      value.MQTT_BROKERS?.some(({ encrypted }) => !encrypted) &&
        'MQTT_BROKERS takes mqtts:// alone in production: mqtt:// sends passwords and messages as they are',
      !value.SECRETS_KEY && 'SECRETS_KEY is required in production (64 hexadecimal digits)',
    ].filter((line) => typeof line === 'string');
    if (wrong.length > 0) throw new EnvError(wrong.join('\n'));
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseConnections: value.DATABASE_CONNECTIONS,
    demoOrders,
    demo: demoOrders > 0,
    demoPassword: value.DEMO_PASSWORD,
    demoTraffic: demoOrders > 0 ? (value.DEMO_TRAFFIC ?? 5) : 0,
    outboundAllow: value.OUTBOUND_ALLOW ?? [],
    outboundConcurrency: value.OUTBOUND_CONCURRENCY,
    upstreamShare: value.UPSTREAM_SHARE,
    ldapHosts: value.LDAP_HOSTS ?? [],
    s3: s3Place(value),
    geoIpFile: value.GEOIP_FILE && resolve(value.GEOIP_FILE),
    mqttBrokers: value.MQTT_BROKERS ?? [],
    pluginKeys: value.PLUGIN_KEYS ?? new Map(),
    sm2PrivateKey: value.SM2_PRIVATE_KEY,
    secretsKey: value.SECRETS_KEY,
    metricsToken: value.METRICS_TOKEN,
    publicUrl: value.PUBLIC_URL,
    trustProxy: value.TRUST_PROXY ?? [],
    drainNoticeSeconds: value.DRAIN_NOTICE_SECONDS,
    drainSeconds: value.DRAIN_SECONDS,
    bulkHoldSeconds: value.BULK_HOLD_SECONDS,
    exportKeepHours: value.EXPORT_KEEP_HOURS,
    sqlConsole: value.SQL_CONSOLE ? value.SQL_CONSOLE === 'on' : !production,
    production,
    // A person at a terminal looks for the ready line; a machine that collects logs wants every answer.
    logLevel: value.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}
