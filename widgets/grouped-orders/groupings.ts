import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { known } from '../../src/kit/index.ts';

/** What orders are grouped by, and the field of the order that holds it. */
export const GROUPINGS = Object.freeze({
  status: 'status',
  upstream: 'upstreamId',
  channel: 'channelId',
  merchant: 'merchantId',
});
type Grouping = keyof typeof GROUPINGS;

const isGrouping = (name: string): name is Grouping => Object.hasOwn(GROUPINGS, name);

/** What this person may group by: merchants and a tenant's staff know of no upstream. */
export const groupings = (): Grouping[] =>
  Object.keys(GROUPINGS)
    .filter(isGrouping)
    .filter((name) => GROUPINGS[name] in known(collectOrder).fields);

/** A dashboard that was made for others may group by what this person does not know: the channel is next to it. */
export function groupingOf(by: string): Grouping {
  const offered = groupings();
  return offered.find((name) => name === by) ?? offered.find((name) => name === 'channel') ?? 'status';
}
