import type { PoolClient } from 'pg';
import * as z from 'zod';
import { dictName } from '../../../contract/dicts.ts';
import { createPayout } from '../../domain/orders/payout/payCreate.ts';
import { Refused } from '../../platform/http/refused.ts';
import { channelOf } from './channel.ts';
import { checkSame, orderFields, type Question } from './fields.ts';
import type { OpenCall } from './openRoute.ts';

export const newPay = z.strictObject({
  ...orderFields,
  isUpi: z.boolean().optional(),
  receivingAddress: z.string().max(320).optional(),
  bankAccount: z.string().max(40).optional(),
  ifsc: z.string().max(11).optional(),
  beneficiary: z.string().max(120).optional(),
  bankName: z.string().max(120).optional(),
  trcAddress: z.string().max(34).optional(),
});

interface OpenPayout {
  orderNo: string;
  merchantOrderNo: string;
  channelCode: string;
  currency: string;
  amount: string;
  fee: string;
  status: number;
  utr: string | null;
  paidAt: Date | null;
  createdAt: Date;
  asked: Record<string, unknown>;
}

const READ = `select o.order_no as "orderNo", merchant_order_no as "merchantOrderNo", c.channel_code as "channelCode",
    o.currency, trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, status, utr, paid_at as "paidAt",
    o.created_at as "createdAt", json_build_object('callbackUrl', callback_url, 'isUpi', is_upi,
      'receivingAddress', receiving_address, 'bankAccount', bank_account, 'ifsc', ifsc, 'beneficiary', beneficiary,
      'bankName', bank_name, 'trcAddress', trc_address) as asked
  from pay_order o join channel c on c.id = o.channel_id where o.merchant_id = $1 and`;

async function read(tx: PoolClient, merchantId: string, question: Question): Promise<OpenPayout | undefined> {
  // A merchant's own number is one whatever its case.
  const by = question.orderNo === undefined ? 'lower(o.merchant_order_no) = lower($2)' : 'o.order_no = $2';
  const { rows } = await tx.query<OpenPayout>({
    name: `open-pay-${by}`,
    text: `${READ} ${by}`,
    values: [merchantId, question.orderNo ?? question.merchantOrderNo],
  });
  return rows[0];
}

/** As the merchant is notified of it: without where it goes, which it gave itself. */
function answerOf({
  orderNo,
  merchantOrderNo,
  channelCode,
  currency,
  amount,
  fee,
  status,
  utr,
  paidAt,
  createdAt,
}: OpenPayout) {
  const statusName = dictName('payStatusEnum', status);
  return {
    orderNo,
    merchantOrderNo,
    channelCode,
    currency,
    amount,
    fee,
    status,
    statusName,
    utr,
    paidAt,
    createdAt,
  };
}

/** Opens a payout and holds its amount and fee; the same merchant order again answers what was opened. */
export async function createPay(call: OpenCall, body: z.output<typeof newPay>): Promise<unknown> {
  const { tx, access, now } = call;
  const { channelCode, currency, merchantOrderNo, amount, userIp, remark, ...to } = body;
  const earlier = await read(tx, access.merchantId, { merchantOrderNo });
  if (earlier) {
    checkSame({ ...earlier, ...earlier.asked }, { channelCode, amount, currency, ...to });
    return answerOf(earlier);
  }
  const channel = await channelOf(tx, access, body, 'payoutTerms');
  const made = await createPayout(
    tx,
    {
      ...to,
      merchantId: access.merchantId,
      channelId: channel.id,
      merchantOrderNo,
      amount,
      createIp: call.ip,
      userIp,
      remark,
      source: 'api',
    },
    now,
    { operator: 'api', ip: call.ip },
  );
  const order = await read(tx, access.merchantId, { orderNo: made.orderNo });
  return order && answerOf(order);
}

/** @throws Refused notFound for another merchant's order as for none */
export async function queryPayOrder({ tx, access }: OpenCall, body: Question): Promise<unknown> {
  const order = await read(tx, access.merchantId, body);
  if (!order) throw new Refused('notFound');
  return answerOf(order);
}
