import { beforeAll, expect, it, vi } from 'vitest';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { merchantAsset } from '../../../contract/resources/finance/merchantAsset.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { resources } from '../../../contract/resources/index.ts';
import { type Caller, type Carried, commands } from '../../kit/index.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import type { GridModel } from '../grid/model.ts';
import { openModels } from '../grid/openModels.ts';
import { matchOf, offerOf } from './rowOffer.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid', 'bank', 'orders', 'dicts']);
});

const caller = { can: () => true, profile: { id: '1' } } as unknown as Caller;
const order = { id: '9', orderNo: 'C26112600001', merchantId: '4', merchantName: 'Acme' };

it('narrows a list to the closest of what relates the row to it', () => {
  const to = (target: Parameters<typeof matchOf>[0]) => matchOf(target, collectOrder, order, caller)?.filters;
  expect(to(fundDetail)).toEqual({ orderNo: 'C26112600001' });
  expect(to(merchantAsset)).toEqual({ merchantId: ['4'] });
  // Its number is none of a payout.
  expect(to(payOrder)).toEqual({ merchantId: ['4'] });
  const upstream = { id: '7', name: 'Sandbox' };
  expect(matchOf(payOrder, resources.get('upstream')!, upstream, caller)?.filters).toEqual({
    upstreamId: ['7'],
  });
});

it('knows nothing of a list that refers to none of it', () => {
  expect(matchOf(resources.get('sysRole')!, collectOrder, order, caller)).toBeUndefined();
});

const bill = (status: number) => ({ id: '8', billNo: 'B26112600001', status, currency: 'INR', amount: '5' });
/** A list as far as it is asked: its rows, and which one is chosen. */
const listOf = (resource: GridModel['resource'], row: { id: string }) => {
  const selection = { clear: vi.fn(), moveTo: vi.fn() };
  return { resource, selection, blocks: new Map([[row.id, row]]) } as unknown as GridModel & {
    selection: typeof selection;
  };
};
const carried = (source: string, resource: GridModel['resource'], row: { id: string }): Carried => ({
  source,
  resource,
  row,
  name: 'x',
  related: undefined,
});

it.each(['a bill over an order', 'an order over a bill'])(
  '%s proposes their match where the bill is',
  async (way) => {
    const [lines, orders] = [listOf(bankBill, bill(0)), listOf(collectOrder, order)];
    openModels.set('bills', lines);
    const run = vi.fn();
    const unregister = commands.register({ id: 'bankBill.match', scope: 'bills', label: () => 'Match', run });
    const offer = way.startsWith('a bill')
      ? offerOf({ tabId: 'orders', model: orders, caller, rowId: '9' }, carried('bills', bankBill, bill(0)))
      : offerOf({ tabId: 'bills', model: lines, caller, rowId: '8' }, carried('orders', collectOrder, order));
    expect(offer).toMatchObject({ text: 'Match B2611…0001 with C2611…0001', focus: 'bills', ofRow: true });
    offer.take!();
    expect(lines.selection.moveTo).toHaveBeenCalledWith('8');
    await vi.waitFor(() => expect(run).toHaveBeenCalledWith({ orderNo: 'C26112600001' }));
    unregister();
    openModels.delete('bills');
  },
);

it('a bill that is matched already says so over an order', () => {
  openModels.set('bills', listOf(bankBill, bill(2)));
  const orders = listOf(collectOrder, order);
  const offer = offerOf(
    { tabId: 'orders', model: orders, caller, rowId: '9' },
    carried('bills', bankBill, bill(2)),
  );
  expect(offer.take).toBeUndefined();
  expect(offer.text).toMatch(/^Not possible while/);
  openModels.delete('bills');
});
