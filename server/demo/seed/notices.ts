import { NOTICE_STATUS } from '../../platform/db/statuses.ts';
import { idAt } from '../../platform/db/id.ts';
import { HEAD_OFFICE_ID, roleIdOf, TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';
import { DEMO_NOTICES, type DemoNotice, PUBLISHERS } from './noticeTexts.ts';

const HOUR_MS = 3_600_000;
/** A notice is written some time before it is published, and read after. */
const WRITTEN_BEFORE_MS = HOUR_MS / 2;
const READ_EVERY_MS = 11 * 60_000;

const STATES = { draft: NOTICE_STATUS.draft, withdrawn: NOTICE_STATUS.withdrawn };

const idsOf = (names: readonly string[] | undefined, idOf: (name: string) => string | undefined) => {
  const ids = names?.map(idOf).filter((id) => id !== undefined);
  return ids && ids.length > 0 ? ids : null;
};

/** Notices of the system, and such as people wrote: to all, to a role, to a merchant, waiting, withdrawn and a draft. */
export async function seedNotices(
  db: Queryable,
  { anchorMs, merchantIds }: { anchorMs: number; merchantIds: ReadonlyMap<string, string> },
): Promise<void> {
  const { rows } = await db.query('select id::text, account from sys_user');
  const people = new Map(rows.map(({ id, account }) => [String(account), String(id)]));
  const rowOf = ({ author, type, title, content, hoursAgo, state, ...to }: DemoNotice, index: number) => {
    const at = anchorMs - hoursAgo * HOUR_MS;
    const written = Math.min(at, anchorMs) - WRITTEN_BEFORE_MS;
    const by = people.get(author ?? '') ?? null;
    return {
      id: idAt(by ? written : at, index + 1),
      tenant_id: TENANT_ID,
      title,
      content,
      type,
      status: state ? STATES[state] : NOTICE_STATUS.published,
      audience: to.audience ?? 0,
      publisher: PUBLISHERS[author ?? 'admin']!,
      publish_time: state === 'draft' ? null : new Date(at),
      publish_at: at > anchorMs ? new Date(at) : null,
      cancel_time: state === 'withdrawn' ? new Date(at + 6 * HOUR_MS) : null,
      user_id: by,
      org_id: by ? HEAD_OFFICE_ID : null,
      role_ids: idsOf(to.roles, roleIdOf),
      merchant_ids: idsOf(to.merchants, (name) => merchantIds.get(name)),
      created_at: new Date(written),
      created_by: by,
      version: 1,
    };
  };
  const notices = DEMO_NOTICES.map(rowOf);
  await insertRows(db, 'sys_notice', notices);
  const reads = DEMO_NOTICES.flatMap(({ readBy = [], hoursAgo }, index) =>
    readBy.flatMap((account, place) => {
      const at = anchorMs - hoursAgo * HOUR_MS + (place + 1) * READ_EVERY_MS;
      const person = people.get(account);
      return person ? [{ notice_id: notices[index]!.id, user_id: person, read_at: new Date(at) }] : [];
    }),
  );
  await insertRows(db, 'sys_notice_read', reads);
}
