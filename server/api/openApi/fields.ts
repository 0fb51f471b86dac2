import * as z from 'zod';
import { Amount, isAmountText } from '../../../contract/money.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Access } from './access.ts';

/** The merchant's own number of an order. */
export const merchantOrderNo = z.string().regex(/^[\w.:-]{1,64}$/);
/** Decimal text, above 0. */
export const amount = z
  .string()
  .refine(isAmountText, { abort: true })
  .refine((text) => new Amount(text).greaterThan(0), { params: { positive: true } });
const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\//i)
  .refine((text) => URL.canParse(text));

/** What both directions take. */
export const orderFields = {
  merchantOrderNo,
  channelCode: z.string().min(1).max(40),
  amount,
  currency: z.string().max(10).optional(),
  callbackUrl: webAddress.optional(),
  userIp: z.union([z.ipv4(), z.ipv6()]).optional(),
  remark: z.string().max(500).optional(),
};
export const jumpUrl = webAddress.optional();

/** An order is asked about by either number. */
export const question = z
  .strictObject({ merchantOrderNo: merchantOrderNo.optional(), orderNo: z.string().max(40).optional() })
  .refine((body) => (body.merchantOrderNo === undefined) !== (body.orderNo === undefined), {
    path: ['merchantOrderNo'],
    params: { either: true },
  });

export type Question = z.output<typeof question>;

/** An address we are to call must be one that we call; the merchant's standing one was looked at when it was saved. */
export async function checkCallback(
  deps: AppDeps,
  access: Access,
  { callbackUrl }: { callbackUrl?: string | undefined },
): Promise<void> {
  if (callbackUrl === undefined || callbackUrl === access.callbackUrl) return;
  const refused = await deps.outbound.refuses(callbackUrl);
  if (refused)
    throw new Refused('outboundBlocked', { ...refused.values, says: 'blockedUrl', field: 'callbackUrl' });
}

/** A merchant order asked for again: the same content answers what was made, other content is refused. */
export function checkSame(
  stored: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue;
    const kept = stored[name];
    const same =
      name === 'amount' ? new Amount(String(kept)).equals(String(value)) : (kept ?? null) === (value ?? null);
    if (!same) throw new Refused('merchantOrderReused', { field: name });
  }
}
