import { dictValue } from './dicts.ts';
import type { MeasureKind } from './measure.ts';
import { measureOf } from './measures.ts';
import type { Guard } from './resource.ts';

/** What alert rules watch: measures that the rollup by quarter hour can answer for any time of its twelve months. */

/** Fields that a rule can be narrowed by. */
export const ALERT_SCOPES = ['merchantId', 'upstreamId', 'channelId', 'currency'] as const;
export type AlertScope = (typeof ALERT_SCOPES)[number];

export interface AlertMeasure {
  /** The measure's id. */
  readonly id: string;
  readonly resource: string;
  readonly kind: MeasureKind;
  /** What came about within the window, or what there is at its end. */
  readonly over: 'window' | 'now';
  /** Under which name the rollup keeps it. */
  readonly source: string;
  /** States that count; of a rate those of the share. */
  readonly part: readonly number[];
  /** Rate: the states that it is a share of. */
  readonly whole: readonly number[];
  /** Money: the column that is summed. */
  readonly sum: 'rows' | 'amount' | 'fee';
  readonly scopes: readonly AlertScope[];
}

const STATUS_OF: Readonly<Record<string, string>> = {
  collectOrder: 'collectStatusEnum',
  payOrder: 'payStatusEnum',
};

/** The states by which the rollup counts what a guard lets through: one field of the resource. */
function statesOf(resource: string, guard: Guard = {}): number[] {
  const [found] = Object.entries(guard);
  if (!found) return [0, 1];
  const [, values] = found;
  const dict = STATUS_OF[resource];
  return values.map((value) => (dict ? Number(dictValue(dict, String(value))) : Number(value)));
}

const ORDERS: readonly AlertScope[] = ALERT_SCOPES;

function made(id: string, over: AlertMeasure['over'], scopes: readonly AlertScope[]): AlertMeasure {
  const measure = measureOf(id);
  if (!measure) throw new Error(`there is no measure ${id}`);
  const { resource, kind, rows, base } = measure;
  const isFlow = over === 'window';
  return Object.freeze({
    id,
    resource,
    kind,
    over,
    source: isFlow ? resource : id,
    part: isFlow ? statesOf(resource, rows) : [0],
    whole: isFlow && kind === 'rate' ? statesOf(resource, base) : [],
    sum: kind !== 'money' ? 'rows' : measure.sum === 'fee' ? 'fee' : 'amount',
    scopes,
  });
}

/** Every measure that a rule can watch, by id. */
export const alertMeasures: ReadonlyMap<string, AlertMeasure> = new Map(
  [
    made('collectOrder.rate', 'window', ORDERS),
    made('collectOrder.success', 'window', ORDERS),
    made('collectOrder.failed', 'window', ORDERS),
    made('collectOrder.collected', 'window', ORDERS),
    made('collectOrder.fees', 'window', ORDERS),
    made('collectOrder.open', 'now', ORDERS),
    made('collectOrder.review', 'now', ORDERS),
    made('collectOrder.notifying', 'now', ORDERS),
    made('payOrder.rate', 'window', ORDERS),
    made('payOrder.success', 'window', ORDERS),
    made('payOrder.paid', 'window', ORDERS),
    made('payOrder.fees', 'window', ORDERS),
    made('payOrder.open', 'now', ORDERS),
    made('payOrder.unknown', 'now', ORDERS),
    made('callback.delivered', 'window', ['merchantId']),
    made('payment.inSuspense', 'now', ['merchantId', 'upstreamId', 'currency']),
    made('reviewItem.open', 'now', ['merchantId', 'upstreamId', 'currency']),
    made('approval.waiting', 'now', ['merchantId', 'currency']),
    made('withdrawal.waiting', 'now', ['merchantId', 'currency']),
    made('bankBill.unmatched', 'now', ['currency']),
  ].map((each) => [each.id, each]),
);

/** Undefined for an id that no rule can watch. */
export const alertMeasureOf = (id: string): AlertMeasure | undefined => alertMeasures.get(id);
