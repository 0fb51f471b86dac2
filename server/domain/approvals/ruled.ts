import type { ErrorCode } from '../../../contract/errors.ts';
import { isOwnWord } from '../../../contract/resources/orders/approval.ts';
import { amountText } from '../../../contract/money.ts';
import { isOnPlatformBooks } from '../../../contract/tenants.ts';
import type { ActionContext, ActionHandler, LockedRow } from '../../engine/action.ts';
import { APPROVAL_STATUS, SWITCH } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Claimable, freeClaim, nameOf } from '../orders/claim.ts';
import { text } from '../orders/columns.ts';
import { actorOf } from '../orders/moveRow.ts';
import {
  type About,
  askApproval,
  exceededLimit,
  questionOf,
  type Waiting,
  waitingFor,
} from './approvalAsk.ts';
import { type Answered, decide } from './approvalDecide.ts';
import { escalateDue } from './escalate.ts';
import { turnOfAnswer, turnOfAsking } from './turn.ts';

/**
 * Commands that a person does alone up to the limit of their flow. Above it one says what is to be done and the others
 * say the same; it is done with the last of them.
 */
interface Ruled {
  resource: string;
  action: string;
  /** Input that all of them give alike, with what is refused that differs. */
  same?: Readonly<Record<string, ErrorCode>>;
}

/** Does the command; `first` is what the first person said where others had to agree. */
export type RuledHandler = (
  context: ActionContext,
  row: LockedRow,
  first: Waiting | undefined,
) => ReturnType<ActionHandler>;

/** A command on a row that a flow may rule. */
interface Command extends Ruled {
  context: ActionContext;
  row: LockedRow;
  about: About;
}

// Most rows are ruled by nothing: that costs one question.
const CONCERNED = `select
    exists (select from approval a where a.resource = $1 and a.row_id = $2 and a.status = ${APPROVAL_STATUS.waiting})
    or exists (select from approval_rule r join merchant m on m.id = $5
      where r.tenant_id = (case when $6 then platform_tenant() else m.tenant_id end) and r.command = $3 and r.currency = $4 and r.status = ${SWITCH.enabled}
        and (r.merchant_id = m.id or r.merchant_id is null)) as concerned`;

async function isConcerned({ context, row, resource, action }: Command): Promise<boolean> {
  const isPlatforms = isOnPlatformBooks(`${resource}:${action}`);
  const values = [resource, row.id, `${resource}/${action}`, row.currency, row.merchantId, isPlatforms];
  const { rows } = await context.tx.query<{ concerned: boolean }>({
    name: 'approval-concerned',
    text: CONCERNED,
    values,
  });
  return rows[0]!.concerned;
}

type Input = Readonly<Record<string, unknown>>;

/** What of a person's input the next one may read: not what each reads at the bank themselves. */
const withoutOwnWords = (input: Input): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !isOwnWord(name)));

const givenAlike = ({ same = {} }: Ruled, input: Input): Record<string, unknown> =>
  withoutOwnWords(Object.fromEntries(Object.keys(same).map((name) => [name, input[name]])));

/** The first person's input; undefined where nobody has begun. @throws Refused selfApproval, approvalOther, and what `same` has */
async function firstPerson({ context, about, action, same = {} }: Command): Promise<Waiting | undefined> {
  const { tx, now, caller, input } = context;
  await escalateDue(tx, about, now);
  const first = await waitingFor(tx, about, now);
  if (!first) return undefined;
  if (first.action !== action) throw new Refused('approvalOther');
  if (first.makerId === caller.userId) throw new Refused('selfApproval');
  // A sheet that has just been opened gives nothing yet.
  for (const [name, code] of Object.entries(same))
    if (input[name] !== undefined && input[name] !== first.input[name])
      throw new Refused(code, { field: name, ...withoutOwnWords({ [name]: first.input[name] }) });
  return first;
}

/** Another person's agreement, of two at once the first one's. @throws Refused figuresChanged where it was refused meanwhile */
async function agree({ context, about }: Command): Promise<Answered> {
  const reason = String(context.input.reason ?? '').trim();
  try {
    return await decide(context, about, true, reason);
  } catch (error) {
    if (error instanceof Refused && error.code === 'notFound') throw new Refused('figuresChanged');
    throw error;
  }
}

