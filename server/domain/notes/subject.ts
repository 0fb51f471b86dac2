import type { NoteSubject } from '../../../contract/orderNote.ts';
import { compiledOf, type Engine } from '../../engine/engine.ts';
import { detailRow } from '../../engine/read.ts';
import { limitedToSelf } from '../../engine/scope.ts';
import { type Caller, can, demand } from '../../platform/http/caller.ts';

/** The order that notes are about. */
export interface Subject {
  kind: NoteSubject;
  id: string;
  orderNo: string;
  merchantId: string;
  claimedBy: string | null;
}

/** @throws Refused forbidden where the caller may not open such orders, notFound where it does not see this one */
export async function subjectOf(
  engine: Engine,
  caller: Caller,
  { subject, id }: { subject: NoteSubject; id: string },
): Promise<Subject> {
  demand(caller, [`${subject}:page`]);
  const visible = await engine.scopes.visible(caller);
  const reader = { compiled: compiledOf(engine, subject), caller, visible };
  const row = await detailRow(engine.pool, reader, id);
  return {
    kind: subject,
    id: row.id,
    orderNo: String(row.orderNo),
    merchantId: String(row.merchantId),
    claimedBy: typeof row.claimedBy === 'string' ? row.claimedBy : null,
  };
}

/** Why a person sees an order: by its merchant, or by a claim of its own. */
export type Sight = 'merchant' | 'claim';

/** Why this person may read the notes of the order; undefined where it may not. */
export async function sightOf(engine: Engine, person: Caller, subject: Subject): Promise<Sight | undefined> {
  const { kind, merchantId, claimedBy } = subject;
  const mayOpen = can(person, `${kind}:page`) && can(person, 'orderNote:page');
  if (!mayOpen || person.merchantId !== null) return undefined;
  const visible = await engine.scopes.visible(person);
  if (visible === null || visible.includes(merchantId)) return 'merchant';
  return limitedToSelf(person) && claimedBy === person.userId ? 'claim' : undefined;
}
