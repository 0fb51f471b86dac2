import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { digest } from '../tokens.ts';
import { drawCaptcha } from './picture.ts';

const LIFE_SECONDS = 120;

export interface CaptchaAnswer {
  id: string;
  /** A PNG, base64 without a data: prefix. */
  img: string;
  expirySeconds: number;
}

const hashOf = (id: string, answer: string): Buffer => digest(`${id}:${answer.trim().toUpperCase()}`);

export async function makeCaptcha(pool: Pool, now: Date): Promise<CaptchaAnswer> {
  const { answer, png } = drawCaptcha();
  const id = randomBytes(12).toString('hex');
  await pool.query('insert into captcha (id, answer_hash, expires_at) values ($1, $2, $3)', [
    id,
    hashOf(id, answer),
    new Date(now.getTime() + LIFE_SECONDS * 1000),
  ]);
  return { id, img: png.toString('base64'), expirySeconds: LIFE_SECONDS };
}

/** A picture is good for one try, right or wrong. */
export async function solveCaptcha(pool: Pool, id: string, answer: string, now: Date): Promise<boolean> {
  const used = await pool.query<{ answer_hash: Buffer; expires_at: Date }>(
    'delete from captcha where id = $1 returning answer_hash, expires_at',
    [id],
  );
  const row = used.rows[0];
  return row !== undefined && row.expires_at > now && row.answer_hash.equals(hashOf(id, answer));
}
