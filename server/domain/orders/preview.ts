import type { PoolClient } from 'pg';
import { amountText } from '../../../contract/money.ts';
import type { ChainedLeg } from '../../ledger/chain.ts';
import { isMerchantLeg, type Leg, type MerchantAccount } from '../../ledger/legs.ts';
import { rehearse } from '../../ledger/post.ts';

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

/** What the agent gets or gives back by the legs, where it has a share in them: its name, the share and its balance. */
export async function shareMoves(
  tx: PoolClient,
  { agentId, commission }: { agentId: string | null; commission: string },
  walked: readonly ChainedLeg[],
): Promise<Record<string, unknown>> {
  if (agentId === null) return {};
  const { availableBefore, availableAfter } = movesOf(walked, agentId);
  if (availableBefore === undefined) return {};
  const { rows } = await tx.query<{ name: string }>('select name from merchant where id = $1', [agentId]);
  return {
    agentName: rows[0]?.name ?? null,
    commission: amountText(commission),
    agentBefore: availableBefore,
    agentAfter: availableAfter,
  };
}

/** The merchant legs of an entry that is only tried, with the balances they would leave. */
async function walkedBy(
  tx: PoolClient,
  subject: Subject,
  legs: readonly Leg[],
): Promise<readonly ChainedLeg[]> {
  if (!legs.some(isMerchantLeg)) return [];
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
  return walked;
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
  return movesOf(await walkedBy(tx, subject, legs), subject.merchantId);
}

/** The same with the agent's share, for an order that may have an agent. */
export async function previewWithShare(
  tx: PoolClient,
  order: Subject & { agentId: string | null; commission: string },
  legs: readonly Leg[],
): Promise<Record<string, unknown>> {
  const walked = await walkedBy(tx, order, legs);
  return { ...movesOf(walked, order.merchantId), ...(await shareMoves(tx, order, walked)) };
}
