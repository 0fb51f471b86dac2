import type { PoolClient } from 'pg';
import { amountText } from '../../contract/money.ts';
import { newId } from '../platform/db/id.ts';
import { Refused } from '../platform/http/refused.ts';
import { lockAccounts } from './accounts.ts';
import { accountNumber, type Balance, type ChainedLeg, chain } from './chain.ts';
import { isMerchantLeg, type Leg, type PlatformLeg, sumOf } from './legs.ts';
import { POST_SQL } from './postSql.ts';

export type EntryKind =
  | 'collection'
  | 'settlement'
  | 'resettlement'
  | 'reversal'
  | 'suspense'
  | 'adjustment'
  | 'recharge'
  | 'payoutHold'
  | 'payoutRelease'
  | 'payout'
  | 'payoutReturn'
  | 'withdrawalHold'
  | 'withdrawalRelease'
  | 'withdrawal'
  | 'conversion';

export interface Entry {
  kind: EntryKind;
  /** The merchant whose business it is; the account of any other is that of its agent. */
  merchantId: string;
  currency: string;
  order: { id: string; orderNo: string; merchantOrderNo: string } | null;
  /** Twice the same command is one entry. */
  commandKey: string;
  /** The entry that this one undoes. */
  reverses?: string;
  operator: string;
  /** Not a person's doing. */
  system: boolean;
  remark?: string;
  legs: readonly Leg[];
  /** The settlement this entry makes live. */
  settlement?: { net: string; commission: string; agentId: string | null };
}

export interface Posted {
  entryId: string;
  /** The command had been posted before; nothing was done now. */
  repeated: boolean;
  legs: readonly ChainedLeg[];
  /** After the entry. */
  balances: readonly Balance[];
}

/**
 * Locks the accounts and walks the entry over them without writing: what it would change, or the refusal that the
 * real command would get.
 */
export async function rehearse(
  tx: PoolClient,
  entry: Entry,
): Promise<{ legs: readonly ChainedLeg[]; balances: readonly Balance[] }> {
  if (entry.legs.length < 2 || !sumOf(entry.legs).isZero())
    throw new Error(`unbalanced entry ${entry.commandKey}`);
  const merchants = [...new Set(entry.legs.filter(isMerchantLeg).map((leg) => leg.merchantId))];
  const walked = chain(await lockAccounts(tx, entry.currency, merchants), entry.legs, entry.merchantId);
  if (!walked.shortfall) return walked;
  const { merchantId, balance, missing, needed, account } = walked.shortfall;
  throw new Refused('insufficientBalance', {
    account,
    currency: entry.currency,
    needed: amountText(needed),
    balance: amountText(balance),
    shortfall: amountText(missing),
    ...(merchantId !== entry.merchantId && (await describeAgent(tx, merchantId))),
  });
}

/** The shortfall of an agent is told as such: the merchant of the entry may have enough. */
async function describeAgent(tx: PoolClient, id: string): Promise<Record<string, unknown>> {
  const { rows } = await tx.query<{ name: string }>('select name from merchant where id = $1', [id]);
  return { says: 'agentShort', agent: rows[0]?.name ?? id };
}

/**
 * The only way to a balance. Locks the merchants' accounts, refuses what would overdraw them, writes entry, legs,
 * balances, rollup and outbox. Runs in the caller's transaction.
 */
export async function post(tx: PoolClient, entry: Entry): Promise<Posted> {
  const walked = await rehearse(tx, entry).catch(async (error: unknown) => {
    // A command that was posted before is no shortfall, whatever the balance is by now.
    const earlier = error instanceof Refused ? await postedEarlier(tx, entry) : undefined;
    if (earlier) return earlier;
    throw error;
  });
  if ('entryId' in walked) return walked;
  const { rows } = await tx.query<{ id: string }>({
    name: 'ledger-post',
    text: POST_SQL,
    values: valuesOf(entry, walked.legs, walked.balances),
  });
  const id = rows[0]?.id;
  if (id !== undefined) return { ...walked, entryId: id, repeated: false };
  const earlier = await postedEarlier(tx, entry);
  if (!earlier) throw new Error(`entry ${entry.commandKey} neither written nor found`);
  return earlier;
}

async function postedEarlier(tx: PoolClient, entry: Entry): Promise<Posted | undefined> {
  const { rows } = await tx.query<{ id: string; same: boolean }>(
    `select e.id::text, (e.kind = $2 and e.merchant_id = $3 and e.currency = $4
       and e.order_id is not distinct from $5) as same
     from ledger_command c join journal_entry e on e.id = c.entry_id and e.merchant_id = c.merchant_id
     where c.command_key = $1`,
    [entry.commandKey, entry.kind, entry.merchantId, entry.currency, entry.order?.id ?? null],
  );
  const found = rows[0];
  if (!found) return undefined;
  if (!found.same) throw new Refused('idempotencyReused');
  return { entryId: found.id, repeated: true, legs: [], balances: [] };
}

function valuesOf(entry: Entry, legs: readonly ChainedLeg[], balances: readonly Balance[]): unknown[] {
  const platform = entry.legs.filter((leg): leg is PlatformLeg => !isMerchantLeg(leg));
  const settlements = entry.settlement ? [entry.settlement] : [];
  return [
    newId(),
    entry.kind,
    entry.merchantId,
    entry.currency,
    entry.order?.id ?? null,
    entry.commandKey,
    entry.reverses ?? null,
    entry.operator,
    entry.remark ?? null,
    legs.map(() => newId()),
    legs.map((leg) => leg.merchantId),
    legs.map((leg) => accountNumber(leg.account)),
    legs.map((leg) => leg.type),
    legs.map((leg) => amountText(leg.amount)),
    legs.map((leg) => amountText(leg.before)),
    legs.map((leg) => amountText(leg.after)),
    legs.map((leg) => String(leg.seq)),
    entry.order?.orderNo ?? null,
    entry.order?.merchantOrderNo ?? null,
    entry.system,
    platform.map((leg) => leg.platform),
    platform.map((leg) => amountText(leg.amount)),
    balances.map((balance) => balance.merchantId),
    balances.map((balance) => amountText(balance.pending)),
    balances.map((balance) => amountText(balance.available)),
    balances.map((balance) => amountText(balance.frozen)),
    balances.map((balance) => String(balance.seq.pending)),
    balances.map((balance) => String(balance.seq.available)),
    balances.map((balance) => String(balance.seq.frozen)),
    balances.map((balance) => amountText(balance.commissionDebt)),
    settlements.map(() => newId()),
    settlements.map((settlement) => settlement.net),
    settlements.map((settlement) => settlement.commission),
    settlements.map((settlement) => settlement.agentId),
  ];
}
