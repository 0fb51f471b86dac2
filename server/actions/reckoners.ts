import type { ErrorCode } from '../../contract/errors.ts';
import { type Caller, can } from '../http/caller.ts';
import { settlement } from '../ledger/entries.ts';
import type { Leg } from '../ledger/legs.ts';
import { payoutRelease } from '../ledger/payoutEntries.ts';
import { CLAIM_IDLE_MS } from './claim.ts';

/** Orders of one merchant and agent in one currency as one: what the ledger moves is linear in these. */
export interface SummedOrders {
  merchantId: string;
  upstreamId: null;
  /** Who gets the commission of them all. */
  agentId: string | null;
  amount: string;
  fee: string;
  upstreamCost: string;
  commission: string;
}

/** What a handler refuses beyond its guard, as SQL over alias t, and what it moves: so that all rows can be counted at once. */
export interface Reckoner {
  /** What tells more than the guard does, and is asked before it. */
  instead?: { code: ErrorCode; when: string };
  /** In the order in which the handler asks; values by placeholder. */
  refusals?: (
    caller: Caller,
    add: (value: unknown) => string,
    now: Date,
  ) => readonly { code: ErrorCode; when: string }[];
  legs?: (orders: SummedOrders) => readonly Leg[];
  /** What becomes of a row hangs on more than a condition on it: only running it row by row tells. */
  rowByRow?: true;
}

const held = (add: (value: unknown) => string, now: Date): string =>
  `t.claimed_by is not null and t.claimed_at > ${add(new Date(now.getTime() - CLAIM_IDLE_MS))}::timestamptz`;

const other: NonNullable<Reckoner['refusals']> = ({ userId }, add, now) => [
  { code: 'claimedByOther', when: `${held(add, now)} and t.claimed_by <> ${add(userId)}::bigint` },
];

const claim: Reckoner = {
  refusals: (caller, add, now) => [
    ...other(caller, add, now),
    { code: 'alreadyClaimed', when: held(add, now) },
  ],
};

const unclaim = (supervise: string): Reckoner => ({
  refusals(caller, add, now) {
    if (can(caller, supervise)) return [{ code: 'notClaimedByYou', when: 't.claimed_by is null' }];
    const mine = `t.claimed_by is not distinct from ${add(caller.userId)}::bigint`;
    return [...other(caller, add, now), { code: 'notClaimedByYou', when: `not (${mine})` }];
  },
});

const notify: Reckoner = {
  refusals: () => [{ code: 'noCallbackUrl', when: "coalesce(t.callback_url, '') = ''" }],
};

const settling: Reckoner = { instead: { code: 'alreadySettled', when: 't.settled' }, legs: settlement };
const releasing: Reckoner = { refusals: other, legs: payoutRelease };

const RECKONERS: Readonly<Record<string, Readonly<Record<string, Reckoner>>>> = {
  collectOrder: {
    claim,
    unclaim: unclaim('collectOrder:supervise'),
    batchSettle: settling,
    notify,
    batchCallback: notify,
    overrule: { refusals: other },
    cancel: { refusals: other },
  },
  payOrder: {
    claim,
    unclaim: unclaim('payOrder:supervise'),
    notify,
    deny: { legs: payoutRelease },
    overrule: releasing,
    cancel: releasing,
  },
  bankBill: { autoMatch: { rowByRow: true }, unmatch: { rowByRow: true }, separate: { rowByRow: true } },
};

/** How to count a command on many without running it row by row; a guard alone where nothing more is known. */
export const reckonerOf = (resource: string, action: string): Reckoner => RECKONERS[resource]?.[action] ?? {};
