import type { ImpactEstimate } from '../../contract/calls.ts';
import { guardReasons } from '../../contract/guard.ts';
import { Amount, amountText } from '../../contract/money.ts';
import type { Locale } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { isMerchantLeg, type MerchantAccount } from '../ledger/legs.ts';
import type { Actor } from './actOnRow.ts';
import { rowState } from './labels.ts';
import { refusalOf } from './operation.ts';
import { asksClaim, claimValues, questionOf, refusalSql } from './refusalSql.ts';
import type { Reader } from './read.ts';
import { scopeClause } from './scope.ts';
import type { SummedOrders } from './serverHalf.ts';
import { and, named, Params, snake } from './sql.ts';

/** Balances listed in a sheet. */
const LISTED = 20;
/** Of them an agent's share in the orders of others, which is small next to what the orders move. */
const SHARES = 5;
const SUMS = ['amount', 'fee', 'upstream_cost', 'commission'] as const;

/** Rows that would fare alike, of one merchant, agent and currency. */
interface Lot {
  code: string | null;
  state: Record<string, unknown> | null;
  holder: string | null;
  minutes: number | null;
  merchantId: string | null;
  agentId: string | null;
  currency: string | null;
  rows: number;
  amount: string;
  fee: string;
  upstream_cost: string;
  commission: string;
}

/** One statement over all rows: each with the first reason that refuses it. */
async function lotsOf(actor: Actor, reader: Reader, ids: readonly string[]): Promise<Lot[]> {
  const { compiled, action, deps } = actor;
  const { caller, visible } = reader;
  const params = new Params();
  const add = (value: unknown) => params.add(value);
  const all = add(ids);
  const scope = and(scopeClause(compiled, caller, visible, params));
  const now = deps.clock.now();
  const why = refusalSql(questionOf(actor, reader), params);
  const has = (column: string) => compiled.all.has(column);
  const state = Object.keys(action.when ?? {}).map((field) => `'${field}', t.${snake(field)}`);
  const sums = SUMS.map((column) =>
    has(column) ? `trim_scale(coalesce(sum(${column}), 0))::text as ${column}` : `'0' as ${column}`,
  );
  const values = asksClaim(action) ? claimValues(add(now)) : { holder: 'null::text', minutes: 'null::int' };
  const text = `select why_ as code, refused_state_ as state, refused_holder_ as holder, max(refused_minutes_) as minutes, merchant_ as "merchantId", agent_ as "agentId", currency_ as currency,
      count(*)::int as rows, ${sums.join(', ')}
    from (
      select j.*, case when why_ = 'guard' then given_ end as refused_state_,
        case when why_ = 'claimedByOther' then holder_ end as refused_holder_,
        case when why_ = 'claimedByOther' then minutes_ end as refused_minutes_
      from (
        select t.*, ${why} as why_, ${values.holder} as holder_, ${values.minutes} as minutes_, jsonb_build_object(${state.join(', ')}) as given_,
          ${has('merchant_id') ? 't.merchant_id::text' : 'null::text'} as merchant_,
          ${has('agent_id') ? 't.agent_id::text' : 'null::text'} as agent_,
          ${has('currency') ? 't.currency' : 'null::text'} as currency_
        from ${compiled.table} t where t.id = any(${all}::bigint[]) and ${scope}
      ) j
    ) k
    group by why_, refused_state_, refused_holder_, merchant_, agent_, currency_`;
  const { rows } = await actor.engine.pool.query<Lot>(named(text, params.values));
  return rows;
}

/** Names only what is in the way. */
function guarded(actor: Actor, locale: Locale, state: Record<string, unknown>): Refused {
  const { resource } = actor.compiled;
  const names = guardReasons(resource.fields, actor.action.when, state).map(({ field }) => field);
  const stateText = rowState(actor.engine.locales, locale, resource, state, names);
  return new Refused('guard', { says: 'guardState', state: stateText });
}

/** Alike refusals counted together, in the words of a single one. */
function refusedOf(
  actor: Actor,
  reader: Reader,
  lots: readonly Lot[],
  missing: number,
): ImpactEstimate['refused'] {
  const { locale } = reader.caller;
  const counted = new Map<string, ImpactEstimate['refused'][number]>();
  const tell = (refused: Refused, count: number): void => {
    const { code, message } = refusalOf(actor, reader.caller, '', refused);
    const known = counted.get(`${code}/${message}`) ?? { code, message, count: 0 };
    counted.set(`${code}/${message}`, { ...known, count: known.count + count });
  };
  const longest = (who: string | null) =>
    Math.max(...lots.map(({ holder, minutes }) => (holder === who ? (minutes ?? 0) : 0)));
  for (const { code, state, holder, rows } of lots) {
    if (code === null) continue;
    if (code === 'guard') tell(guarded(actor, locale, state ?? {}), rows);
    else tell(new Refused(code as Refused['code'], { holder, minutes: longest(holder) }), rows);
  }
  if (missing > 0) tell(new Refused('notFound'), missing);
  return [...counted.values()].sort((a, b) => b.count - a.count);
}

