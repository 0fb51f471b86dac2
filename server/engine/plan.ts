import { createHash } from 'node:crypto';
import type { Question } from './engine.ts';
import type { AnchorKey } from './layAnchors.ts';
import { limitedToSelf, type Visible } from './scope.ts';
import { type RequestedSort, parseSort, type SortKey } from './sort.ts';

/** A list's question with its order; `hash` names both and the caller. */
export interface ListQuestion extends Question {
  sort: SortKey[];
  hash: string;
}

export function listQuestion(question: Question, sort: readonly RequestedSort[]): ListQuestion {
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

/** A list of merchants in few letters; the same list is kept for moments. */
export function merchantsHash(merchants: readonly string[]): string {
  const known = seen.get(merchants) ?? createHash('sha256').update(merchants.join()).digest('base64url');
  seen.set(merchants, known);
  return known;
}

function scopeOf({ caller, visible }: Question): unknown {
  const { orgIds, selfOnly } = caller;
  return visible === null ? [orgIds, selfOnly] : [orgIds, selfOnly, merchantsHash(visible)];
}

/** Pins caller, scope, resource and filter (and what else is given) in 16 letters. */
export function hashOf(question: Question, extra: unknown = null): string {
  const { caller, compiled, conditions } = question;
  const callerKey = [caller.userId, caller.merchantId, caller.tenantId, scopeOf(question)];
  const text = JSON.stringify([callerKey, compiled.resource.id, conditions, extra]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

interface DeepFilter {
  /** Equality on fields whose indexes end in the sort key. */
  equal: Map<string, unknown>;
  /** Whose rows they are kept to beyond that; null for all. */
  merchants: Visible;
}

/** Equality on fields whose indexes end in the sort key; undefined where the filter holds anything else. */
function equalities({ compiled, conditions }: ListQuestion): Map<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  for (const condition of conditions) {
    if ('parts' in condition || condition.op !== 'eq') return undefined;
    if (!compiled.resource.deep?.filters.includes(condition.field)) return undefined;
    if (found.has(condition.field) && found.get(condition.field) !== condition.value) return undefined;
    found.set(condition.field, condition.value);
  }
  return found;
}

/** A scope is looked up while an index is walked, but one merchant alone has an index of its own for most orders. */
function deepFilter(question: ListQuestion): DeepFilter | undefined {
  const { compiled, caller, visible } = question;
  const { deep, scope } = compiled.resource;
  if (!deep || (visible !== null && limitedToSelf(caller))) return undefined;
  const equal = equalities(question);
  if (!equal) return undefined;
  if (visible === null || !(scope === 'merchantId' || scope === 'merchantStaff'))
    return { equal, merchants: null };
  const named = equal.get('merchantId');
  if (named !== undefined && !visible.includes(String(named))) return undefined;
  if (visible.length !== 1) return { equal, merchants: named === undefined ? visible : null };
  equal.delete('merchantId');
  const sort = question.sort[0]?.field ?? '';
  const isIndexed = deep.filters.includes('merchantId') && !deep.alone?.includes(sort);
  if (equal.size > 0 || !isIndexed) return { equal, merchants: visible };
  return { equal: new Map([['merchantId', visible[0]]]), merchants: null };
}

/** In the order in which rows are made: they only ever join at the newest end. */
const APPENDED: ReadonlySet<string> = new Set(['createdAt', 'sentAt', 'entryId']);

export interface DeepPlan {
  anchors: AnchorKey;
  /** Whose rows the scroll shows; null where the filter says it, or for all. */
  merchants: Visible;
  descending: boolean;
}

/** How the filter and sort scroll past the snapshot limit; a text names what is against it. */
export function deepPlan(question: ListQuestion): DeepPlan | 'narrowFilter' | 'narrowSort' {
  const { compiled, sort } = question;
  const found = deepFilter(question);
  if (!found || found.equal.size > 1) return 'narrowFilter';
  const [key, tie] = sort;
  if (!key || sort.length !== 2 || tie?.field !== 'id' || !compiled.resource.deep?.sorts.includes(key.field))
    return 'narrowSort';
  const [filter] = found.equal;
  if (filter && compiled.resource.deep.alone?.includes(key.field)) return 'narrowSort';
  const [field = '', value] = filter ?? [];
  const column = compiled.columns.get(field);
  return {
    descending: key.descending,
    merchants: found.merchants,
    anchors: {
      table: compiled.table,
      sort: { column: key.column, type: key.type },
      appendOnly: APPENDED.has(key.field) && (!filter || field === 'merchantId'),
      byMerchant: found.merchants !== null,
      ...(column ? { filter: { column: column.column, type: column.type, value } } : {}),
    },
  };
}
