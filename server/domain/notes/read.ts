import type { Pool } from 'pg';
import type { Colleague, FormerText, OrderNote } from '../../../contract/orderNote.ts';
import type { Subject } from './subject.ts';

const MOST = 500;

interface NoteRow {
  id: string;
  authorId: string;
  account: string;
  realName: string;
  at: Date;
  body: string | null;
  status: string;
  changedAt: Date | null;
  mentions: unknown;
  former: unknown;
}

// The newest of more than MOST; the newest text of each is its own, those before are former ones.
const OF_ORDER = `select n.id::text, u.id::text as "authorId", u.account, u.real_name as "realName", n.created_at as at, nullif(n.body, '') as body,
    n.status, n.changed_at as "changedAt",
    coalesce((select json_agg(json_build_object('id', c.id::text, 'account', c.account, 'realName', c.real_name) order by c.account)
      from order_note_mention m join sys_user c on c.id = m.user_id
      where m.note_id = n.id and m.merchant_id = n.merchant_id), '[]') as mentions,
    coalesce((select json_agg(json_build_object('at', x.written_at, 'body', nullif(x.body, '')) order by x.version)
      from order_note_text x where x.note_id = n.id and x.merchant_id = n.merchant_id and x.version < n.version), '[]') as former
  from order_note n join sys_user u on u.id = n.user_id
  where n.order_id = $1 and n.merchant_id = $2 order by n.created_at desc, n.id desc limit ${MOST}`;

/** The notes of an order, oldest first. */
export async function notesOf(pool: Pool, { id, merchantId }: Subject): Promise<OrderNote[]> {
  const { rows } = await pool.query<NoteRow>(OF_ORDER, [id, merchantId]);
  return rows.toReversed().map(
    ({ authorId, account, realName, at, changedAt, status, mentions, former, ...row }): OrderNote => ({
      ...row,
      author: { id: authorId, account, realName },
      at: at.toISOString(),
      status: status as OrderNote['status'],
      changedAt: changedAt?.toISOString() ?? null,
      mentions: mentions as Colleague[],
      former: (former as FormerText[]).map((text) => ({ ...text, at: new Date(text.at).toISOString() })),
    }),
  );
}
