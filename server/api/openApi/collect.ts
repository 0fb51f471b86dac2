import type { PoolClient } from 'pg';
import * as z from 'zod';
import { dictName } from '../../../contract/dicts.ts';
import { createOrder } from '../../domain/orders/collect/collectCreate.ts';
import { cashierPath } from '../cashier/link.ts';
import { Refused } from '../../platform/http/refused.ts';
import { queueCollect } from '../../domain/orders/upstreamJobs.ts';
import { channelOf } from './channel.ts';
import { checkSame, jumpUrl, orderFields, type Question } from './fields.ts';
import type { OpenCall } from './openRoute.ts';

export const newCollect = z.strictObject({
  ...orderFields,
  jumpUrl,
  payerId: z.string().max(120).optional(),
  /** How long the payer has. */
  expiresInSeconds: z.int().min(60).max(86_400).optional(),
});

interface OpenOrder {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  channelCode: string;
  currency: string;
  amount: string;
  paidAmount: string | null;
  fee: string;
  status: number;
  settled: boolean;
  utr: string | null;
  hasPayUrl: boolean;
  callbackUrl: string | null;
  jumpUrl: string | null;
  payerId: string | null;
  paidAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** An order as its merchant asks for it; what follows says by which number. */
export const READ_ORDER = `select o.id::text, o.order_no as "orderNo", merchant_order_no as "merchantOrderNo",
    c.channel_code as "channelCode", o.currency, trim_scale(amount)::text as amount,
    trim_scale(paid_amount)::text as "paidAmount", trim_scale(fee)::text as fee, status, settled, utr, pay_url is not null as "hasPayUrl",
    callback_url as "callbackUrl", jump_url as "jumpUrl", payer_id as "payerId", paid_at as "paidAt",
    expires_at as "expiresAt", o.created_at as "createdAt"
  from collect_order o join channel c on c.id = o.channel_id where o.merchant_id = $1 and`;

async function read(tx: PoolClient, merchantId: string, question: Question): Promise<OpenOrder | undefined> {
  // A merchant's own number is one whatever its case.
  const by = question.orderNo === undefined ? 'lower(o.merchant_order_no) = lower($2)' : 'o.order_no = $2';
  const { rows } = await tx.query<OpenOrder>({
    name: `open-collect-${by}`,
    text: `${READ_ORDER} ${by}`,
    values: [merchantId, question.orderNo ?? question.merchantOrderNo],
  });
  return rows[0];
}

/** As the merchant gets it: without what it sent itself with the order. */
function answerOf({ deps, baseUrl }: OpenCall, order: OpenOrder) {
  const { orderNo, merchantOrderNo, channelCode, currency, amount, paidAmount, fee, status } = order;
  const { settled, utr, hasPayUrl, paidAt, expiresAt, createdAt } = order;
  const statusName = dictName('collectStatusEnum', status);
  const payUrl = hasPayUrl ? `${baseUrl}${cashierPath(deps.env.secretsKey ?? '', orderNo)}` : null;
  const money = { currency, amount, paidAmount, fee };
  const state = { status, statusName, settled, utr, payUrl, paidAt, expiresAt, createdAt };
  return { orderNo, merchantOrderNo, channelCode, ...money, ...state };
}

/** Opens a collection order; the same merchant order again answers what was opened. */
export async function createCollect(call: OpenCall, body: z.output<typeof newCollect>): Promise<unknown> {
  const { tx, access, now, deps } = call;
  const earlier = await read(tx, access.merchantId, { merchantOrderNo: body.merchantOrderNo });
  if (earlier) {
    const { channelCode, amount, currency, callbackUrl, jumpUrl: back, payerId } = body;
    checkSame({ ...earlier }, { channelCode, amount, currency, callbackUrl, jumpUrl: back, payerId });
    return answerOf(call, earlier);
  }
  const channel = await channelOf(tx, access, body, 'collectTerms');
  const {
    merchantOrderNo,
    amount,
    callbackUrl,
    jumpUrl: back,
    payerId,
    userIp,
    remark,
    expiresInSeconds,
  } = body;
  const made = await createOrder(
    tx,
    {
      merchantId: access.merchantId,
      channelId: channel.id,
      merchantOrderNo,
      amount,
      callbackUrl,
      jumpUrl: back,
      payerId,
      userIp,
      remark,
      expiresInSeconds,
      createIp: call.ip,
      source: 'api',
    },
    now,
    { operator: 'api', ip: call.ip },
  ).catch((error: unknown) => {
    throw error instanceof Refused && error.code === 'guard'
      ? new Refused('collectTerms', error.values)
      : error;
  });
  // The path alone: the host of a request is its sender's claim.
  const path = cashierPath(deps.env.secretsKey ?? '', made.orderNo);
  await tx.query('update collect_order set pay_url = $2 where id = $1', [made.id, path]);
  if (channel.submission === 'auto') await queueCollect(tx, made.id, now);
  const order = await read(tx, access.merchantId, { orderNo: made.orderNo });
  return order && answerOf(call, order);
}

/** @throws Refused notFound for another merchant's order as for none */
export async function queryCollectOrder(call: OpenCall, body: Question): Promise<unknown> {
  const { tx, access } = call;
  const order = await read(tx, access.merchantId, body);
  if (!order) throw new Refused('notFound');
  return answerOf(call, order);
}
