import { ASKED, askedOf, ruledCommand } from '../../../contract/asked.ts';
import type { Row } from '../../../contract/calls.ts';
import { isOnOffer } from '../../../contract/claim.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { Field } from '../../../contract/field.ts';
import { type GuardReason, guardReasons } from '../../../contract/guard.ts';
import { type Refusal, refusalOfRow } from '../../../contract/refusal.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { type Caller, type Translate, dictLabel, serverNow, translate } from '../../kit/index.ts';
import { wordsOf } from './texts.ts';
import { claimLeft } from '../grid/cells.ts';

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

/** Why a row is refused beyond its guard, as far as it can be known here. */
const refusalOf = (
  { id }: Resource,
  { refuses }: Pick<Action, 'refuses'>,
  row: Row,
  { profile, can }: Caller,
): Refusal | undefined =>
  refusalOfRow(refuses, row, {
    userId: profile.id,
    supervises: can(`${id}:supervise`),
    now: new Date(serverNow()),
    ...(ASKED in row && { asked: row[ASKED] !== null }),
  });

function refusalText({ code }: Refusal, row: Row, t: Translate): string {
  const name = String(row.claimedByName ?? '');
  if (code === 'claimedByOther' && isOnOffer(row, serverNow())) return t('why.onOffer', { name });
  return t(`why.refused.${code}`, { name, left: claimLeft(row.claimedAt, serverNow()) });
}

/**
 * What waits for others and whoever asks again cannot take further: their own request, one that they have agreed to, and
 * any other command that a flow may rule while it waits.
 */
function askedText(
  command: string | undefined,
  row: Row,
  { profile }: Caller,
  t: Translate,
): string | undefined {
  const asked = askedOf(row);
  if (!asked || command === undefined) return undefined;
  const name = dictLabel('approvalCommand', asked.command);
  if (asked.command !== command) return t('why.asked.other', { command: name });
  if (asked.makerId === profile.id) return t('why.asked.mine', { command: name });
  return asked.agreed?.includes(profile.id) ? t('why.asked.agreed', { command: name }) : undefined;
}

/**
 * True when the action may run on these rows, else the sentence that says why not. Of many rows it is enough that one
 * may: the server answers for each.
 */
export function mayRun(
  resource: Resource,
  action: Pick<Action, 'when' | 'refuses'> & { name?: string },
  rows: readonly Row[],
  caller: Caller,
  t: Translate,
  label: (field: string) => string,
): true | string {
  let first: string | undefined;
  const command = action.name === undefined ? undefined : ruledCommand(resource.id, action.name);
  for (const row of rows) {
    if (isTheirs(row, caller)) {
      first ??= t('why.theirs');
      continue;
    }
    const reason = guardReasons(resource.fields, action.when, row)[0];
    const refused = refusalOf(resource, action, row, caller);
    const waits = reason || refused?.beforeGuard ? undefined : askedText(command, row, caller, t);
    if (!reason && !refused && !waits) return true;
    first ??=
      waits ??
      (reason && !refused?.beforeGuard
        ? sentence(resource, reason, t, label)
        : refusalText(refused!, row, t));
  }
  return first ?? true;
}

/** The same of one row by the names of a list's own verbs, outside of a component. */
export const mayRunOn = (resource: Resource, action: string, row: Row, caller: Caller): true | string =>
  mayRun(
    resource,
    { ...resource.actions[action]!, name: action },
    [row],
    caller,
    (key, values) => translate(`grid:${key}`, values),
    wordsOf(resource).field,
  );
