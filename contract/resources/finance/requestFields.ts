import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { waitsForApproval } from '../askedField.ts';

/** No bank carries more in one transfer: a larger amount has digits too many. */
export const TRANSFER_MOST = '100000000000';

/** What came by one transfer. */
export const transferAmount = money({
  required: true,
  positive: true,
  filter: 'range',
  sort: true,
  width: 120,
  most: TRANSFER_MOST,
});

/** What every request has that one person makes and another decides. */
export const requestHead = {
  orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, sort: true, width: 150 }),
  merchantId: ref('merchant', { required: true, once: true, own: true, filter: 'in', width: 130 }),
  status: dict('requestStatusEnum', { readonly: true, filter: 'in', sort: true, width: 84 }),
} as const;

export const requestFoot = {
  waitsForApproval,
  makerId: ref('sysUser', { readonly: true, filter: 'in', width: 110 }),
  checkerId: ref('sysUser', { readonly: true, filter: 'in', staff: true, width: 110 }),
  decidedAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
  createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
} as const;

const PENDING = { status: ['pending'] };

/** The second person's two answers, by what is in the request. */
export const decisionsBy = (...own: readonly string[]) => {
  const contextFields = ['merchantId', ...own, 'makerId'];
  return {
    approve: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: PENDING,
      hotkey: 'shift+a',
      primary: true,
      confirm: true,
      contextFields,
    },
    reject: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: PENDING,
      confirm: true,
      contextFields,
      danger: true,
      input: { reason: text({ required: true, max: 500 }) },
    },
  } as const;
};

/** A draft becomes a request. */
export const submission = {
  on: 'many',
  books: 'request',
  when: { status: ['draft'] },
  confirm: true,
} as const;
