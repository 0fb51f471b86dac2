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
} from './approvalAsk.ts';
import { type Answered, decide } from './approvalDecide.ts';
import { escalateDue } from './escalate.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import { actorOf } from '../orders/moveRow.ts';

/** Above a limit several people force confirm an order: one says how it was paid, the others say the same. */

export const aboutOrder = ({ id }: { id: string }): About => ({ resource: 'collectOrder', rowId: id });

/** The first person's input, if there is any. @throws Refused selfApproval where that was the caller */
export async function firstPerson(
  { tx, caller, now }: ActionContext,
  order: CollectRow,
): Promise<Waiting | undefined> {
  await escalateDue(tx, aboutOrder(order), now);
  const first = await waitingFor(tx, aboutOrder(order), now);
  if (first?.makerId === caller.userId) throw new Refused('selfApproval');
  return first;
}

/** The reference as it was typed; a sheet that has just been opened has none. It is one payment that both name. */
export function confirmedUtr({ input }: ActionContext, first: Waiting | undefined): string | undefined {
  if (typeof input.utr !== 'string') return undefined;
  if (first && input.utr !== first.input.utr)
    throw new Refused('referenceDiffers', { field: 'utr', utr: first.input.utr });
  return input.utr;
}

const questionAbout = ({ tx, input }: ActionContext, order: CollectRow): Promise<Question> =>
  questionOf(tx, { resource: 'collectOrder', action: 'forceConfirm', row: order, input: { ...input } });

/** What the sheet shows with the figures: the first person's input, or that a second one will be asked. */
export async function saysBefore(
  context: ActionContext,
  order: CollectRow,
  first: Waiting | undefined,
): Promise<Record<string, unknown>> {
  if (first) {
    // The dry run, which is undone, decides as the command would.
    const answered = await agree(context, order, '');
    const asked = { maker: first.maker, utr: first.input.utr, reason: first.input.reason };
    return answered === 'goesOn' ? { asked, waits: true } : { asked };
  }
  const limit = await exceededLimit(context.tx, await questionAbout(context, order));
  return limit === undefined ? {} : { waits: true };
}

/** True where the order now waits for a second person. */
export async function asksSecond(context: ActionContext, order: CollectRow): Promise<boolean> {
  return askApproval(context.tx, await questionAbout(context, order), context.now, actorOf(context));
}

/** Another person's agreement, of two at once the first one's. @throws Refused figuresChanged where it was refused meanwhile */
export async function agree(context: ActionContext, order: CollectRow, reason: string): Promise<Answered> {
  try {
    return await decide(context, aboutOrder(order), true, reason);
  } catch (error) {
    if (error instanceof Refused && error.code === 'notFound') throw new Refused('figuresChanged');
    throw error;
  }
}

/** Further keys of an order's detail: what waits for a second person; who that is about is the staff's own. */
export const whatWaits: NonNullable<ServerHalf['detail']> = async (pool, id, { merchantId }) => {
  const first = merchantId === null ? await waitingFor(pool, aboutOrder({ id }), new Date()) : undefined;
  return first ? { asked: { maker: first.maker, utr: first.input.utr } } : {};
};
