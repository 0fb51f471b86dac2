import { createHash } from 'node:crypto';
import type { AnchorKey } from './anchors.ts';
import type { Question } from './engine.ts';
import { limitedToSelf } from './scope.ts';
import { type AskedSort, parseSort, type SortKey } from './sort.ts';

/** A list's question with its order; `hash` names both and the asker. */
export interface ListQuestion extends Question {
  sort: SortKey[];
  hash: string;
}

export function listQuestion(question: Question, sort: readonly AskedSort[]): ListQuestion {
  const keys = parseSort(question.compiled, sort);
  return {
    ...question,
    sort: keys,
    hash: hashOf(
      question,
      keys.map((key) => `${key.column}${key.descending}`),
    ),
  };
}

const seen = new WeakMap<readonly string[], string>();

/** A scope in few letters; a list of many merchants is the same list for moments. */
function scopeOf({ caller, visible }: Question): unknown {
  if (visible === null) return [caller.orgIds, caller.selfOnly];
  const known = seen.get(visible) ?? createHash('sha256').update(visible.join()).digest('base64url');
  seen.set(visible, known);
  return [caller.orgIds, caller.selfOnly, known];
}

/** Pins caller, scope, resource and filter (and what else is given) in 16 letters. */
export function hashOf(question: Question, extra: unknown = null): string {
  const { caller, compiled, conditions } = question;
  const asker = [caller.userId, caller.merchantId, caller.tenantId, scopeOf(question)];
  const asked = JSON.stringify([asker, compiled.resource.id, conditions, extra]);
  return createHash('sha256').update(asked).digest('base64url').slice(0, 16);
}

/** Only equality on fields whose indexes end in the sort key; a scope of several merchants needs one of them named. */
function deepFilter(question: ListQuestion): { field: string; value: unknown }[] | undefined {
  const { compiled, caller, visible, conditions } = question;
  const { deep, scope } = compiled.resource;
  if (!deep || (visible !== null && limitedToSelf(caller))) return undefined;
  const found = new Map<string, unknown>();
  for (const condition of conditions) {
    if ('parts' in condition || condition.op !== 'eq' || !deep.filters.includes(condition.field))
      return undefined;
    if (found.has(condition.field) && found.get(condition.field) !== condition.value) return undefined;
    found.set(condition.field, condition.value);
  }
  if (visible !== null && (scope === 'merchantId' || scope === 'merchantStaff')) {
    const merchant = found.get('merchantId') ?? (visible.length === 1 ? visible[0] : undefined);
    if (merchant === undefined || !visible.includes(String(merchant))) return undefined;
    found.set('merchantId', merchant);
  }
  return [...found].map(([field, value]) => ({ field, value }));
}

/** In the order in which rows are made: they only ever join at the newest end. */
const APPENDED: ReadonlySet<string> = new Set(['createdAt', 'sentAt', 'entryId']);

export interface DeepPlan {
  anchors: AnchorKey;
  descending: boolean;
}

/** How the filter and sort scroll past the snapshot limit; a text names what stands against it. */
export function deepPlan(question: ListQuestion): DeepPlan | 'narrowFilter' | 'narrowSort' {
  const { compiled, sort } = question;
  const filters = deepFilter(question);
  if (!filters || filters.length > 1) return 'narrowFilter';
  const [key, tie] = sort;
  if (!key || sort.length !== 2 || tie?.field !== 'id' || !compiled.resource.deep?.sorts.includes(key.field))
    return 'narrowSort';
  const [filter] = filters;
  if (filter && compiled.resource.deep.alone?.includes(key.field)) return 'narrowSort';
  const column = filter && compiled.columns.get(filter.field);
  return {
    descending: key.descending,
    anchors: {
      table: compiled.table,
      sort: { column: key.column, type: key.type },
      appendOnly: APPENDED.has(key.field) && (filter === undefined || filter.field === 'merchantId'),
      ...(column ? { filter: { column: column.column, type: column.type, value: filter.value } } : {}),
    },
  };
}
