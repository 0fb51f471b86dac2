import { AMOUNTS, CHANNELS, SICK_UPSTREAM } from './demoNames.ts';
import { PAUSED_MS } from './demoStage.ts';
import { idAt } from '../../platform/db/id.ts';
import type { Random } from './random.ts';

const money = (value: number): string => String(Math.round(value * 100) / 100);

export function upstreamRows(random: Random, bornMs: number, anchorMs: number): Record<string, unknown>[] {
  const known = new Map<string, string>();
  for (const [, , , currency, names] of CHANNELS) for (const name of names) known.set(name, currency);
  return [...known].map(([name, currency], index) => {
    const [low, high] = AMOUNTS[currency]!;
    return {
      id: idAt(bornMs, index + 1),
      name,
      code: name.replace(/[^A-Z0-9]+/g, '_'),
      status: name === SICK_UPSTREAM ? 3 : 1,
      // Not probed by itself: it answers, and fails its orders, which is for a person to look at.
      paused_at: name === SICK_UPSTREAM ? new Date(anchorMs - PAUSED_MS) : null,
      currency,
      is_collect: true,
      is_pay: index % 3 === 0,
      order_by: (index + 1) * 10,
      rate: (random.between(70, 140) / 10_000).toFixed(6),
      fixed: '0',
      mini_amount: money(low / 2),
      max_amount: money(high * 2),
      pay_rate: (random.between(40, 90) / 10_000).toFixed(6),
      pay_fixed: money(low / 50),
      pay_mini_amount: money(low),
      pay_max_amount: money(high * 2),
      config: null,
      expand: null,
      remark:
        name === SICK_UPSTREAM ? 'Paused by itself: too few orders succeeded' : `Collections in ${currency}`,
      version: 1,
      created_at: new Date(bornMs),
    };
  });
}

export function channelRows(bornMs: number): Record<string, unknown>[] {
  return CHANNELS.map(([product, name, code, currency], index) => {
    const [low, high] = AMOUNTS[currency]!;
    return {
      id: idAt(bornMs, index + 1),
      product_name: product,
      product_code: product,
      channel_name: name,
      channel_code: code,
      enabled: true,
      allow_agent: true,
      currency,
      service_status: code === 'IN_NETBANKING' ? 1 : 0,
      is_collect: true,
      is_pay: index % 2 === 0,
      collect_rate: '0.022000',
      pay_rate: '0.012000',
      fixed_fee: '0',
      min_amount: money(low),
      max_amount: money(high),
      config_mode: index % 4 === 0 ? 'merged' : 'direct',
      submission: 'auto',
      upstream_config: null,
      expand_config: null,
      order_no: (index + 1) * 10,
      description: null,
      version: 1,
      created_at: new Date(bornMs),
    };
  });
}

/** What two people decide about, and above which part of a currency's usual highest amount. */
const RULES = [
  { resource: 'payOrder', action: 'approve', part: 0.5, from: 1_000 },
  { resource: 'collectOrder', action: 'forceConfirm', part: 0.8, from: 1_050 },
] as const;

/** Above these a second person decides on a payout, and on an order that is confirmed by hand. */
export function approvalRules(tenantId: string, bornMs: number): Record<string, unknown>[] {
  return RULES.flatMap(({ resource, action, part, from }) =>
    Object.entries(AMOUNTS).map(([currency, [, high]], index) => ({
      id: idAt(bornMs, from + index),
      tenant_id: tenantId,
      resource,
      action,
      currency,
      limit_amount: money(high * part),
      status: 1,
      version: 1,
      created_at: new Date(bornMs),
    })),
  );
}
