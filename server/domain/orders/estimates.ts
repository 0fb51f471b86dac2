import { CLAIM_IDLE_MS } from '../../../contract/claim.ts';
import type { Estimate } from '../../engine/serverHalf.ts';
import { can } from '../../platform/http/caller.ts';
import { settlement } from '../../ledger/entries.ts';
import { payoutRelease } from '../../ledger/payoutEntries.ts';

const held = (add: (value: unknown) => string, now: Date): string =>
  `t.claimed_by is not null and t.claimed_at > ${add(new Date(now.getTime() - CLAIM_IDLE_MS))}::timestamptz`;

const other: NonNullable<Estimate['refusals']> = ({ userId }, add, now) => [
  { code: 'claimedByOther', when: `${held(add, now)} and t.claimed_by <> ${add(userId)}::bigint` },
];

const claim: Estimate = {
  refusals: (caller, add, now) => [
    ...other(caller, add, now),
    { code: 'alreadyClaimed', when: held(add, now) },
  ],
};

const unclaim = (supervise: string): Estimate => ({
  refusals(caller, add, now) {
    if (can(caller, supervise)) return [{ code: 'notClaimedByYou', when: 't.claimed_by is null' }];
    const mine = `t.claimed_by is not distinct from ${add(caller.userId)}::bigint`;
    return [...other(caller, add, now), { code: 'notClaimedByYou', when: `not (${mine})` }];
  },
});

const notify: Estimate = {
  refusals: () => [{ code: 'noCallbackUrl', when: "coalesce(t.callback_url, '') = ''" }],
};

const settling: Estimate = { instead: { code: 'alreadySettled', when: 't.settled' }, legs: settlement };
const releasing: Estimate = { refusals: other, legs: payoutRelease };

export const collectEstimates: Readonly<Record<string, Estimate>> = {
  claim,
  unclaim: unclaim('collectOrder:supervise'),
  batchSettle: settling,
  notify,
  batchCallback: notify,
  overrule: { refusals: other },
  cancel: { refusals: other },
};

export const payoutEstimates: Readonly<Record<string, Estimate>> = {
  claim,
  unclaim: unclaim('payOrder:supervise'),
  notify,
  deny: { legs: payoutRelease },
  overrule: releasing,
  cancel: releasing,
};
