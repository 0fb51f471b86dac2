import { idAt } from '../../platform/db/id.ts';

/** What this month is to come to: of all there is, and of the largest merchants. */

const ALL = [
  ['collectOrder.collected', 'INR', 150_000_000],
  ['collectOrder.fees', 'INR', 3_000_000],
  ['payOrder.paid', 'INR', 40_000_000],
  ['collectOrder.success', 'INR', 45_000],
] as const;
const OF_MERCHANT = 15_000_000;
/** merchantTypeEnum: no agent. */
const MERCHANT = 1;
const MERCHANTS = 2;
const FROM = 1_200;

/** Targets of the month that holds `nowMs`, by UTC. */
export function targets(
  tenantId: string,
  bornMs: number,
  nowMs: number,
  merchants: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const whole = ALL.map(([measure, currency, target]) => ({ measure, currency, target, merchant_id: null }));
  const each = merchants
    .filter(({ type }) => type === MERCHANT)
    .slice(0, MERCHANTS)
    .map(({ id }) => ({
      measure: 'collectOrder.collected',
      currency: 'INR',
      target: OF_MERCHANT,
      merchant_id: id,
    }));
  return [...whole, ...each].map(({ target, ...row }, index) => ({
    id: idAt(bornMs, FROM + index),
    tenant_id: tenantId,
    month,
    ...row,
    target: `${target}.000000`,
    upstream_id: null,
    version: 1,
    created_at: new Date(bornMs),
  }));
}
