import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sm2 } from 'sm-crypto-v2';
import { Refused } from '../../platform/http/refused.ts';

/** argon2id with the parameters OWASP recommends; the salt is random per hash. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const LONGEST = 200;

export function hashPassword(plain: string): Promise<string> {
  return hash(plain, OPTIONS);
}

let nobody: Promise<string> | undefined;

/** Compares against a stored hash, or against nobody's in the same time when there is no such account. */
export async function verifyPassword(stored: string | undefined, plain: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  const right = await verify(stored ?? (await nobody), plain).catch(() => false);
  return stored !== undefined && right;
}

const CIPHER = /^(04)?[0-9a-fA-F]{194,}$/;
const C1C3C2 = 1;

/** A password as a person typed it: plain, or SM2-encrypted (C1C3C2 hex, without or with the leading 04). */
export function openPassword(given: string, sm2PrivateKey: string): string {
  if (!CIPHER.test(given) || given.length % 2 !== 0) return within(given);
  const candidates = given.startsWith('04') ? [given, given.slice(2)] : [given];
  for (const cipher of candidates) {
    try {
      const plain = sm2.doDecrypt(cipher, sm2PrivateKey, C1C3C2, { output: 'string' });
      if (plain) return within(plain);
    } catch {
      // Not written for this key: the next form, then the text itself.
    }
  }
  return within(given);
}

function within(plain: string): string {
  if (plain.length > LONGEST) throw new Refused('badCredentials');
  return plain;
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A one-time password without look-alike characters; about 93 bits. */
export function randomPassword(length = 16): string {
  const out: string[] = [];
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes past the last whole multiple would favour the first letters.
      const usable = byte < 256 - (256 % ALPHABET.length);
      if (usable && out.length < length) out.push(ALPHABET[byte % ALPHABET.length] as string);
    }
  }
  return out.join('');
}
