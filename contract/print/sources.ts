/** What can be printed, and the names of its values: a template refers to these and to nothing else. */

export const PRINT_SOURCES = [
  'collectReceipt',
  'payReceipt',
  'withdrawalReceipt',
  'merchantStatement',
] as const;
export type PrintSourceName = (typeof PRINT_SOURCES)[number];

export type PrintKind = 'text' | 'mono' | 'money' | 'price' | 'instant' | 'count' | 'dict';

export interface PrintField {
  kind: PrintKind;
  /** Of an amount: the value that names its currency. */
  currency?: string;
  dict?: string;
  /** The key of the row that it is read from, where that has another name. */
  from?: string;
}

export type PrintFields = Readonly<Record<string, PrintField>>;

export interface PrintSource {
  /** The list whose rows it is about; whoever may read a row there may print it. */
  resource: string;
  fields: PrintFields;
  rows: Readonly<Record<string, PrintFields>>;
}

const text: PrintField = { kind: 'text' };
const mono: PrintField = { kind: 'mono' };
const instant: PrintField = { kind: 'instant' };
const money: PrintField = { kind: 'money', currency: 'currency' };
const merchant: PrintField = { kind: 'text', from: 'merchantName' };
const channel: PrintField = { kind: 'text', from: 'channelName' };
const status = (dict: string): PrintField => ({ kind: 'dict', dict });

/** What every print has: whose it is, when and by whom it was made. */
const EVERY: PrintFields = { company: text, printedAt: instant, printedBy: text, zone: text };

/** Filled in when the pages are counted. */
export const PAGE_FIELDS: PrintFields = { page: { kind: 'count' }, pages: { kind: 'count' } };

/** Rows that one print has at most. */
export const PRINT_ROWS_MOST = 2_000;
/** Days that one statement is about at most. */
export const STATEMENT_DAYS_MOST = 400;

const SOURCES: Readonly<Record<PrintSourceName, PrintSource>> = {
  collectReceipt: {
    resource: 'collectOrder',
    fields: {
      ...EVERY,
      orderNo: mono,
      merchantOrderNo: mono,
      merchant,
      channel,
      amount: money,
      paidAmount: money,
      fee: money,
      currency: text,
      status: status('collectStatusEnum'),
      utr: mono,
      payerId: mono,
      createdAt: instant,
      paidAt: instant,
      settledAt: instant,
      remark: text,
    },
    rows: {},
  },
  payReceipt: {
    resource: 'payOrder',
    fields: {
      ...EVERY,
      orderNo: mono,
      merchantOrderNo: mono,
      merchant,
      channel,
      amount: money,
      fee: money,
      currency: text,
      status: status('payStatusEnum'),
      beneficiary: text,
      bankName: text,
      bankAccount: mono,
      ifsc: mono,
      receivingAddress: mono,
      utr: mono,
      createdAt: instant,
      paidAt: instant,
      remark: text,
    },
    rows: {},
  },
  withdrawalReceipt: {
    resource: 'withdrawal',
    fields: {
      ...EVERY,
      orderNo: mono,
      merchantOrderNo: mono,
      merchant,
      amount: money,
      fee: money,
      currency: text,
      asset: text,
      exchangeRate: { kind: 'price', currency: 'asset' },
      usdtAmount: { kind: 'money', currency: 'asset' },
      address: mono,
      transactionHash: mono,
      status: status('withdrawalStatusEnum'),
      createdAt: instant,
      completedAt: instant,
      remark: text,
    },
    rows: {},
  },
  merchantStatement: {
    resource: 'fundDetail',
    fields: {
      ...EVERY,
      merchant,
      currency: text,
      from: instant,
      to: instant,
      opening: money,
      in: money,
      out: money,
      fees: money,
      closing: money,
      entryCount: { kind: 'count' },
    },
    rows: {
      entries: {
        at: instant,
        type: status('fundTypeEnum'),
        orderNo: mono,
        merchantOrderNo: mono,
        credit: money,
        debit: money,
        amount: money,
        balance: money,
      },
    },
  },
};

export const printSource = (name: PrintSourceName): PrintSource => SOURCES[name];
