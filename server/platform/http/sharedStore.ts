import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Pool } from 'pg';
import { SharedBudget } from './sharedBudget.ts';

/** The counts of the rate limiter's routes, per address and minute, shared by all servers. */
export function sharedStore(pool: Pool): FastifyRateLimitStoreCtor {
  return class SharedStore implements FastifyRateLimitStore {
    readonly #route: string;
    #budget: SharedBudget | undefined;

    constructor({ routeInfo }: { routeInfo?: { url?: string } }) {
      this.#route = routeInfo?.url ?? '';
    }

    incr(
      caller: string,
      answer: Parameters<FastifyRateLimitStore['incr']>[1],
      _ms: number,
      max: number,
    ): void {
      this.#budget ??= new SharedBudget(pool, `rate ${this.#route}`, max);
      this.#budget.take(caller).then(
        ({ allowed, used, msLeft }) =>
          answer(null, { current: allowed ? Math.min(used, max) : max + 1, ttl: Math.ceil(msLeft) }),
        (error: unknown) => answer(error as Error),
      );
    }

    /** The limiter hands over its options with the route in them, whatever its types say. */
    child(options: unknown): FastifyRateLimitStore {
      return new SharedStore(options as { routeInfo?: { url?: string } });
    }
  };
}
