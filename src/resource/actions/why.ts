import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { Field } from '../../../contract/field.ts';
import { type GuardReason, guardReasons } from '../../../contract/guard.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { type Caller, type Translate, dictLabel } from '../../kit/index.ts';

function word(field: Field | undefined, value: unknown, t: Translate): string {
  if (value === null || value === undefined) return t('why.absent');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (field?.kind !== 'dict') return String(value);
  try {
    return dictLabel(field.dict, dictValue(field.dict, String(value)));
  } catch {
    return String(value);
  }
}

/** False for a row that the caller neither holds nor supervises. */
function isHeld({ id }: Resource, row: Row, { profile, can }: Caller): boolean {
  const { claimedBy } = row;
  return claimedBy === profile.id || (typeof claimedBy === 'string' && can(`${id}:supervise`));
}

/** A merchant's of the agent who looks at it: to be seen, not to be changed. */
export const isTheirs = ({ merchantId }: Row, { profile }: Caller): boolean =>
  profile.merchantId !== undefined && merchantId !== undefined && merchantId !== profile.merchantId;

/** What a row is that it must not be; of a yes or no in the words people have for it, where there are any. */
function sentence(
  { fields }: Resource,
  { field, expected, actual }: GuardReason,
  t: Translate,
  label: (field: string) => string,
): string {
  const general = t('why.guard', {
    field: label(field),
    expected: expected.map((value) => word(fields[field], value, t)).join(' / '),
    actual: word(fields[field], actual, t),
  });
  if (typeof actual !== 'boolean') return general;
  const name = actual ? field : `not${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  return t(`why.is.${name}`, { defaultValue: general });
}

/**
 * True when the action may run on these rows, else the sentence that says why not. Of many rows it is enough that one
 * may: the server answers for each.
 */
export function mayRun(
  resource: Resource,
  action: Pick<Action, 'when' | 'claimed'>,
  rows: readonly Row[],
  caller: Caller,
  t: Translate,
  label: (field: string) => string,
): true | string {
  let first: string | undefined;
  for (const row of rows) {
    if (isTheirs(row, caller)) {
      first ??= t('why.theirs');
      continue;
    }
    const reason = guardReasons(resource.fields, action.when, row)[0];
    if (!reason && action.claimed && !isHeld(resource, row, caller)) {
      first ??= t('why.claimed');
      continue;
    }
    if (!reason) return true;
    first ??= sentence(resource, reason, t, label);
  }
  return first ?? true;
}
