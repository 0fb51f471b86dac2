import { CLAIM_IDLE_MS } from '../../contract/claim.ts';
import { guardValue } from '../../contract/guard.ts';
import type { ClaimState, Refusal } from '../../contract/refusal.ts';
import type { Action } from '../../contract/resource.ts';
import { type Caller, can } from '../platform/http/caller.ts';
import type { Actor } from './actOnRow.ts';
import type { Compiled } from './compile.ts';
import { askedSql } from './asked.ts';
import { anyOf, guardSql } from './locked.ts';
import type { Reader } from './read.ts';
import type { Params } from './sql.ts';

/** An action of a resource, by whom and when. */
export interface RefusalQuestion {
  compiled: Compiled;
  action: Pick<Action, 'when' | 'refuses'>;
  caller: Caller;
  now: Date;
}

export const questionOf = ({ compiled, action, deps }: Actor, { caller }: Reader): RefusalQuestion => ({
  compiled,
  action,
  caller,
  now: deps.clock.now(),
});

/** When a claim lapses where its holder gives no further sign: not while it is on offer to a colleague. */
export const claimEnd = (alias: string): string =>
  `greatest(${alias}.claimed_at + interval '${CLAIM_IDLE_MS} ms', ${alias}.claim_offered_until)`;

/** A claim that lapsed holds nothing. */
function claimSql(claim: ClaimState, { caller, now }: RefusalQuestion, params: Params): string {
  if (claim === 'none') return 't.claimed_by is null';
  const mine = () => `t.claimed_by is not distinct from ${params.add(caller.userId)}::bigint`;
  if (claim === 'notMine') return `not (${mine()})`;
  const live = `(t.claimed_by is not null and ${claimEnd('t')} > ${params.add(now)}::timestamptz)`;
  if (claim === 'lapsed') return `${live} is not true`;
  return claim === 'live' ? live : `${live} and not (${mine()})`;
}

function predicateSql({ when }: Refusal, asked: RefusalQuestion, params: Params): string {
  if ('claim' in when) return claimSql(when.claim, asked, params);
  const { compiled } = asked;
  const values = when.in.map((value) => guardValue(compiled.resource.fields, when.field, value));
  return anyOf(compiled, when.field, values, params);
}

/** The first reason that refuses a row, as SQL over alias t; null where none is known before it is tried. */
export function refusalSql(asked: RefusalQuestion, params: Params): string {
  const { compiled, action, caller } = asked;
  const supervises = can(caller, `${compiled.resource.id}:supervise`);
  const declared = (action.refuses ?? []).filter((refusal) => !(refusal.unlessSupervisor && supervises));
  const caseOf = (refusal: Refusal) => {
    const unasked = refusal.unlessAsked
      ? ` and not ${askedSql(compiled.resource.id, `${params.add(asked.now)}::timestamptz`)}`
      : '';
    return `when (${predicateSql(refusal, asked, params)})${unasked} then '${refusal.code}'`;
  };
  const cases = [
    ...declared.filter(({ beforeGuard }) => beforeGuard).map(caseOf),
    `when not (${guardSql(compiled, action.when, params)}) then 'guard'`,
    ...declared.filter(({ beforeGuard }) => !beforeGuard).map(caseOf),
  ];
  return `case ${cases.join(' ')} end`;
}

/** Whether a claim is among what refuses a row: its refusal names who holds the row, and for how long. */
export const asksClaim = ({ refuses = [] }: Pick<Action, 'refuses'>): boolean =>
  refuses.some(({ when }) => 'claim' in when && when.claim === 'others');

/** What the refusal of a row that somebody else holds names: SQL over alias t. */
export const claimValues = (now: string): { holder: string; minutes: string } => ({
  holder: 'coalesce((select account from sys_user where id = t.claimed_by), t.claimed_by::text)',
  minutes: `ceil(extract(epoch from ${claimEnd('t')} - ${now}::timestamptz) / 60)::int`,
});
