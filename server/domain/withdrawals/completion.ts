import { amountText } from '../../../contract/money.ts';
import type { ActionContext } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import {
  type About,
  askApproval,
  exceededLimit,
  type Question,
  questionOf,
  type Waiting,
  waitingFor,
} from '../approvals/approvalAsk.ts';
import { decide } from '../approvals/approvalDecide.ts';
import { escalateDue } from '../approvals/escalate.ts';
import { stayDue } from '../approvals/stay.ts';
import { nameOf } from '../orders/claim.ts';

/**
 * Above a limit a withdrawal is completed by others than whoever confirmed its rate: as many as its approval flow has
 * steps, who all name the same transaction. It is booked with the last of them.
 */

interface Completed {
  id: string;
  orderNo: string;
  merchantId: string;
  currency: string;
  amount: string;
  rateConfirmedBy: string | null;
}

const aboutRow = (rowId: string): About => ({ resource: 'withdrawal', rowId });

const questionAbout = ({ tx }: ActionContext, row: Completed, hash: string): Promise<Question> =>
  questionOf(tx, { resource: 'withdrawal', action: 'complete', row, input: { transactionHash: hash } });

/** Above a limit whoever completes it is not whoever set the rate. @throws Refused fourEyes */
export async function refuseSameHand(context: ActionContext, row: Completed): Promise<void> {
  const { tx, caller } = context;
  if (row.rateConfirmedBy !== caller.userId) return;
  const limit = await exceededLimit(tx, await questionAbout(context, row, ''));
  const waiting = limit === undefined && (await waitingFor(tx, aboutRow(row.id), context.now));
  if (waiting) throw new Refused('selfApproval');
  if (limit === undefined) return;
  throw new Refused('fourEyes', { limit: amountText(limit), currency: row.currency });
}

/** The rate was confirmed by the one who asks: what is paid at it is for others to confirm. */
async function ask(context: ActionContext, row: Completed, hash: string): Promise<boolean> {
  const { tx, now } = context;
  const { rows } = await tx.query<{ account: string }>('select account from sys_user where id = $1', [
    row.rateConfirmedBy,
  ]);
  const maker = { operator: rows[0]?.account ?? '', operatorId: row.rateConfirmedBy };
  return askApproval(tx, await questionAbout(context, row, hash), now, maker);
}

/** What a person named before who completed it, on which others have not decided; however long ago that was. */
async function namedBefore({ tx, now }: ActionContext, id: string): Promise<Waiting | undefined> {
  const about = aboutRow(id);
  if (!(await escalateDue(tx, about, now))) await stayDue(tx, about, now);
  return waitingFor(tx, about, now);
}

/**
 * Answers the step of the flow as the caller, and begins the flow where none waits yet.
 * @returns false where other people have yet to agree
 * @throws Refused hashDiffers where it is not the transaction that the first person named
 */
export async function isCompletionAgreed(
  context: ActionContext,
  row: Completed,
  hash: string,
): Promise<boolean> {
  const about = aboutRow(row.id);
  const first = await namedBefore(context, row.id);
  if (first && hash !== '' && first.input.transactionHash !== hash)
    throw new Refused('hashDiffers', { field: 'transactionHash', hash: first.input.transactionHash });
  if (!first && !(await ask(context, row, hash))) return true;
  if ((await decide(context, about, true, '')) === 'agreed') return true;
  if (!context.dryRun)
    await context.log({ ...nameOf(row), event: 'agreeStep', after: { transactionHash: hash } });
  return false;
}

/**
 * What others are deciding about is neither given back nor priced again until one of them agrees or refuses: the money may
 * have left by the transaction that was named. @throws Refused approvalWaits
 */
export async function refuseWhileAsked(context: ActionContext, id: string): Promise<void> {
  const first = await namedBefore(context, id);
  if (first) throw new Refused('approvalWaits', { hash: first.input.transactionHash });
}
