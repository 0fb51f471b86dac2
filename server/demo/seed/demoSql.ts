import { ID_EPOCH } from '../../platform/db/id.ts';

/** Pieces of the statements that write the demo. */

/** Floating point on purpose: the numeric division of an instant cost more than the rest of many rows. */
export const stamp = (ms: string): string => `to_timestamp(${ms} / 1000.0::float8)`;

/** An id whose time is `ms`; `low` keeps rows of one millisecond apart and in order. */
export const idSql = (ms: string, low: string): string =>
  `(((${ms}) - ${ID_EPOCH}) << 22) | ((${low}) & 4194303)`;

/** A share in [0, 1) cut out of a hash column. */
export const share = (hash: string, shift: number): string =>
  `(((${hash} >> ${shift}) & 65535) / 65536.0::float8)`;

export const textArray = (items: readonly string[]): string => `array['${items.join("', '")}']`;

/** Milliseconds after the first try of a callback at which each planned try is made. */
export const TRIES_MS = [0, 30_000, 90_000, 390_000, 1_290_000, 4_890_000, 15_690_000, 37_290_000];
/** When the try of a one-based number is made, after the first. */
export const tryMs = (number: string): string => `(array[${TRIES_MS.join(', ')}])[${number}]::bigint`;

/** Whole numbers only: these are written into statements that take no parameters. */
export interface OrderPlan {
  orders: number;
  seed: number;
  /** End of the demo's time, a full minute. */
  anchorMs: number;
  /** Users who claim; the first one holds most. */
  claimers: readonly { id: string; account: string }[];
  /** Users by account, for what they did. */
  staff: Readonly<Record<'operator' | 'finance', string>>;
}
