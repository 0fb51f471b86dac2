import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';

const MINUTE = 60_000;

/** Whose money it is, and which upstream's word. */
interface Where {
  merchantId: string;
  upstreamId: string | null;
}

interface Named {
  tenantId: string;
  merchant: string;
  upstream: string | null;
}

async function namesOf(tx: PoolClient, { merchantId, upstreamId }: Where): Promise<Named> {
  const { rows } = await tx.query<Named>(
    `select m.tenant_id::text as "tenantId", m.name as merchant, (select name from upstream where id = $2) as upstream
     from merchant m where m.id = $1`,
    [merchantId, upstreamId],
  );
  return rows[0]!;
}

/** Says that payouts at an upstream have no known end, to those who may see payouts. */
export async function announceUnknown(tx: PoolClient, order: Where, now: Date): Promise<void> {
  const { tenantId, upstream } = await namesOf(tx, order);
  const at = upstream ?? '–';
  await announce(
    tx,
    {
      key: `payoutUnknown:${order.upstreamId ?? '0'}:${order.merchantId}`,
      merchantId: order.merchantId,
      withinMs: 10 * MINUTE,
      permission: 'payOrder:page',
      tenantId,
      title: localeTexts(
        `${at}：有代付结果未知`,
        `${at}：有代付結果未知`,
        `${at}: payouts with an unknown result`,
      ),
      content: localeTexts(
        '上游没有明确答复，无法判断是否已付款。资金保持冻结，系统会继续查询；请在代付订单中筛选“结果未知”处理。',
        '上游沒有明確答覆，無法判斷是否已付款。資金保持凍結，系統會繼續查詢；請在代付訂單中篩選「結果未知」處理。',
        'The upstream gave no clear answer, so nobody can tell whether they were paid. The money stays held and the upstream is asked again; see Payout orders with the status Unknown.',
      ),
    },
    now,
  );
}

/** Says that money waits for a person beside orders that have an end, to those who may see review items. */
export async function announceReview(tx: PoolClient, where: Where, now: Date): Promise<void> {
  const { tenantId, merchant, upstream } = await namesOf(tx, where);
  const at = upstream ?? merchant;
  const { upstreamId, merchantId } = where;
  await announce(
    tx,
    {
      key: `review:${upstreamId ?? '0'}:${merchantId}`,
      merchantId,
      withinMs: 10 * MINUTE,
      permission: 'reviewItem:page',
      tenantId,
      title: localeTexts(`${at}：有资金待核`, `${at}：有資金待核`, `${at}: money to be looked into`),
      content: localeTexts(
        '已有结果的订单又收到款项，或上游又称已付款。订单状态不变，多收的款项已挂账；请在“待核事项”中核实资金去向，处理后填写原因并关闭。',
        '已有結果的訂單又收到款項，或上游又稱已付款。訂單狀態不變，多收的款項已掛帳；請在「待核事項」中核實資金去向，處理後填寫原因並關閉。',
        'More money came for orders that have an end, or an upstream says that it has paid them after all. The orders stay as they are and what came waits in suspense. Find out about it, see to it, and close it with a reason: see Review items with the status Open.',
      ),
    },
    now,
  );
}
