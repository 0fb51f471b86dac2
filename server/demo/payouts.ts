import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { digits, pick } from './draw.ts';
import { FIRST_NAMES, LAST_NAMES } from './personNames.ts';
import type { NewPayout } from '../domain/orders/payout/payCreate.ts';
import { MERCHANT_STATUS, SERVICE_STATUS, SWITCH, UPSTREAM_STATUS } from '../platform/db/statuses.ts';

/** A merchant that may pay out through a channel, and how much it has for that. */
export interface PayRoute {
  merchantId: string;
  channelId: string;
  /** Of the merchant. */
  code: string;
  currency: string;
  lowest: string;
  highest: string;
}

// What is asked for never takes more than a part of what is there.
const ROUTES = `
  select b.merchant_id::text as "merchantId", b.channel_id::text as "channelId", m.code, b.currency,
    trim_scale(b.pay_mini_amount)::text as lowest, trim_scale(least(b.pay_max_amount, a.available / 20))::text as highest
  from channel_binding b
  join merchant m on m.id = b.merchant_id and m.status = ${MERCHANT_STATUS.active}
  join channel c on c.id = b.channel_id and c.enabled and c.is_pay and c.service_status <> ${SERVICE_STATUS.maintenance}
  join merchant_asset a on a.merchant_id = b.merchant_id and a.currency = b.currency
  where b.status = ${SWITCH.enabled} and b.is_pay and b.currency <> 'USDT' and a.available / 20 > b.pay_mini_amount
    and exists (select from upstream u where u.currency = b.currency and u.status = ${UPSTREAM_STATUS.on} and u.is_pay)`;

export async function readPayRoutes(pool: Pool): Promise<PayRoute[]> {
  return (await pool.query<PayRoute>(ROUTES)).rows;
}

const BANKS = [
  ['HDFC Bank', 'HDFC'],
  ['ICICI Bank', 'ICIC'],
  ['State Bank of India', 'SBIN'],
  ['Axis Bank', 'UTIB'],
] as const;
const HANDLES = ['okaxis', 'okicici', 'oksbi', 'ybl', 'paytm'] as const;

function receiver(currency: string): Partial<NewPayout> {
  const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  if (currency === 'INR' && randomInt(10) < 6)
    return {
      isUpi: true,
      receivingAddress: `${first}.${last}${randomInt(99)}@${pick(HANDLES)}`.toLowerCase(),
    };
  const [bankName, bank] = pick<readonly [string, string]>(BANKS);
  const account = { bankAccount: digits(12), beneficiary: `${first} ${last}` };
  return currency === 'INR' ? { ...account, bankName, ifsc: `${bank}0${digits(6)}` } : account;
}

/** A payout such as this merchant's people ask for: small ones often, large ones seldom, whole amounts. */
export function payoutOn(route: PayRoute): NewPayout {
  const [low, high] = [Number(route.lowest), Number(route.highest)];
  const amount = Math.max(Math.ceil(low), Math.floor(low + (high - low) * Math.random() ** 6));
  return {
    merchantId: route.merchantId,
    channelId: route.channelId,
    merchantOrderNo: `${route.code}P${digits(12)}`,
    amount: String(amount),
    createIp: '103.21.58.10',
    ...receiver(route.currency),
  };
}
