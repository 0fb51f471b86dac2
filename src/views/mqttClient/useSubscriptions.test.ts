import { expect, it } from 'vitest';
import { type Subscription, subscriptionOf } from './useSubscriptions.ts';

it('colours a message by the most exact subscription that it came by', () => {
  const list = ['#', 'plant/+/heat', 'plant/a/heat', 'other'].map(
    (topic): Subscription => ({ topic, qos: 0, colour: 'pink' }),
  );
  expect(
    ['plant/a/heat', 'plant/b/heat', 'x', '$SYS/x'].map((topic) => subscriptionOf(list, topic)?.topic),
  ).toEqual(['plant/a/heat', 'plant/+/heat', '#', undefined]);
});
