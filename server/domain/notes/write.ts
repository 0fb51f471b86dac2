import type { PoolClient } from 'pg';
import { NOTE_CORRECTABLE_MS } from '../../../contract/orderNote.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Witness } from './colleagues.ts';
import type { Subject } from './subject.ts';

/** A text of a note with whom it mentions. */
export interface NoteText {
  body: string;
  mentions: readonly Witness[];
}

export interface Writing {
  tx: PoolClient;
  caller: Caller;
  now: Date;
}

const INSERT = `with note as (
    insert into order_note (id, merchant_id, order_kind, order_id, order_no, user_id, body, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, merchant_id, version, body, created_at
  )
  insert into order_note_text (note_id, merchant_id, version, body, written_at)
  select id, merchant_id, version, body, created_at from note`;
const MENTION = `insert into order_note_mention (note_id, merchant_id, user_id, order_id)
  select $1, $2, id, $3 from unnest($4::bigint[]) id on conflict do nothing`;
const FORGET = `delete from order_note_mention where note_id = $1 and merchant_id = $2 and user_id <> all($3::bigint[])`;
const COUNT_COLLECT = 'update collect_order set notes = notes + $3 where id = $1 and merchant_id = $2';
const COUNT_PAY = 'update pay_order set notes = notes + $3 where id = $1 and merchant_id = $2';

/** Lists show how many notes an order has; of other kinds they do not. */
async function count(tx: PoolClient, { kind, id, merchantId }: Subject, by: 1 | -1): Promise<void> {
  if (kind === 'collectOrder') await tx.query(COUNT_COLLECT, [id, merchantId, by]);
  if (kind === 'payOrder') await tx.query(COUNT_PAY, [id, merchantId, by]);
}

/** Writes a note on an order. @returns its id */
export async function writeNote(
  { tx, caller, now }: Writing,
  subject: Subject,
  { body, mentions }: NoteText,
): Promise<string> {
  const id = newId();
  const { kind, merchantId, orderNo } = subject;
  await tx.query(INSERT, [id, merchantId, kind, subject.id, orderNo, caller.userId, body, now]);
  await tx.query(MENTION, [id, merchantId, subject.id, mentions.map((person) => person.id)]);
  await count(tx, subject, 1);
  await emit(tx, 'orderNote', id, 'add', merchantId);
  return id;
}

interface LockedNote {
  merchantId: string;
  userId: string;
  status: string;
  createdAt: Date;
}

const LOCK = `select merchant_id::text as "merchantId", user_id::text as "userId", status, created_at as "createdAt"
  from order_note where id = $1 and order_id = $2 for update`;
const CHANGE = `with note as (
    update order_note set body = $3, status = case when $3 = '' then 'withdrawn' else 'corrected' end, changed_at = $4,
      version = version + 1
    where id = $1 and merchant_id = $2 returning id, merchant_id, version, body
  )
  insert into order_note_text (note_id, merchant_id, version, body, written_at)
  select id, merchant_id, version, body, $4 from note`;

/** The caller's own note, not withdrawn. @throws Refused notFound, othersNote, noteWithdrawn */
async function lockOwn({ tx, caller }: Writing, subject: Subject, id: string): Promise<LockedNote> {
  const [note] = (await tx.query<LockedNote>(LOCK, [id, subject.id])).rows;
  if (!note) throw new Refused('notFound');
  if (note.userId !== caller.userId) throw new Refused('othersNote');
  if (note.status === 'withdrawn') throw new Refused('noteWithdrawn');
  return note;
}

async function change(
  { tx, now }: Writing,
  { id: orderId, merchantId }: Subject,
  id: string,
  text: NoteText | undefined,
): Promise<void> {
  const people = (text?.mentions ?? []).map((person) => person.id);
  await tx.query(CHANGE, [id, merchantId, text?.body ?? '', now]);
  await tx.query(FORGET, [id, merchantId, people]);
  await tx.query(MENTION, [id, merchantId, orderId, people]);
  await emit(tx, 'orderNote', id, 'update', merchantId);
}

/**
 * Another text for the caller's own note; the former one is kept.
 * @throws Refused notFound, othersNote, noteWithdrawn, noteTooOld
 */
export async function correctNote(
  writing: Writing,
  subject: Subject,
  id: string,
  text: NoteText,
): Promise<void> {
  const { createdAt } = await lockOwn(writing, subject, id);
  if (writing.now.getTime() - createdAt.getTime() > NOTE_CORRECTABLE_MS)
    throw new Refused('noteTooOld', { minutes: NOTE_CORRECTABLE_MS / 60_000 });
  await change(writing, subject, id, text);
}

/** Takes back the caller's own note; its texts are kept. @throws Refused notFound, othersNote, noteWithdrawn */
export async function withdrawNote(writing: Writing, subject: Subject, id: string): Promise<void> {
  await lockOwn(writing, subject, id);
  await change(writing, subject, id, undefined);
  await count(writing.tx, subject, -1);
}
