import { dictValue } from '../../../contract/dicts.ts';
import type { FilterValue, Filters } from '../../resource/filters/model.ts';

const RECENT: FilterValue = { relative: 'days7' };
const fundType = (name: 'collection' | 'payout') => [dictValue('fundTypeEnum', name)];

/** The lines of the statements lead: what belongs to them may be of any day. */
const OF_BILLS = 0;

/** What came in: line, payment, order and what the merchant's account was credited with. */
const credit = (when: FilterValue) => ({
  of: OF_BILLS,
  sides: [
    {
      resource: 'bankBill',
      filters: { bookedAt: when, direction: [dictValue('billDirectionEnum', 'credit')] },
    },
    { resource: 'payment', filters: {} },
    { resource: 'collectOrder', filters: {} },
    { resource: 'fundDetail', filters: { type: fundType('collection') } },
  ],
  key: [['orderNo|candidateNo', 'orderNo', 'orderNo', 'orderNo']],
  compared: [
    ['amount', 'amount', 'paidAmount', 'amount'],
    ['currency', 'currency', 'currency', 'currency'],
    ['utr', 'reference', 'utr', null],
  ],
});

/** What went out: line, order and what the merchant's account was debited with. */
const debit = (when: FilterValue) => ({
  of: OF_BILLS,
  sides: [
    {
      resource: 'bankBill',
      filters: { bookedAt: when, direction: [dictValue('billDirectionEnum', 'debit')] },
    },
    { resource: 'payOrder', filters: {} },
    { resource: 'fundDetail', filters: { type: fundType('payout') } },
  ],
  key: [['orderNo|candidateNo', 'orderNo', 'orderNo']],
  compared: [
    ['amount', 'amount', null],
    ['currency', 'currency', 'currency'],
  ],
});

/**
 * A comparison of what a bank, our payments, the orders and the ledger say of the same money, for the time that the bills
 * are filtered by, else for the last seven days.
 */
export function moneyBoard({ bookedAt, direction }: Filters) {
  const when = bookedAt ?? RECENT;
  const isDebit =
    Array.isArray(direction) && direction.join() === String(dictValue('billDirectionEnum', 'debit'));
  return isDebit ? debit(when) : credit(when);
}
