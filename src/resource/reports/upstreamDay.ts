import type { Row } from '../../../contract/calls.ts';
import { type Command, type IconName, openView } from '../../kit/index.ts';
import { drillVerb, lookBehind } from '../drill.ts';

/** Two lists of the same days: what upstreams report, and what is computed. */
export type Side = 'upstreamReport' | 'upstreamEntry';

interface Ports {
  side: Side;
  current: () => Row | undefined;
  label: (verb: 'theirs' | 'ours' | 'orders') => string;
  none: () => string;
}

/** Ways from an upstream's day: to the orders behind it, and to the same day in the other list. */
export function upstreamDayVerbs({ side, current, label, none }: Ports): Omit<Command, 'scope'>[] {
  const other = side === 'upstreamReport' ? 'upstreamEntry' : 'upstreamReport';
  const name = side === 'upstreamReport' ? 'theirs' : 'ours';
  const icon: IconName = 'columns';
  return [
    drillVerb(
      `${side}.orders`,
      () => label('orders'),
      current,
      none,
      (row) => {
        const view = Number(row.successCollectionCount) > 0 ? 'collectOrder' : 'payOrder';
        return lookBehind(side, row, view, { upstreamId: [row.upstreamId] }, 'paidAt');
      },
    ),
    {
      ...drillVerb(
        `${side}.${name}`,
        () => label(name),
        current,
        none,
        ({ reportDate, upstreamId, currency }) =>
          openView(other, {
            reportDate: { from: reportDate, to: reportDate },
            upstreamId: [upstreamId],
            currency: [currency],
          }),
      ),
      icon,
      keys: ['c'],
    },
  ];
}
