import type { PoolClient } from 'pg';
import * as z from 'zod';
import { dictName } from '../../../contract/dicts.ts';
import { applyWithdrawal } from '../../domain/withdrawals/withdrawalApply.ts';
import { Refused } from '../../platform/http/refused.ts';
import { amount, checkSame, merchantOrderNo, type Question } from './fields.ts';
import type { OpenCall } from './openRoute.ts';

export const newWithdraw = z.strictObject({
  merchantOrderNo,
  currency: z.string().min(1).max(10),
  amount,
  /** Where the USDT goes: TRC20. */
  address: z.string().min(1).max(64),
  remark: z.string().max(200).optional(),
});

interface OpenWithdrawal {
  orderNo: string;
  merchantOrderNo: string | null;
  currency: string;
  amount: string;
  fee: string;
  address: string;
  status: number;
  asset: string;
  exchangeRate: string | null;
  usdtAmount: string | null;
  transactionHash: string | null;
  reason: string | null;
  completedAt: Date | null;
  createdAt: Date;
}

const READ = `select order_no as "orderNo", merchant_order_no as "merchantOrderNo", currency,
    trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, address, status, asset,
    trim_scale(exchange_rate)::text as "exchangeRate", trim_scale(usdt_amount)::text as "usdtAmount",
    transaction_hash as "transactionHash", reason, completed_at as "completedAt", created_at as "createdAt"
  from withdrawal where merchant_id = $1 and`;

async function read(
  tx: PoolClient,
  merchantId: string,
  question: Question,
): Promise<OpenWithdrawal | undefined> {
  // A merchant's own number is one whatever its case.
  const by = question.orderNo === undefined ? 'lower(merchant_order_no) = lower($2)' : 'order_no = $2';
  const { rows } = await tx.query<OpenWithdrawal>({
    name: `open-withdraw-${by}`,
    text: `${READ} ${by}`,
    values: [merchantId, question.orderNo ?? question.merchantOrderNo],
  });
  return rows[0];
}

const answerOf = (row: OpenWithdrawal) => ({
  ...row,
  statusName: dictName('withdrawalStatusEnum', row.status),
});

/** Asks for a withdrawal and holds its amount; the same merchant order again answers what was asked for. */
export async function createWithdraw(call: OpenCall, body: z.output<typeof newWithdraw>): Promise<unknown> {
  const { tx, access, now } = call;
  const { merchantId } = access;
  const earlier = await read(tx, merchantId, { merchantOrderNo: body.merchantOrderNo });
  if (earlier) {
    const { currency, amount: wanted, address } = body;
    checkSame({ ...earlier }, { currency, amount: wanted, address: address.trim() });
    return answerOf(earlier);
  }
  const actor = { operator: 'api', ip: call.ip };
  const { orderNo } = await applyWithdrawal(tx, { ...body, merchantId, source: 'api' }, now, actor);
  const made = await read(tx, merchantId, { orderNo });
  return made && answerOf(made);
}

/** @throws Refused notFound for another merchant's withdrawal as for none */
export async function queryWithdraw({ tx, access }: OpenCall, body: Question): Promise<unknown> {
  const found = await read(tx, access.merchantId, body);
  if (!found) throw new Refused('notFound');
  return answerOf(found);
}