const questionAbout = ({ context, row, resource, action }: Command) =>
  questionOf(context.tx, {
    resource,
    action,
    row: {
      id: row.id,
      orderNo: text(row.orderNo),
      merchantId: text(row.merchantId),
      currency: text(row.currency),
      amount: amountText(text(row.amount ?? '0')),
    },
    input: { ...context.input },
  });

/** What the sheet shows with the figures: the first person's input, or that others will be asked. */
async function shownBefore(command: Command, first: Waiting | undefined): Promise<Record<string, unknown>> {
  if (first) {
    // The dry run, which is undone, decides as the command would.
    const waits = (await agree(command)) === 'goesOn';
    const turn = await turnOfAnswer(command.context, command.about);
    return {
      asked: { maker: first.maker, ...withoutOwnWords(first.input) },
      ...(waits && { waits }),
      ...turn,
    };
  }
  const question = await questionAbout(command);
  const { context } = command;
  // What could never come to its end is refused by the dry run too.
  if (!(await askApproval(context.tx, question, context.now, actorOf(context)))) return {};
  return { waits: true, ...(await turnOfAsking(context, question)) };
}

/** What cannot be done is refused to whoever asks for it, not to the last of those who agree. */
async function rehearse(
  { context, row }: Command,
  act: RuledHandler,
  first: Waiting | undefined,
): Promise<void> {
  await context.tx.query('savepoint rehearsal');
  await act({ ...context, dryRun: true }, row, first);
  await context.tx.query('rollback to savepoint rehearsal');
}

/** The event of the log where the row now waits for another person; undefined where the command is done. */
async function waitsAfter(
  command: Command,
  first: Waiting | undefined,
  act: RuledHandler,
): Promise<'agreeStep' | 'askApproval' | undefined> {
  const { context } = command;
  if (first) {
    if ((await agree(command)) !== 'goesOn') return undefined;
    await rehearse(command, act, first);
    return 'agreeStep';
  }
  const question = await questionAbout(command);
  if ((await exceededLimit(context.tx, question)) === undefined) return undefined;
  await rehearse(command, act, undefined);
  return (await askApproval(context.tx, question, context.now, actorOf(context))) ? 'askApproval' : undefined;
}

/** Held by this person the next one could not take it. */
async function letGo({ context, row }: Command): Promise<void> {
  if ((row.claimedBy ?? null) === null || String(row.claimedBy) !== context.caller.userId) return;
  // A copy: freeing changes the row.
  await freeClaim(context, { ...row } as LockedRow & Claimable);
}

/** The order that the row is about, for the log; a row may be about another one. */
const orderOf = (row: LockedRow) => ({
  ...(row.orderKind !== undefined && { resource: text(row.orderKind) }),
  ...nameOf({
    id: text(row.orderId ?? row.id),
    orderNo: text(row.orderNo),
    merchantId: text(row.merchantId),
  }),
});

/** A command whose flow may ask others: see `Ruled`. */
export const ruled =
  (rule: Ruled, act: RuledHandler): ActionHandler =>
  async (context, row) => {
    const command = { ...rule, context, row, about: { resource: rule.resource, rowId: row.id } };
    if (!(await isConcerned(command))) return act(context, row, undefined);
    const first = await firstPerson(command);
    if (context.dryRun && first) {
      // As the command: whoever may not answer is refused before what is asked about is.
      const shown = await shownBefore(command, first);
      return { ...(await act(context, row, first)), ...shown };
    }
    if (context.dryRun)
      return { ...(await act(context, row, first)), ...(await shownBefore(command, first)) };
    const waits = await waitsAfter(command, first, act);
    if (waits === undefined) return act(context, row, first);
    const { input } = context;
    const after = givenAlike(rule, input);
    const remark = String(input.reason ?? '').trim();
    await context.log({
      ...orderOf(row),
      event: waits,
      ...(Object.keys(after).length > 0 && { after }),
      ...(remark && { remark }),
    });
    await letGo(command);
    return { waiting: true };
  };
