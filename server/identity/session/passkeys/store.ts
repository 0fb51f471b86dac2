import type { AuthenticatorTransport, WebAuthnCredential } from '@simplewebauthn/server';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../../platform/db/id.ts';

export interface Passkey extends WebAuthnCredential {
  rowId: string;
}

interface Row {
  rowId: string;
  id: string;
  publicKey: Buffer;
  counter: string;
  transports: AuthenticatorTransport[];
}

const OF_PERSON = `select id::text as "rowId", credential_id as id, public_key as "publicKey", counter::text, transports
  from sys_passkey where user_id = $1 order by id`;

export async function passkeysOf(pool: Pool | PoolClient, userId: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Row>(OF_PERSON, [userId]);
  return rows.map(({ publicKey, counter, ...row }) => ({
    ...row,
    publicKey: new Uint8Array(publicKey),
    counter: Number(counter),
  }));
}

type Purpose = 'register' | 'signIn' | 'confirm';

/** A person has this long to answer. */
const ANSWERED_WITHIN_MS = 5 * 60_000;

/** @returns the id under which the answer comes back */
export async function keepChallenge(
  pool: Pool,
  given: { userId: string; purpose: Purpose; challenge: string },
  now: Date,
): Promise<string> {
  const id = newId();
  await pool.query(
    'insert into sys_passkey_challenge (id, user_id, purpose, challenge, expires_at) values ($1, $2, $3, $4, $5)',
    [id, given.userId, given.purpose, given.challenge, new Date(now.getTime() + ANSWERED_WITHIN_MS)],
  );
  return id;
}

interface Challenge {
  userId: string;
  challenge: string;
}

const TAKE = `delete from sys_passkey_challenge where id = $1 and purpose = $2 and expires_at > $3 and proof_hash is null
  returning user_id::text as "userId", challenge`;

const SEE = `select user_id::text as "userId", challenge from sys_passkey_challenge
  where id = $1 and purpose = $2 and expires_at > $3 and proof_hash is null`;

/** A challenge that waits, left where it is. */
export async function seeChallenge(
  pool: Pool,
  id: string,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  return (await pool.query<Challenge>(SEE, [id, purpose, now])).rows[0];
}

/** A challenge is answered once, rightly or not; undefined for one that is not there any more. */
export async function takeChallenge(
  pool: Pool | PoolClient,
  id: string,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  return (await pool.query<Challenge>(TAKE, [id, purpose, now])).rows[0];
}

/** So long what a passkey has confirmed waits for its command. */
const PROOF_MS = 120_000;

export async function keepProof(pool: Pool, userId: string, hash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `insert into sys_passkey_challenge (id, user_id, purpose, challenge, proof_hash, expires_at)
     values ($1, $2, 'confirm', '', $3, $4)`,
    [newId(), userId, hash, new Date(now.getTime() + PROOF_MS)],
  );
}

/** True once for each proof. */
export async function spendProof(tx: PoolClient, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await tx.query(
    'delete from sys_passkey_challenge where user_id = $1 and proof_hash = $2 and expires_at > $3',
    [userId, hash, now],
  );
  return spent.rowCount === 1;
}
