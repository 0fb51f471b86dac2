import type { PoolClient } from 'pg';
import type { PayRow } from '../orders/payRow.ts';
import { triedUpstreams } from './attempts.ts';
import { type Route, routesOf } from './routes.ts';

/** The route a payout takes next: the first of its channel that it has not been sent to; undefined where none takes it. */
export async function nextRoute(tx: PoolClient, order: PayRow): Promise<Route | undefined> {
  const tried = await triedUpstreams(tx, 'pay_attempt', order);
  return (await routesOf(tx, 'pay', order)).find((route) => !tried.includes(route.upstreamId));
}
