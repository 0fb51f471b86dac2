import type { Pool, PoolClient } from 'pg';
import { perDatabase } from '../../platform/db/pools.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { loadPerson, type Person } from './person.ts';
import { findSession, revoke, type SessionRow } from './sessions.ts';

/** Longest time another server's change stays hidden here; changes made here show at once. */
const TTL_MS = 3_000;

/** What this process remembers of sessions and people, for one database. */
export class SessionState {
  readonly #pool: Pool;
  readonly #sessions = new TtlCache<SessionRow | undefined>({
    ttlMs: TTL_MS,
    name: 'session',
    show: (session) => session && { userId: session.userId, expiresAt: session.expiresAt },
  });
  readonly #people = new TtlCache<Person | undefined>({ ttlMs: TTL_MS, name: 'person' });
  readonly #endings = new Map<string, Set<() => void>>();
  readonly #followers = new Set<() => void>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  session(id: string): Promise<SessionRow | undefined> {
    return this.#sessions.get(id, () => findSession(this.#pool, id));
  }

  person(userId: string): Promise<Person | undefined> {
    return this.#people.get(userId, () => loadPerson(this.#pool, userId));
  }

  forgetSession(id: string): void {
    this.#sessions.drop(id);
  }

  /** After any change of users, roles, grants, menus or organisations. */
  forgetPeople(): void {
    this.#people.clear();
    for (const tell of this.#followers) tell();
  }

  /** Streams follow what people may see; returns its undo. */
  onChange(tell: () => void): () => void {
    this.#followers.add(tell);
    return () => this.#followers.delete(tell);
  }

  /**
   * Ends every session of a user within the transaction. The answer is for after the commit: it makes this process forget
   * them and closes their streams.
   */
  async endUser(
    tx: PoolClient,
    userId: string,
    reason: string,
    now: Date,
    except?: string,
  ): Promise<() => void> {
    const ended = await revoke(tx, 'user_id', userId, reason, now, except);
    return () => {
      this.#people.drop(userId);
      for (const id of ended) this.#ended(id);
    };
  }

  /** Ends one session within the transaction; the answer is for after the commit, as that of `endUser`. */
  async endOne(tx: Pool | PoolClient, id: string, reason: string, now: Date): Promise<() => void> {
    await revoke(tx, 'id', id, reason, now);
    return () => this.#ended(id);
  }

  async endSession(id: string, reason: string, now: Date): Promise<void> {
    (await this.endOne(this.#pool, id, reason, now))();
  }

  /** A stream listens for the end of its session (sign-out, revocation, lock); returns its undo. */
  onEnd(sessionId: string, tell: () => void): () => void {
    const all = this.#endings.get(sessionId) ?? new Set();
    this.#endings.set(sessionId, all.add(tell));
    return () => {
      all.delete(tell);
      if (all.size === 0) this.#endings.delete(sessionId);
    };
  }

  /** The session goes on, but what streams for it must ask again: it was locked, or its family ended. */
  closeStreams(sessionId: string): void {
    this.#ended(sessionId);
  }

  #ended(id: string): void {
    this.#sessions.drop(id);
    for (const tell of this.#endings.get(id) ?? []) tell();
  }
}

/** One per database, shared by every part of this process. */
export const sessionState = perDatabase((primary) => new SessionState(primary));
