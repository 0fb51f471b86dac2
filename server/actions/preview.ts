import type { PoolClient } from 'pg';
import { amountText } from '../../contract/money.ts';
import type { ChainedLeg } from '../ledger/chain.ts';
import { isMerchantLeg, type Leg, type MerchantAccount } from '../ledger/legs.ts';
import { rehearse } from '../ledger/post.ts';

interface Subject {
  merchantId: string;
  currency: string;
  orderNo: string;
  merchantOrderNo?: string;
  id: string;
}

type Moves = Record<`${MerchantAccount}${'Before' | 'After'}`, string>;

/** One merchant's balances before and after the legs, as decimal text. */
export function movesOf(walked: readonly ChainedLeg[], merchantId: string): Partial<Moves> {
  const moves: Partial<Moves> = {};
  for (const leg of walked) {
    if (leg.merchantId !== merchantId) continue;
    moves[`${leg.account}Before`] ??= amountText(leg.before);
    moves[`${leg.account}After`] = amountText(leg.after);
  }
  return moves;
}

/**
 * The merchant's balances before and after an entry, as decimal text: `availableBefore`, `availableAfter`, … for the
 * accounts the entry touches. Nothing is written.
 * @throws Refused what the real command would be refused for
 */
export async function previewOf(
  tx: PoolClient,
  subject: Subject,
  legs: readonly Leg[],
): Promise<Partial<Moves>> {
  if (!legs.some(isMerchantLeg)) return {};
  const { legs: walked } = await rehearse(tx, {
    kind: 'adjustment',
    merchantId: subject.merchantId,
    currency: subject.currency,
    order: null,
    commandKey: `preview:${subject.id}`,
    operator: 'preview',
    system: false,
    legs,
  });
  return movesOf(walked, subject.merchantId);
}
