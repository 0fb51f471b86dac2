import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key that the servers of tests trust as `acme`, and what it signs. */

const trusted = generateKeyPairSync('ed25519');

export const PLUGIN_KEYS = `acme=${Buffer.from(trusted.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;

const titles = (text: string) => ({ en: text, 'zh-cn': `${text} 中`, 'zh-tw': `${text} 繁` });

export const MANIFEST = {
  code: 'rates',
  version: '1.2.0',
  publisher: 'Acme Rates',
  titles: titles('Rates'),
  entries: [
    { key: 'board', titles: titles('Board'), url: 'https://rates.example.com/board', embedded: true },
    {
      key: 'site',
      titles: titles('Site'),
      url: 'https://rates.example.com/',
      embedded: false,
      icon: 'globe',
    },
  ],
};

/** The package of a manifest. */
export function pack(
  manifest: object,
  { key = 'acme', by = trusted.privateKey }: { key?: string; by?: KeyObject } = {},
): string {
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(text), by).toString('base64');
  return JSON.stringify({ manifest: text, key, signature });
}
