import type { PrintData } from './layout.ts';
import type { PrintSourceName } from './sources.ts';

/** What a template is tried out with while no row is chosen: the values that a row would give. */

const EVERY = {
  company: 'Paydesk',
  printedAt: '2026-11-27T05:12:00.000Z',
  printedBy: 'Priya Nair',
  zone: 'Asia/Kolkata',
};
const ORDER = {
  ...EVERY,
  merchant: 'Kaveri Games',
  currency: 'INR',
  amount: '1250',
  fee: '22.5',
  remark: null,
};

/** Movements of an evening, each with the balance after it. */
function entries(opening: number): PrintData['rows'][string] {
  const moves: readonly (readonly [minute: number, type: number, order: string, amount: number])[] = [
    [2, 1, 'C2611261302098812604417', 1_250],
    [2, 2, 'C2611261302098812604417', -22.5],
    [18, 1, 'C2611261318093250917746', 4_800],
    [18, 2, 'C2611261318093250917746', -86.4],
    [41, 4, 'P2611261341096071538820', -500],
    [41, 5, 'P2611261341096071538820', -5],
    [55, 9, 'W2611261355091947260358', -2_000],
  ];
  let balance = opening * 100;
  return moves.map(([minute, type, orderNo, amount]) => {
    balance += Math.round(amount * 100);
    return {
      at: `2026-11-26T13:${String(minute).padStart(2, '0')}:09.000Z`,
      type,
      orderNo,
      merchantOrderNo: `KG-${orderNo.slice(-5)}`,
      credit: amount > 0 ? String(amount) : null,
      debit: amount < 0 ? String(-amount) : null,
      amount: String(amount),
      balance: String(balance / 100),
    };
  });
}

export const PRINT_EXAMPLES: Readonly<Record<PrintSourceName, PrintData>> = {
  collectReceipt: {
    fields: {
      ...ORDER,
      channel: 'UPI Express',
      orderNo: 'C2611270452417709136254',
      merchantOrderNo: 'KG-00001',
      paidAmount: '1250',
      status: 2,
      utr: '633112345678',
      payerId: 'asha@upi',
      createdAt: '2026-11-27T04:52:41.000Z',
      paidAt: '2026-11-27T04:54:05.000Z',
      settledAt: '2026-11-27T05:00:00.000Z',
    },
    rows: {},
  },
  payReceipt: {
    fields: {
      ...ORDER,
      channel: 'UPI Express',
      orderNo: 'P2611270440008836502917',
      merchantOrderNo: 'KG-90001',
      status: 4,
      beneficiary: 'Asha Rao',
      bankName: 'HDFC Bank',
      bankAccount: '50100234567890',
      ifsc: 'HDFC0000123',
      receivingAddress: null,
      utr: '633187654321',
      createdAt: '2026-11-27T04:40:00.000Z',
      paidAt: '2026-11-27T04:44:31.000Z',
    },
    rows: {},
  },
  withdrawalReceipt: {
    fields: {
      ...ORDER,
      orderNo: 'W2611270310005518837042',
      merchantOrderNo: null,
      amount: '885000',
      fee: '500',
      asset: 'USDT',
      exchangeRate: '88.45',
      usdtAmount: '10000',
      address: 'TQm5R8hW2kX7bY3nZ9vP4sL6dF1gJ0cA8e',
      transactionHash: '9f2c4b7a1d8e3f6052b9c7d4e1a8f30562c9b7d4e1f8a30529c6b7d4e1a8f305',
      status: 2,
      createdAt: '2026-11-27T03:10:00.000Z',
      completedAt: '2026-11-27T04:02:19.000Z',
    },
    rows: {},
  },
  merchantStatement: {
    fields: {
      ...EVERY,
      merchant: 'Kaveri Games',
      currency: 'INR',
      from: '2026-11-25T18:30:00.000Z',
      to: '2026-11-26T18:30:00.000Z',
      opening: '80000',
      in: '6050',
      out: '2500',
      fees: '113.9',
      closing: '83436.1',
      entryCount: 7,
    },
    rows: { entries: entries(80_000) },
  },
};
