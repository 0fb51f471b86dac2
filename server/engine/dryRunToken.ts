import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the answer of a dry run on everything that matches names, for the command that follows it. */
export interface DryRunToken {
  /** The id of the rows that were shown. */
  rows: string;
  /** Caller, scope, filter, command, input and exceptions. */
  hash: string;
  /** Milliseconds since 1970, by the database's clock. */
  until: number;
}

const signature = (key: string, text: string): Buffer =>
  createHmac('sha256', `dry-run/${key}`).update(text).digest();

export function signToken(key: string, token: DryRunToken): string {
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${text}.${signature(key, text).toString('base64url')}`;
}

/** What a token names; undefined where it was not signed with this key. */
export function readToken(key: string, signed: string): DryRunToken | undefined {
  const [text = '', mac = ''] = signed.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = signature(key, text);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as DryRunToken;
}