function byCurrency(actor: Actor, lots: readonly Lot[]): ImpactEstimate['byCurrency'] {
  const { resource } = actor.compiled;
  const settles = actor.estimate.legs !== undefined && actor.compiled.all.has('settled');
  const sums = new Map<string, { count: number; of: Map<string, InstanceType<typeof Amount>> }>();
  for (const { currency, rows, amount, fee, commission } of lots) {
    if (currency === null) continue;
    const entry = sums.get(currency) ?? { count: 0, of: new Map() };
    sums.set(currency, entry);
    entry.count += rows;
    const net = new Amount(amount).minus(fee);
    const charged = 'fee' in resource.fields && { fee };
    const figures = { amount, ...charged, ...(settles && { net: amountText(net), commission }) };
    for (const [name, figure] of Object.entries(figures))
      entry.of.set(name, (entry.of.get(name) ?? new Amount(0)).plus(figure));
  }
  return [...sums]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([currency, { count, of }]) => ({
      currency,
      count,
      sums: Object.fromEntries([...of].map(([name, sum]) => [name, amountText(sum)])),
    }));
}

type Moved = {
  merchantId: string;
  currency: string;
  account: MerchantAccount;
  by: InstanceType<typeof Amount>;
  /** Nothing but an agent's part in what its merchants' orders come to. */
  share: boolean;
};

function movesOf(actor: Actor, lots: readonly Lot[]): Moved[] {
  const { legs } = actor.estimate;
  if (!legs) return [];
  const moves = new Map<string, Moved>();
  for (const lot of lots) {
    const { merchantId, agentId, currency, amount, fee, commission } = lot;
    if (merchantId === null || currency === null) continue;
    const orders: SummedOrders = {
      merchantId,
      upstreamId: null,
      agentId,
      amount,
      fee,
      upstreamCost: lot.upstream_cost,
      commission,
    };
    for (const leg of legs(orders)) {
      if (!isMerchantLeg(leg)) continue;
      // The agent's share is its own account's.
      const key = `${leg.merchantId}/${currency}/${leg.account}`;
      const share = leg.merchantId !== merchantId;
      const known = moves.get(key) ?? {
        merchantId: leg.merchantId,
        currency,
        account: leg.account,
        by: new Amount(0),
        share,
      };
      moves.set(key, { ...known, by: known.by.plus(leg.amount), share: known.share && share });
    }
  }
  return [...moves.values()].sort((a, b) => b.by.abs().comparedTo(a.by.abs()));
}

/** The greatest moves, and with them the greatest of the shares. */
function listedOf(moves: readonly Moved[]): Moved[] {
  const shares = moves.filter(({ share }) => share).slice(0, SHARES);
  return [...moves.filter(({ share }) => !share).slice(0, LISTED - shares.length), ...shares];
}

const BALANCES = `select a.merchant_id::text as "merchantId", m.name, a.currency, a.pending::text, a.available::text, a.frozen::text
  from merchant_asset a join merchant m on m.id = a.merchant_id where a.merchant_id = any($1::bigint[])`;

type Asset = { merchantId: string; name: string; currency: string } & Record<MerchantAccount, string>;

async function balancesOf(actor: Actor, moves: readonly Moved[]): Promise<ImpactEstimate['balances']> {
  if (moves.length === 0) return [];
  const { rows } = await actor.engine.pool.query<Asset>(
    named(BALANCES, [[...new Set(moves.map((move) => move.merchantId))]]),
  );
  const of = new Map(rows.map((row) => [`${row.merchantId}/${row.currency}`, row]));
  return moves.map(({ merchantId, currency, account, by }) => {
    const asset = of.get(`${merchantId}/${currency}`);
    const before = asset?.[account] ?? '0';
    return {
      merchantId,
      merchantName: asset?.name ?? merchantId,
      currency,
      account,
      before: amountText(before),
      after: amountText(new Amount(before).plus(by)),
    };
  });
}

/** What a command would come to over all its rows, without running it: the dry run runs only the first of them. */
export async function estimateImpact(
  actor: Actor,
  reader: Reader,
  ids: readonly string[],
): Promise<ImpactEstimate> {
  const lots = await lotsOf(actor, reader, ids);
  const able = lots.filter((lot) => lot.code === null);
  const counted = lots.reduce((sum, lot) => sum + lot.rows, 0);
  const moves = movesOf(actor, able);
  const listed = listedOf(moves);
  return {
    able: able.reduce((sum, lot) => sum + lot.rows, 0),
    refused: refusedOf(actor, reader, lots, ids.length - counted),
    byCurrency: byCurrency(actor, able),
    balances: await balancesOf(actor, listed),
    unlisted: moves.length - listed.length,
  };
}
