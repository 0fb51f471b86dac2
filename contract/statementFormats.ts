import type { StatementFormat } from './statementFormat.ts';

/** How the exports of usual banks and wallets are written, to begin with; columns are named as these files name them. */
export interface ShippedFormat {
  code: string;
  /** The bank's own. */
  name: string;
  currency: 'INR' | 'CNY';
  format: StatementFormat;
}

const INDIA = { zone: 'Asia/Kolkata', dateOrder: 'DMY', decimal: '.', matchUnproven: false } as const;
const CHINA = { zone: 'Asia/Shanghai', dateOrder: 'YMD', decimal: '.', matchUnproven: false } as const;

export const SHIPPED_FORMATS: readonly ShippedFormat[] = [
  {
    code: 'HDFC_NET',
    name: 'HDFC Bank NetBanking',
    currency: 'INR',
    format: {
      ...INDIA,
      date: 'Date',
      description: 'Narration',
      reference: 'Chq./Ref.No.',
      debit: 'Withdrawal Amt.',
      credit: 'Deposit Amt.',
      balance: 'Closing Balance',
    },
  },
  {
    code: 'SBI',
    name: 'State Bank of India',
    currency: 'INR',
    format: {
      ...INDIA,
      date: 'Txn Date',
      description: 'Description',
      reference: 'Ref No./Cheque No.',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance',
    },
  },
  {
    code: 'ICICI_NET',
    name: 'ICICI Bank NetBanking',
    currency: 'INR',
    format: {
      ...INDIA,
      date: 'Transaction Date',
      description: 'Transaction Remarks',
      reference: 'Cheque Number',
      debit: 'Withdrawal Amount (INR )',
      credit: 'Deposit Amount (INR )',
      balance: 'Balance (INR )',
    },
  },
  {
    code: 'KOTAK',
    name: 'Kotak Mahindra Bank',
    currency: 'INR',
    format: {
      ...INDIA,
      date: 'Transaction Date',
      description: 'Description',
      reference: 'Chq / Ref No.',
      amount: 'Amount',
      side: 'Dr / Cr',
      balance: 'Balance',
      balanceSide: 'Dr / Cr (2)',
    },
  },
  {
    code: 'AXIS',
    name: 'Axis Bank',
    currency: 'INR',
    format: {
      ...INDIA,
      date: 'Tran Date',
      description: 'PARTICULARS',
      reference: 'CHQNO',
      debit: 'DR',
      credit: 'CR',
      balance: 'BAL',
    },
  },
  {
    code: 'ALIPAY',
    name: '支付宝 Alipay',
    currency: 'CNY',
    format: {
      ...CHINA,
      date: '交易时间',
      payer: '交易对方',
      description: '商品说明',
      side: '收/支',
      amount: '金额',
      status: '交易状态',
      reference: '交易订单号',
    },
  },
  {
    code: 'WECHAT',
    name: '微信支付 WeChat Pay',
    currency: 'CNY',
    format: {
      ...CHINA,
      date: '交易时间',
      payer: '交易对方',
      description: '商品',
      side: '收/支',
      amount: '金额(元)',
      status: '当前状态',
      reference: '交易单号',
    },
  },
];
