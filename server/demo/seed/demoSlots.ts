import { minorDigits } from '../../../contract/currency.ts';
import { AMOUNTS, CURRENCY_SHARE, QUALITY, SICK_UPSTREAM } from './demoNames.ts';
import type { Binding } from './demoBindings.ts';
import type { Random } from './random.ts';

export const SLOTS = 4096;
const CURRENCIES = Object.keys(CURRENCY_SHARE);

type Row = Record<string, unknown>;

/** What a slot has of its upstream. */
const served = (upstream: Row): Row => ({
  upstream_id: upstream.id,
  cost_ppm: Math.round(Number(upstream.rate) * 1_000_000),
  upstream_prefix: String(upstream.code).slice(0, 3),
  quality: QUALITY[String(upstream.name)] ?? 0.78,
  sick: upstream.name === SICK_UPSTREAM,
});

function slotOf({ merchant, channel, rate, rateOfAgent }: Binding, slot: number): Row {
  const currency = String(channel.currency);
  const [low, high, step] = AMOUNTS[currency]!;
  const digits = minorDigits(currency);
  const number = Number(String(merchant.code).slice(1));
  return {
    slot,
    merchant_id: merchant.id,
    agent_id: merchant.agent_id,
    channel_id: channel.id,
    currency,
    rate: rate.toFixed(6),
    rate_ppm: Math.round(rate * 1_000_000),
    agent_ppm: Math.round(rateOfAgent * 1_000_000),
    low,
    high,
    step,
    scale: 10 ** digits,
    unit: (10 ** -digits).toFixed(6),
    cur: CURRENCIES.indexOf(currency),
    prefix: String(merchant.name).replace(/[^A-Z]/g, ''),
    style: number % 3,
    callback_url: merchant.callback_url,
    server_ip: `103.${21 + (number % 40)}.58.${10 + (slot % 8)}`,
  };
}

/**
 * Each order draws one slot: merchant, channel, upstream, rates and the range of its amount come with it. Every slot is
 * there twice, the second time, SLOTS further, with a healthy upstream in the place of the one that was paused.
 */
export function slotRows(random: Random, bindings: readonly Binding[]): Row[] {
  const rows: Row[] = [];
  const spare: Row[] = [];
  let reached = 0;
  for (const [index, binding] of bindings.entries()) {
    reached += binding.share;
    const until =
      index === bindings.length - 1 ? SLOTS : Math.max(rows.length + 1, Math.round(reached * SLOTS));
    while (rows.length < Math.min(until, SLOTS)) {
      const upstream = random.pick(binding.upstreams);
      const slot = slotOf(binding, rows.length);
      const healthy = binding.upstreams.find(({ name }) => name !== SICK_UPSTREAM) ?? upstream;
      rows.push({ ...slot, ...served(upstream) });
      const other = upstream.name === SICK_UPSTREAM ? healthy : upstream;
      spare.push({ ...slot, slot: Number(slot.slot) + SLOTS, ...served(other) });
    }
  }
  return [...rows, ...spare];
}

export const SLOT_TABLE = `create unlogged table seed_slot (slot int primary key, merchant_id bigint, agent_id bigint,
  channel_id bigint, upstream_id bigint, currency text, rate numeric(12, 6), rate_ppm bigint, cost_ppm bigint,
  agent_ppm bigint, low float8, high float8, step float8, scale bigint, unit numeric, prefix text, style int,
  upstream_prefix text, quality float8, sick boolean, cur int, callback_url text, server_ip text)`;
