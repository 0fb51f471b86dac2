import { expect, it } from 'vitest';
import { STAFF } from '../../../contract/audience.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { iconOf } from './icons.ts';

it('gives no tick to what refuses or takes back', () => {
  for (const { id, actions } of [withdrawal, collectOrder, payOrder] as Resource[])
    for (const [name, action] of Object.entries(actions))
      if (action.danger) expect(iconOf(name, action), `${id}.${name}`).not.toBe('check');
  expect(iconOf('approve', { on: 'many', audience: STAFF } satisfies Action)).toBe('check');
});
