import { createHmac } from 'node:crypto';
import { minorDigits } from '../../../contract/currency.ts';
import { encryptSecret } from '../../secrets.ts';
import { insertRows } from './copyIn.ts';
import {
  AGENTS,
  AMOUNTS,
  type Branch,
  CHANNELS,
  CURRENCY_SHARE,
  type DemoMerchant,
  MERCHANTS,
} from './demoNames.ts';
import { idAt } from './ids.ts';
import type { Queryable } from './load.ts';
import { type Random, seeded } from './random.ts';

const DAY = 86_400_000;
export const SLOTS = 4096;
const CURRENCIES = Object.keys(CURRENCY_SHARE);
/** In trouble for the last hours before the anchor: what an operator should notice. */
const SICK_UPSTREAM = 'AXIS-NB 01';

export interface Business {
  /** Merchant and agent ids by name. */
  merchantIds: ReadonlyMap<string, string>;
}

interface Options {
  seed: number;
  anchorMs: number;
  tenantId: string;
  orgIds: Readonly<Record<Branch, string>>;
  secretsKey: string;
  /** Where the merchants' callbacks go; the merchant's code is appended. */
  callbackBase: string;
}

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const money = (value: number): string => String(Math.round(value * 100) / 100);

function upstreamRows(random: Random, bornMs: number): Record<string, unknown>[] {
  const known = new Map<string, string>();
  for (const [, , , currency, names] of CHANNELS) for (const name of names) known.set(name, currency);
  return [...known].map(([name, currency], index) => {
    const [low, high] = AMOUNTS[currency]!;
    return {
      id: idAt(bornMs, index + 1),
      name,
      code: name.replace(/[^A-Z0-9]+/g, '_'),
      status: name === SICK_UPSTREAM ? 3 : 1,
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
      remark: name === SICK_UPSTREAM ? '成功率低于阈值，已自动暂停' : `${currency} 代收`,
      version: 1,
      created_at: new Date(bornMs),
    };
  });
}

function channelRows(bornMs: number): Record<string, unknown>[] {
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

function merchantRows(
  people: readonly DemoMerchant[],
  bornMs: number,
  options: Options,
): Record<string, unknown>[] {
  const ids = new Map(
    people.map((person, index) => [person.name, idAt(bornMs + index * 3_600_000, index + 1)]),
  );
  return people.map((person, index) => {
    const isAgent = AGENTS.includes(person);
    const code = `${isAgent ? 'A' : 'M'}${String(10_001 + index)}`;
    const secret = createHmac('sha256', String(options.seed)).update(`merchant secret ${code}`).digest('hex');
    return {
      id: ids.get(person.name),
      tenant_id: options.tenantId,
      org_id: options.orgIds[person.branch],
      agent_id: person.agent ? ids.get(person.agent) : null,
      code,
      name: person.name,
      type: isAgent ? 2 : 1,
      status: person.name === 'Gulmohar Homes' ? 2 : person.name === 'Mango Lending' ? 3 : 1,
      category: person.category,
      group_name: isAgent
        ? '代理'
        : person.branch === 'india'
          ? '印度'
          : person.branch === 'latinAmerica'
            ? '拉美'
            : '东南亚',
      callback_url: `${options.callbackBase}/${slug(person.name)}`,
      messaging_group: `@${slug(person.name)}`,
      order_match_regex: null,
      config: { notifyOn: ['success', 'failed', 'expired'] },
      extended_config: null,
      sign_secret: encryptSecret(options.secretsKey, secret),
      remark: null,
      version: 1,
      created_at: new Date(bornMs + index * 3_600_000),
    };
  });
}

interface Binding {
  merchant: Record<string, unknown>;
  channel: Record<string, unknown>;
  upstreams: readonly Record<string, unknown>[];
  rate: number;
  rateOfAgent: number;
  share: number;
}

/** Who may collect through what, at which rate, with which share of the orders. */
function bind(
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

function bindingRows(bindings: readonly Binding[], bornMs: number): Record<string, unknown>[] {
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
    remark: null,
    version: 1,
    created_at: new Date(bornMs),
  }));
}

