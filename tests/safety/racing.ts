import { poolAs } from '../../server/platform/db/pool.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import type { TestDatabase } from '../support/database.ts';

/** 64 connections of their own: a race on fewer is a queue. */
export const HANDS = 64;
/** `npm run soak:race` runs 50. */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 2);

export const handsOf = ({ url }: TestDatabase) => poolAs(url, 'paydesk_server', HANDS);

export interface Race<T> {
  won: T[];
  /** Why the others did not, one code each. */
  lost: string[];
}

/** All hands at once; what is no refusal is a failure of the test. */
export async function race<T>(hand: (at: number) => Promise<T>, hands = HANDS): Promise<Race<T>> {
  const ends = await Promise.allSettled(Array.from({ length: hands }, (_, at) => hand(at)));
  const won: T[] = [];
  const lost: string[] = [];
  for (const end of ends) {
    if (end.status === 'fulfilled') won.push(end.value);
    else if (end.reason instanceof Refused) lost.push(end.reason.code);
    else throw end.reason;
  }
  return { won, lost };
}

/** As many rounds as the run asks for. */
export async function rounds(one: () => Promise<void>): Promise<void> {
  for (let at = 0; at < ROUNDS; at += 1) await one();
}
