import { OWN_WORDS } from '../../../contract/resources/orders/approval.ts';
import type { Delegate, Delegating, LockedRow } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { instantOrNull, text } from '../orders/columns.ts';
import { escalateDue } from './escalate.ts';
import { stayDue } from './stay.ts';

/** Answers from the list of questions: each is the command on the row itself, and there is no other way to give it. */

/** @throws Refused answerLate where its time is over, unless its flow has it wait on */
async function refuseLate({ tx, now }: Delegating, row: LockedRow): Promise<void> {
  const expires = instantOrNull(row.expiresAt);
  if (!expires || expires > now) return;
  const about = { resource: text(row.resource), rowId: text(row.rowId) };
  if ((await escalateDue(tx, about, now)) || (await stayDue(tx, about, now))) return;
  throw new Refused('answerLate');
}

/** What each person reads at the bank; one sheet has room for one. @throws Refused typedAlone */
function ownWords({ other, input, dryRun, alone }: Delegating): Record<string, unknown> {
  const asked = OWN_WORDS.filter((name) => other.input?.[name]);
  const given = asked.filter((name) => input[name] !== undefined);
  if (given.length < asked.length && !(dryRun && alone)) throw new Refused('typedAlone');
  return Object.fromEntries(given.map((name) => [name, input[name]]));
}

/** What the first person gave the command, but for what everybody gives themselves. */
function makersOf({ other, input }: Delegating, row: LockedRow): Record<string, unknown> {
  const first = (row.input ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(other.input ?? {}).filter((name) => name in first);
  const given = Object.fromEntries(names.map((name) => [name, first[name]]));
  for (const name of [...OWN_WORDS, 'otp']) delete given[name];
  if (other.input?.reason && input.reason) given.reason = input.reason;
  return given;
}

const shown: Delegate['shown'] = ({ command, currency, amount }, { waits }) => ({
  command,
  currency,
  amount,
  ...(waits === true && { waits }),
});

const agree: Delegate = {
  to: (row) => ({ resource: text(row.resource), action: text(row.action), id: text(row.rowId) }),
  async input(about, row) {
    await refuseLate(about, row);
    return { ...makersOf(about, row), ...ownWords(about) };
  },
  shown,
};

/** What ends a row that moves by an answer alone. */
const ENDED_BY: Readonly<Partial<Record<string, string>>> = {
  payOrder: 'deny',
  adjustment: 'reject',
  rechargeOrder: 'reject',
  manualOrder: 'reject',
};

/** A payout has other questions too, which leave it as it is where they are refused. */
const refuse: Delegate = {
  to(row) {
    const action = text(row.action) === 'approve' ? ENDED_BY[text(row.resource)] : undefined;
    return action === undefined ? undefined : { resource: text(row.resource), action, id: text(row.rowId) };
  },
  async input(about, row) {
    await refuseLate(about, row);
    return { reason: about.input.reason };
  },
  shown,
};

export const approvalDelegates = { agree, refuse };