function extensionRows(bindings: readonly Binding[], bornMs: number): Record<string, unknown>[] {
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

/** Each order draws one slot: merchant, channel, upstream, rates and the range of its amount come with it. */
function slotRows(random: Random, bindings: readonly Binding[]): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  let reached = 0;
  for (const [index, binding] of bindings.entries()) {
    reached += binding.share;
    const until =
      index === bindings.length - 1 ? SLOTS : Math.max(rows.length + 1, Math.round(reached * SLOTS));
    const { merchant, channel } = binding;
    const [low, high, step] = AMOUNTS[String(channel.currency)]!;
    while (rows.length < Math.min(until, SLOTS)) {
      const upstream = random.pick(binding.upstreams);
      rows.push({
        slot: rows.length,
        merchant_id: merchant.id,
        agent_id: merchant.agent_id,
        channel_id: channel.id,
        upstream_id: upstream.id,
        currency: channel.currency,
        rate: binding.rate.toFixed(6),
        rate_ppm: Math.round(binding.rate * 1_000_000),
        cost_ppm: Math.round(Number(upstream.rate) * 1_000_000),
        agent_ppm: Math.round(binding.rateOfAgent * 1_000_000),
        low,
        high,
        step,
        scale: 10 ** minorDigits(String(channel.currency)),
        unit: (10 ** -minorDigits(String(channel.currency))).toFixed(6),
        cur: CURRENCIES.indexOf(String(channel.currency)),
        prefix: String(merchant.name).replace(/[^A-Z]/g, ''),
        style: Number(String(merchant.code).slice(1)) % 3,
        upstream_prefix: String(upstream.code).slice(0, 3),
        sick: upstream.name === SICK_UPSTREAM,
        callback_url: merchant.callback_url,
        server_ip: `103.${21 + (Number(String(merchant.code).slice(1)) % 40)}.58.${10 + (rows.length % 8)}`,
      });
    }
  }
  return rows;
}

const SLOT_TABLE = `create unlogged table seed_slot (slot int primary key, merchant_id bigint, agent_id bigint,
  channel_id bigint, upstream_id bigint, currency text, rate numeric(12, 6), rate_ppm bigint, cost_ppm bigint,
  agent_ppm bigint, low float8, high float8, step float8, scale bigint, unit numeric, prefix text, style int, upstream_prefix text, sick boolean, cur int,
  callback_url text, server_ip text)`;

/** Merchants with their agents, channels, upstreams, bindings and rates, and the slots that the orders draw from. */
export async function seedBusiness(db: Queryable, options: Options): Promise<Business> {
  const random = seeded(options.seed);
  const bornMs = options.anchorMs - 400 * DAY;
  const upstreams = upstreamRows(random, bornMs);
  const channels = channelRows(bornMs);
  const merchants = merchantRows([...AGENTS, ...MERCHANTS], bornMs + 10 * DAY, options);
  const bindings = bind(random, merchants, channels, upstreams);
  await insertRows(db, 'upstream', upstreams);
  await insertRows(db, 'channel', channels);
  await insertRows(
    db,
    'merchant',
    merchants.filter((row) => row.agent_id === null),
  );
  await insertRows(
    db,
    'merchant',
    merchants.filter((row) => row.agent_id !== null),
  );
  await insertRows(db, 'channel_binding', bindingRows(bindings, bornMs + 60 * DAY));
  await insertRows(db, 'extension_rate', extensionRows(bindings, bornMs + 61 * DAY));
  await db.query('drop table if exists seed_slot');
  await db.query(SLOT_TABLE);
  await insertRows(db, 'seed_slot', slotRows(random, bindings));
  return { merchantIds: new Map(merchants.map((row) => [String(row.name), String(row.id)])) };
}
