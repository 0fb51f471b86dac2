import type { Pool } from 'pg';
import type { Colleague } from '../../../contract/orderNote.ts';
import { VIEWER_LOST_MS } from '../../../contract/orderViewer.ts';
import type { Subject } from './subject.ts';

interface Look {
  pool: Pool;
  userId: string;
  now: Date;
}

/** Notes that a person has the order open. @returns the colleagues who have it open too, by name */
export async function lookAt(
  { pool, userId, now }: Look,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
): Promise<Colleague[]> {
  const since = new Date(now.getTime() - VIEWER_LOST_MS);
  await pool.query('delete from order_viewer where user_id = $1 and seen_at < $2', [userId, since]);
  await pool.query(
    `insert into order_viewer (user_id, order_kind, order_id, seen_at) values ($1, $2, $3, $4)
     on conflict (user_id, order_kind, order_id) do update set seen_at = excluded.seen_at`,
    [userId, kind, id, now],
  );
  const { rows } = await pool.query<Colleague>(
    `select u.id::text, u.account, u.real_name as "realName"
       from order_viewer v join sys_user u on u.id = v.user_id
      where v.order_kind = $1 and v.order_id = $2 and v.user_id <> $3 and v.seen_at >= $4
      order by u.account`,
    [kind, id, userId, since],
  );
  return rows;
}

/** The person has closed it. */
export async function lookAway(
  { pool, userId }: Look,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
): Promise<void> {
  await pool.query('delete from order_viewer where user_id = $1 and order_kind = $2 and order_id = $3', [
    userId,
    kind,
    id,
  ]);
}
