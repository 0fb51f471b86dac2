import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets at rest: AES-256-GCM under a key derived from SECRETS_KEY. Text form: v1.<iv+tag+cipher, base64url>. */

const PREFIX = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ENCRYPTION = 'paydesk secrets';
const DIGEST = 'paydesk digests';
const keys = new Map<string, Buffer>();

/** A key of its own for each purpose. */
function keyOf(secretsKey: string, purpose = ENCRYPTION): Buffer {
  const name = `${purpose}/${secretsKey}`;
  const known = keys.get(name);
  if (known) return known;
  const made = Buffer.from(hkdfSync('sha256', secretsKey, '', purpose, 32));
  keys.set(name, made);
  return made;
}

/** Distinguishes equal texts from others, and nobody without the key can find a text by trial. */
export function secretDigest(secretsKey: string, text: string): Buffer {
  return createHmac('sha256', keyOf(secretsKey, DIGEST)).update(text, 'utf8').digest();
}

export function encryptSecret(secretsKey: string, plain: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretsKey), iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Throws where the text was not written under this key: a wrong SECRETS_KEY must never pass as an empty secret. */
export function decryptSecret(secretsKey: string, sealed: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error('not an encrypted secret');
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretsKey), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}
