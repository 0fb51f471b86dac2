import {
  SYNC_LISTS,
  type SyncChange,
  type SyncLine,
  type SyncPreview,
} from '../../../contract/directorySync.ts';
import { localText } from '../../../contract/localised.ts';
import type { Pool } from 'pg';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { digestOf, type Plan, type Step, typedCount } from './plan.ts';

/** A plan as it is looked at before it is carried out. */

const SHOWN_MOST = 200;
/** Fields whose values are organisations. */
const ORGS: ReadonlySet<string> = new Set(['orgId', 'pid']);
/** What links rows to a directory is none of what people read. */
const HIDDEN: ReadonlySet<string> = new Set([
  'entry',
  'account',
  'domainAccount',
  'accountType',
  'orderNo',
  'roleIds',
  'status',
]);

async function namesOf(pool: Pool, { locale }: Caller, steps: readonly Step[]): Promise<Map<string, string>> {
  const ids = steps.flatMap(({ before, values }) =>
    [...ORGS].flatMap((field) => [before?.[field], values?.[field]]).filter(Boolean),
  );
  const { rows } = await pool.query<{ id: string; name: string }>(
    'select id::text, name from sys_org where id = any($1::bigint[])',
    [[...new Set(ids.map(String))]],
  );
  return new Map(rows.map(({ id, name }) => [id, localText(name, locale)]));
}

function changesOf({ list, before, values = {} }: Step, names: ReadonlyMap<string, string>): SyncChange[] {
  const shown = (field: string, value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return null;
    return ORGS.has(field) ? (names.get(String(value)) ?? String(value)) : String(value);
  };
  if (list === 'disabled' || list === 'left') return [];
  return Object.entries(values)
    .filter(([field, value]) => !HIDDEN.has(field) && value !== undefined)
    .map(([field, value]) => ({ field, before: shown(field, before?.[field]), after: shown(field, value) }))
    .filter((change) => list === 'changed' || !['name', 'realName', 'code'].includes(change.field));
}

export async function shownPlan(deps: AppDeps, caller: Caller, plan: Plan): Promise<SyncPreview> {
  const { steps, same } = plan;
  const by = Object.groupBy(steps, ({ list }) => list);
  const shown = SYNC_LISTS.flatMap((list) => (by[list] ?? []).slice(0, SHOWN_MOST));
  const names = await namesOf(deps.pool, caller, shown);
  const lineOf = (step: Step): SyncLine => {
    const changes = changesOf(step, names);
    const texts = [step.reason, step.without].flatMap((text) =>
      text === undefined ? [] : (textOf(deps.locales, caller.locale, 'errors', `texts.${text}`) ?? text),
    );
    const reason = texts.join(' · ');
    return {
      key: step.key,
      name: step.name,
      ...(reason && { reason }),
      ...(changes.length > 0 && { changes }),
    };
  };
  const lists = SYNC_LISTS.map((list) => [list, (by[list] ?? []).slice(0, SHOWN_MOST).map(lineOf)] as const);
  const counts = SYNC_LISTS.map((list) => [list, by[list]?.length ?? 0] as const);
  return {
    lists: Object.fromEntries(lists) as SyncPreview['lists'],
    counts: { ...Object.fromEntries(counts), same } as SyncPreview['counts'],
    digest: digestOf(plan),
    typed: typedCount(plan),
  };
}
