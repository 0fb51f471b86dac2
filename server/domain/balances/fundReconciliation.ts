import type { FundReconciliation } from '../../../contract/fundReconciliation.ts';
import type { Condition } from '../../engine/filter.ts';
import { conditionsOf, type Question, type Reading } from '../../engine/engine.ts';
import { hashOf } from '../../engine/plan.ts';
import { limitedToSelf } from '../../engine/scope.ts';
import { and, Params } from '../../engine/sql.ts';
import { within } from '../../engine/timed.ts';

/** What says which accounts are meant; nothing of their chains is left out by it. */
const ACCOUNTS: ReadonlySet<string> = new Set(['merchantId', 'currency', 'account']);

const named = ({ conditions }: Question): string[] =>
  conditions.map((condition) => ('field' in condition ? condition.field : ''));

/** Chains run per merchant, so it is of one: named, or the only one that the caller sees. */
function ofOneMerchant({ conditions, visible }: Question): boolean {
  const one = (condition: Condition): boolean =>
    'field' in condition && condition.field === 'merchantId' && condition.op === 'eq';
  return conditions.some(one) || visible?.length === 1;
}

type Answer = Extract<FundReconciliation, { rows: number }>;

/** One walk along the chains; what lies between is looked up only where numbers are left out. */
function statementOf(question: Question, until: string | null, most: number) {
  const params = new Params();
  const where = and(conditionsOf(question, params));
  const newest = `${params.add(until)}::bigint`;
  const fields = named(question);
  const free = !limitedToSelf(question.caller);
  const whole = free && fields.every((field) => ACCOUNTS.has(field));
  const joined = free && fields.every((field) => ACCOUNTS.has(field) || field === 'createdAt');
  // Whole accounts begin with their first posting.
  const begins = whole ? '0' : '(c.first - 1)';
  const between = `(select count(*) from fund_detail d where d.merchant_id = c.merchant_id and d.currency = c.currency
      and d.account = c.account and d.seq between c.first and c.last)`;
  const text = `with found as materialized (
    select t.id, t.merchant_id, t.currency, t.account, t.seq, t.amount, t.balance_before, t.balance_after
    from fund_detail t where ${where} limit ${most + 1}
  ), listed as (
    select f.*, max(f.seq) filter (where ${newest} is null or f.id <= ${newest})
      over (partition by f.merchant_id, f.currency, f.account) as latest
    from found f where (select count(*) from found) <= ${most}
  ), linked as (
    select f.*, lag(f.seq) over chain as prior, lag(f.balance_after) over chain as held, lead(f.seq) over chain as next
    from listed f where f.seq <= f.latest
    window chain as (partition by f.merchant_id, f.currency, f.account order by f.seq)
  ), chain as (
    select merchant_id, currency, account, count(*) as rows, min(seq) as first, max(seq) as last, sum(amount) as moved,
      sum(balance_before) filter (where prior is null) as opening,
      sum(balance_after) filter (where next is null) as closing,
      sum(abs(balance_after - balance_before - amount)
        + case when prior = seq - 1 then abs(balance_before - held) else 0 end) as gap
    from linked group by 1, 2, 3
  )
  select (select count(*)::int from found) as rows, coalesce((select json_agg(json_build_object(
      'merchantId', c.merchant_id::text, 'merchantName', m.name, 'currency', c.currency, 'account', c.account,
      'rows', c.rows, 'opening', trim_scale(c.opening)::text, 'closing', trim_scale(c.closing)::text,
      'moved', trim_scale(c.moved)::text, 'gap', trim_scale(c.gap)::text, 'leftOut', c.last - ${begins} - c.rows,
      'missing', ${joined ? `case when c.last - ${begins} > c.rows then c.last - ${begins} - ${between} else 0 end` : '0'})
      order by c.currency, c.account)
    from chain c join merchant m on m.id = c.merchant_id), '[]'::json) as chains`;
  return { text, values: params.values };
}

/** What could not be computed is not tried again with every posting that comes. */
const UNKNOWN_MS = 60_000;

async function compute(
  engine: Reading,
  question: Question,
  until: string | null,
): Promise<FundReconciliation> {
  const { reconcileRows: most, totalTimeoutMs } = engine.options;
  const { text, values } = statementOf(question, until, most);
  const answer = await within(
    engine.pool,
    totalTimeoutMs,
    async (client) => (await client.query<Answer>(text, values)).rows[0],
  );
  if (!answer) return { unknown: 'slow', most };
  return answer.rows > most ? { unknown: 'many', most } : answer;
}

/**
 * Whether the postings of a whole filter join: opening + what moved = closing per account, each posting with the one
 * before it. A filter that picks postings out leaves numbers out, which is no fault and no tie-out either.
 * `until`: the newest row that a list knows, after which its accounts have gone on.
 */
export function readFundReconciliation(
  engine: Reading,
  question: Question,
  until: string | null = null,
): Promise<FundReconciliation> {
  const { reconcileRows: most, reconcileFreshMs } = engine.options;
  if (!ofOneMerchant(question)) return Promise.resolve({ unknown: 'merchant', most });
  const key = `reconcile/${hashOf(question, until)}`;
  return engine.totals.get(
    key,
    async () => {
      const answer = await compute(engine, question, until);
      if ('unknown' in answer) engine.totals.set(key, answer, UNKNOWN_MS);
      return answer;
    },
    reconcileFreshMs,
  ) as Promise<FundReconciliation>;
}
