import { isId } from '../../../contract/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { timeText } from '../../platform/http/zone.ts';

interface Payment {
  id: string;
  outTradeNumber: string;
  transactionId: string | null;
  description: string;
  total: number;
  tradeState: string;
  attachment: string | null;
  createdAt: Date;
  successTime: Date | null;
}

/** A payment by its id. @throws Refused notFound */
export async function readDetailOf({ pool }: AppDeps, { timeZone }: Caller, id: string) {
  if (!isId(id)) throw new Refused('notFound');
  const { rows } = await pool.query<Payment>(
    `select id::text, out_trade_number as "outTradeNumber", transaction_id as "transactionId", description, total,
       trade_state as "tradeState", attachment, created_at as "createdAt", success_time as "successTime"
     from sys_wechat_pay where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Refused('notFound');
  const { createdAt, successTime, ...payment } = rows[0];
  return {
    ...payment,
    createTime: timeText(createdAt, timeZone),
    successTime: successTime && timeText(successTime, timeZone),
  };
}
