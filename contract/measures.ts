import type { Measure } from './measure.ts';
import type { Guard, Resource } from './resource.ts';
import { resources } from './resources/index.ts';

const COLLECT_ENDED = ['success', 'failed', 'expired', 'cancelled', 'reversed'];
const PAY_ENDED = ['success', 'failed', 'rejected', 'cancelled', 'returned'];

/** The field by which a period cuts a resource: the first of these that it has and filters by. */
const TIMES = ['createdAt', 'bookedAt', 'sentAt', 'reportDate'];

function timeOf({ fields }: Resource): string | undefined {
  return TIMES.find((name) => fields[name]?.filter === 'range');
}

type Extra = Pick<Measure, 'base' | 'sum' | 'good'>;

function measure(
  resource: string,
  name: string,
  kind: Measure['kind'],
  rows: Guard,
  extra: Extra = {},
): Measure {
  const time = timeOf(resources.get(resource)!);
  return { id: `${resource}.${name}`, resource, kind, rows, ...(time && { time }), ...extra };
}

/** What has a name of its own, `measure.<id>` in widgets.json. */
const NAMED: readonly Measure[] = [
  measure('collectOrder', 'success', 'count', { status: ['success'] }, { good: 'up' }),
  measure('collectOrder', 'failed', 'count', { status: ['failed'] }, { good: 'down' }),
  measure('collectOrder', 'open', 'count', { status: ['created', 'paying'] }),
  measure('collectOrder', 'review', 'count', { status: ['review'] }, { good: 'down' }),
  measure('collectOrder', 'notifying', 'count', { callbackStatus: ['sending'] }),
  measure('collectOrder', 'notNotified', 'count', { callbackStatus: ['failed'] }, { good: 'down' }),
  measure(
    'collectOrder',
    'rate',
    'rate',
    { status: ['success'] },
    { base: { status: COLLECT_ENDED }, good: 'up' },
  ),
  measure('collectOrder', 'collected', 'money', { status: ['success'] }, { sum: 'amount', good: 'up' }),
  measure('collectOrder', 'fees', 'money', { status: ['success'] }, { sum: 'fee', good: 'up' }),
  measure('collectOrder', 'unsettled', 'money', { status: ['success'], settled: [false] }, { sum: 'amount' }),
  measure('payOrder', 'success', 'count', { status: ['success'] }, { good: 'up' }),
  measure('payOrder', 'open', 'count', { status: ['created', 'approving', 'queued', 'processing'] }),
  measure('payOrder', 'unknown', 'count', { status: ['unknown'] }, { good: 'down' }),
  measure('payOrder', 'rate', 'rate', { status: ['success'] }, { base: { status: PAY_ENDED }, good: 'up' }),
  measure('payOrder', 'paid', 'money', { status: ['success'] }, { sum: 'amount', good: 'up' }),
  measure('payOrder', 'fees', 'money', { status: ['success'] }, { sum: 'fee', good: 'up' }),
  measure('approval', 'waiting', 'count', { outcome: ['waiting'] }, { good: 'down' }),
  measure('reviewItem', 'open', 'count', { status: ['open'] }, { good: 'down' }),
  measure('withdrawal', 'waiting', 'count', { status: ['applied', 'rateConfirmed'] }),
  measure('withdrawal', 'completed', 'money', { status: ['completed'] }, { sum: 'amount' }),
  measure('payment', 'inSuspense', 'money', { status: ['suspended'] }, { sum: 'suspended', good: 'down' }),
  measure('bankBill', 'unmatched', 'count', { status: ['unmatched'] }, { good: 'down' }),
  measure('bankBill', 'unmatchedCredit', 'money', { status: ['unmatched'] }, { sum: 'credit', good: 'down' }),
  measure('callback', 'delivered', 'rate', { delivered: [true] }, { base: {}, good: 'up' }),
];

/** The rows of every list, and the sums that it shows: called as the list and its columns are. */
const ofResource = (resource: Resource): Measure[] => [
  measure(resource.id, 'rows', 'count', {}),
  ...resource.totals.map((sum) => measure(resource.id, `sum-${sum}`, 'money', {}, { sum })),
];

/** Every measure by id; a duplicate id throws at load. */
export const measures: ReadonlyMap<string, Measure> = (() => {
  const map = new Map<string, Measure>();
  const ordered = [...resources.values()].flatMap((resource) => [
    ...ofResource(resource),
    ...NAMED.filter((each) => each.resource === resource.id),
  ]);
  for (const each of ordered) {
    if (map.has(each.id)) throw new Error(`two measures are called ${each.id}`);
    map.set(each.id, Object.freeze(each));
  }
  return map;
})();

/** Has it a text of its own. */
export const isNamed = ({ id }: Measure): boolean => NAMED.some((each) => each.id === id);

/** Undefined for an id that is no longer a measure, as a stored setting may hold. */
export const measureOf = (id: string): Measure | undefined => measures.get(id);
