import { CHANNELS, CURRENCY_SHARE, MERCHANTS } from './demoNames.ts';
import { idAt } from '../../platform/db/id.ts';
import type { Random } from './random.ts';

export interface Binding {
  merchant: Record<string, unknown>;
  channel: Record<string, unknown>;
  upstreams: readonly Record<string, unknown>[];
  rate: number;
  rateOfAgent: number;
  share: number;
}

/** Who may collect through what, at which rate, with which share of the orders. */
export function bind(
  random: Random,
  merchants: readonly Record<string, unknown>[],
  channels: readonly Record<string, unknown>[],
  upstreams: readonly Record<string, unknown>[],
): Binding[] {
  const bindings: Binding[] = [];
  for (const [currency, share] of Object.entries(CURRENCY_SHARE)) {
    const routes = CHANNELS.map((spec, index) => ({ spec, channel: channels[index]! })).filter(
      ({ spec }) => spec[3] === currency,
    );
    const collectors = MERCHANTS.filter((person) => person.currencies.includes(currency)).map(
      (person) => merchants.find((row) => row.name === person.name)!,
    );
    const parts: Omit<Binding, 'share'>[] = [];
    const weights: number[] = [];
    for (const [rank, merchant] of collectors.entries()) {
      for (const [order, { spec, channel }] of routes.entries()) {
        if (order > 1 && random.next() < 0.5) continue;
        weights.push((1 / (rank + 2.5)) * (order === 0 ? 3 : 1) * (0.7 + random.next() * 0.6));
        parts.push({
          merchant,
          channel,
          upstreams: spec[4].map((name) => upstreams.find((row) => row.name === name)!),
          rate: random.between(18, 30) / 1000,
          rateOfAgent: merchant.agent_id === null ? 0 : 0.002,
        });
      }
    }
    const sum = weights.reduce((total, weight) => total + weight, 0);
    bindings.push(...parts.map((part, index) => ({ ...part, share: (share * weights[index]!) / sum })));
  }
  return bindings;
}

export function bindingRows(bindings: readonly Binding[], bornMs: number): Record<string, unknown>[] {
  return bindings.map(({ merchant, channel, rate }, index) => ({
    id: idAt(bornMs, index + 1),
    merchant_id: merchant.id,
    channel_id: channel.id,
    currency: channel.currency,
    status: 1,
    is_collect: true,
    is_pay: channel.is_pay,
    rate: rate.toFixed(6),
    fixed: '0',
    mini_amount: channel.min_amount,
    max_amount: channel.max_amount,
    pay_rate: '0.012000',
    pay_fixed: '0',
    pay_mini_amount: channel.min_amount,
    pay_max_amount: channel.max_amount,
    expand: null,
    remark: 'Rates as in the contract',
    version: 1,
    created_at: new Date(bornMs),
  }));
}

export function extensionRows(bindings: readonly Binding[], bornMs: number): Record<string, unknown>[] {
  const pairs = new Map<string, Binding>();
  for (const binding of bindings) {
    if (binding.rateOfAgent > 0)
      pairs.set(`${String(binding.merchant.agent_id)}/${String(binding.channel.id)}`, binding);
  }
  return [...pairs.values()].map(({ merchant, channel, rateOfAgent }, index) => ({
    id: idAt(bornMs, index + 1),
    merchant_id: merchant.agent_id,
    channel_id: channel.id,
    currency: channel.currency,
    type: 3,
    rate: rateOfAgent.toFixed(6),
    fixed_fee: '0',
    min_amount: channel.min_amount,
    max_amount: channel.max_amount,
    version: 1,
    created_at: new Date(bornMs),
  }));
}
