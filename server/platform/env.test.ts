import { expect, it } from 'vitest';
import { parseEnv } from './env.ts';

it.each([
  ['https://pay.example.com', 'https://pay.example.com'],
  ['http://10.0.0.7:7300/', 'http://10.0.0.7:7300'],
  ['https://Example.com/desk/', 'https://example.com/desk'],
])('takes PUBLIC_URL %s', (given, kept) => {
  expect(parseEnv({ PUBLIC_URL: given }).publicUrl).toBe(kept);
});

it.each([
  'pay.example.com',
  'ftp://pay.example.com',
  'javascript:alert(1)',
  'https://user@pay.example.com',
  'https://pay.example.com?x=1',
  'https://pay.example.com/#',
  'https://',
])('refuses PUBLIC_URL %s by name', (given) => {
  expect(() => parseEnv({ PUBLIC_URL: given })).toThrow(/^PUBLIC_URL must be/);
});

it('has no PUBLIC_URL unless one is set', () => {
  expect(parseEnv({ PUBLIC_URL: '' }).publicUrl).toBeUndefined();
});

it('reads which directories may be asked, and how', () => {
  expect(
    parseEnv({ LDAP_HOSTS: 'ldaps://DC1.example.com, starttls://dc2.example.com:1389,ldap://[::1]' })
      .ldapHosts,
  ).toEqual([
    { host: 'dc1.example.com', port: 636, security: 'tls' },
    { host: 'dc2.example.com', port: 1389, security: 'startTls' },
    { host: '::1', port: 389, security: 'none' },
  ]);
  expect(parseEnv({}).ldapHosts).toEqual([]);
});

it.each(['dc1.example.com', 'http://dc1', 'ldaps://', 'ldap://x:0', 'ldap://a b', 'ldap://u:p@x'])(
  'refuses LDAP_HOSTS %s by name',
  (given) => {
    expect(() => parseEnv({ LDAP_HOSTS: given })).toThrow(/^LDAP_HOSTS must be/);
  },
);

it('refuses a directory in the clear in production', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://x/y',
    SECRETS_KEY: 'a'.repeat(64),
  };
  expect(() => parseEnv({ ...production, LDAP_HOSTS: 'ldaps://a,ldap://b' })).toThrow(/^LDAP_HOSTS takes/);
  expect(parseEnv({ ...production, LDAP_HOSTS: 'ldaps://a,starttls://b' }).ldapHosts).toHaveLength(2);
});

it('reads which brokers may be connected to, and as whom', () => {
  const given =
    'plant=mqtts://Broker.example.com, Lab 2=mqtt://me:p%40ss%2C@10.0.0.5:1999/,six=mqtts://[::1]';
  expect(parseEnv({ MQTT_BROKERS: given }).mqttBrokers).toEqual([
    { name: 'plant', host: 'broker.example.com', port: 8883, encrypted: true },
    {
      name: 'Lab 2',
      host: '10.0.0.5',
      port: 1999,
      encrypted: false,
      account: { user: 'me', password: 'p@ss,' },
    },
    { name: 'six', host: '::1', port: 8883, encrypted: true },
  ]);
  expect(parseEnv({}).mqttBrokers).toEqual([]);
});

it.each([
  'mqtts://broker',
  'x=http://broker',
  'x=mqtts://',
  'x=mqtts://broker/path',
  'x=mqtts://broker?a=1',
  'x=mqtts://a,x=mqtts://b',
  'x=mqtts://a:100%@b',
  '=mqtts://a',
])('refuses MQTT_BROKERS %s by name, and repeats nothing of it', (given) => {
  const secret = given.replace('://', '://me:hidden@');
  expect(() => parseEnv({ MQTT_BROKERS: given })).toThrow(/^MQTT_BROKERS must be/);
  expect(() => parseEnv({ MQTT_BROKERS: secret })).not.toThrow(/hidden/);
});

it('refuses a broker in the clear in production', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://x/y',
    SECRETS_KEY: 'a'.repeat(64),
  };
  expect(() => parseEnv({ ...production, MQTT_BROKERS: 'a=mqtt://b' })).toThrow(/^MQTT_BROKERS takes/);
  expect(parseEnv({ ...production, MQTT_BROKERS: 'a=mqtts://b' }).mqttBrokers).toHaveLength(1);
});
