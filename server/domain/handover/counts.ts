import type { Pool } from 'pg';
import type { OpenCounts } from '../../../contract/shiftHandover.ts';
import type { Visible } from '../../engine/scope.ts';
import { CALLBACK_STATUS, COLLECT_STATUS, PAY_STATUS } from '../../platform/db/statuses.ts';

const SEEN = '($1::bigint[] is null or merchant_id = any($1))';
const COUNTS = `select
    (select count(*) from collect_order where status = ${COLLECT_STATUS.review} and ${SEEN})::int as review,
    (select count(*) from review_item where status = 'open' and ${SEEN})::int as "reviewItems",
    (select count(*) from pay_order where status = ${PAY_STATUS.unknown} and ${SEEN})::int as unknown,
    (select count(*) from callback_schedule where state = ${CALLBACK_STATUS.failed} and ${SEEN})::int as "failedCallbacks"`;

/** What waits now of the merchants that somebody sees. */
export async function openCounts(pool: Pool, visible: Visible): Promise<OpenCounts> {
  return (await pool.query<OpenCounts>(COUNTS, [visible])).rows[0]!;
}
