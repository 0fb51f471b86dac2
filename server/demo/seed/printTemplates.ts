import { dictValue } from '../../../contract/dicts.ts';
import { PRINT_EXAMPLES } from '../../../contract/print/examples.ts';
import type { LocalText, PrintElement, PrintOnly, PrintTemplate } from '../../../contract/print/template.ts';
import { insertRows } from './copyIn.ts';
import { baseId } from './ids.ts';
import type { Queryable } from './load.ts';

/** Places in millimetres from the top left of the sheet. */

const say = (zhCn: string, zhTw: string, en: string): LocalText => ({ 'zh-cn': zhCn, 'zh-tw': zhTw, en });

const LABELS: Readonly<Record<string, LocalText>> = {
  orderNo: say('订单号', '訂單編號', 'Order'),
  merchantOrderNo: say('商户单号', '商戶訂單編號', 'Merchant order'),
  merchant: say('商户', '商戶', 'Merchant'),
  channel: say('通道', '通道', 'Channel'),
  paidAt: say('支付时间', '付款時間', 'Paid'),
  utr: say('UTR', 'UTR', 'UTR'),
  payerId: say('付款人', '付款人', 'Payer'),
  fee: say('手续费', '手續費', 'Fee'),
  status: say('状态', '狀態', 'Status'),
  beneficiary: say('收款人', '收款人', 'Beneficiary'),
  bankName: say('银行', '銀行', 'Bank'),
  bankAccount: say('银行账号', '銀行帳號', 'Account'),
  ifsc: say('IFSC', 'IFSC', 'IFSC'),
  createdAt: say('创建时间', '建立時間', 'Created'),
  completedAt: say('完成时间', '完成時間', 'Completed'),
  amount: say('金额', '金額', 'Amount'),
  exchangeRate: say('汇率', '匯率', 'Rate'),
  usdtAmount: say('下发金额', '發放金額', 'Paid out'),
  address: say('收款地址', '收款地址', 'Address'),
  transactionHash: say('链上交易', '鏈上交易', 'Transaction'),
};
const PRINTED_BY = say(
  '{printedBy} 打印于 {printedAt}（{zone}）',
  '{printedBy} 列印於 {printedAt}（{zone}）',
  'Printed by {printedBy} on {printedAt} ({zone})',
);
const PAGE = say('第 {page} 页，共 {pages} 页', '第 {page} 頁，共 {pages} 頁', 'Page {page} of {pages}');

/** A receipt says that money has moved: it is printed of nothing else. */
const onlyPaid = (dict: string, state: string, otherwise: LocalText): PrintOnly => ({
  field: 'status',
  in: [dictValue(dict, state)],
  otherwise,
});
const NOT_PAID = say(
  '尚未支付：支付后才能打印凭证',
  '尚未付款：付款後才能列印憑證',
  'Not paid yet: a receipt is printed after payment',
);
const NOT_PAID_OUT = say(
  '尚未下发：完成后才能打印凭证',
  '尚未發放：完成後才能列印憑證',
  'Not paid out yet: a receipt is printed after completion',
);

interface Line {
  field: string;
  mono?: boolean;
  format?: 'code';
  size?: number;
  tall?: number;
}

/** Labels left, values right, one below the other. */
function lines(x: number, y: number, w: number, step: number, list: readonly Line[]): PrintElement[] {
  let at = y;
  return list.map(({ field, mono, format, size = 8.5, tall = 1 }) => {
    const h = step * tall;
    const placed: PrintElement = {
      kind: 'field',
      x,
      y: at,
      w,
      h,
      field,
      label: LABELS[field]!,
      align: 'right',
      size,
      ...(mono && { mono }),
      ...(format && { format }),
    };
    at += h;
    return placed;
  });
}

const COLLECT: PrintTemplate = {
  paydesk: 1,
  source: 'collectReceipt',
  only: onlyPaid('collectStatusEnum', 'success', NOT_PAID),
  paper: { size: 'roll80' },
  elements: [
    { kind: 'picture', x: 5, y: 5, w: 9, h: 9, picture: 'logo' },
    { kind: 'text', x: 16, y: 5, w: 59, h: 5, text: '{company}', size: 9, bold: true },
    {
      kind: 'text',
      x: 16,
      y: 9.5,
      w: 59,
      h: 5,
      text: say('代收订单', '代收訂單', 'Collection order'),
      size: 8.5,
      tone: 'muted',
    },
    { kind: 'line', x: 5, y: 17, w: 70, h: 0, thick: true },
    { kind: 'field', x: 5, y: 20, w: 70, h: 9, field: 'amount', format: 'code', size: 18, bold: true },
    { kind: 'field', x: 5, y: 29, w: 70, h: 5, field: 'status', size: 9, tone: 'accent' },
    { kind: 'line', x: 5, y: 36, w: 70, h: 0 },
    ...lines(5, 38, 70, 5, [
      { field: 'orderNo', mono: true },
      { field: 'merchantOrderNo', mono: true },
      { field: 'merchant' },
      { field: 'channel' },
      { field: 'utr', mono: true },
      { field: 'payerId', mono: true },
      { field: 'paidAt' },
    ]),
    { kind: 'line', x: 5, y: 75, w: 70, h: 0 },
    { kind: 'qr', x: 5, y: 78, w: 18, h: 18, text: '{orderNo}' },
    { kind: 'text', x: 26, y: 79, w: 49, h: 16, text: PRINTED_BY, size: 7, tone: 'muted' },
  ],
};

/** Head, amount and foot of a sheet of A5. */
const onA5 = (
  title: LocalText,
  amount: 'amount' | 'usdtAmount',
  body: readonly PrintElement[],
): PrintElement[] => [
  { kind: 'picture', x: 12, y: 12, w: 11, h: 11, picture: 'logo' },
  { kind: 'text', x: 26, y: 12, w: 70, h: 6, text: '{company}', size: 11, bold: true },
  { kind: 'text', x: 26, y: 17.5, w: 70, h: 6, text: title, size: 9, tone: 'muted' },
  { kind: 'qr', x: 118, y: 12, w: 18, h: 18, text: '{orderNo}' },
  { kind: 'line', x: 12, y: 33, w: 124, h: 0, thick: true },
  { kind: 'field', x: 12, y: 37, w: 124, h: 11, field: amount, format: 'code', size: 22, bold: true },
  { kind: 'field', x: 12, y: 48, w: 124, h: 6, field: 'status', size: 10, tone: 'accent' },
  { kind: 'line', x: 12, y: 57, w: 124, h: 0 },
  ...body,
  { kind: 'line', x: 12, y: 194, w: 124, h: 0 },
  { kind: 'text', x: 12, y: 195.5, w: 124, h: 5, text: PRINTED_BY, size: 7.5, tone: 'muted' },
];

const PAYOUT: PrintTemplate = {
  paydesk: 1,
  source: 'payReceipt',
  only: onlyPaid('payStatusEnum', 'success', NOT_PAID),
  paper: { size: 'A5' },
  elements: onA5(
    say('代付订单', '代付訂單', 'Payout order'),
    'amount',
    lines(12, 60, 124, 7.5, [
      { field: 'orderNo', mono: true, size: 9.5 },
      { field: 'merchantOrderNo', mono: true, size: 9.5 },
      { field: 'merchant', size: 9.5 },
      { field: 'beneficiary', size: 9.5 },
      { field: 'bankName', size: 9.5 },
      { field: 'bankAccount', mono: true, size: 9.5 },
      { field: 'ifsc', mono: true, size: 9.5 },
      { field: 'utr', mono: true, size: 9.5 },
      { field: 'fee', format: 'code', size: 9.5 },
      { field: 'createdAt', size: 9.5 },
      { field: 'paidAt', size: 9.5 },
    ]),
  ),
};

const WITHDRAWAL: PrintTemplate = {
  paydesk: 1,
  source: 'withdrawalReceipt',
  only: onlyPaid('withdrawalStatusEnum', 'completed', NOT_PAID_OUT),
  paper: { size: 'A5' },
  elements: onA5(
    say('提现', '提現', 'Withdrawal'),
    'usdtAmount',
    lines(12, 60, 124, 7.5, [
      { field: 'orderNo', mono: true, size: 9.5 },
      { field: 'merchant', size: 9.5 },
      { field: 'amount', format: 'code', size: 9.5 },
      { field: 'fee', format: 'code', size: 9.5 },
      { field: 'exchangeRate', size: 9.5 },
      { field: 'address', mono: true, size: 8.5 },
      { field: 'transactionHash', mono: true, size: 8, tall: 1.5 },
      { field: 'createdAt', size: 9.5 },
      { field: 'completedAt', size: 9.5 },
    ]),
  ),
};

/** Opening, in, out, fees and closing in a row of boxes. */
const SUMS: readonly [field: string, label: LocalText][] = [
  ['opening', say('期初余额', '期初餘額', 'Opening')],
  ['in', say('收入', '收入', 'In')],
  ['out', say('支出', '支出', 'Out')],
  ['fees', say('手续费', '手續費', 'Fees')],
  ['closing', say('期末余额', '期末餘額', 'Closing')],
];

const STATEMENT: PrintTemplate = {
  paydesk: 1,
  source: 'merchantStatement',
  paper: { size: 'A4' },
  elements: [
    { kind: 'picture', x: 12, y: 11, w: 11, h: 11, picture: 'logo' },
    { kind: 'text', x: 26, y: 11, w: 90, h: 6, text: '{company}', size: 11, bold: true },
    {
      kind: 'text',
      x: 26,
      y: 16.5,
      w: 90,
      h: 6,
      text: say('商户对账单', '商戶對帳單', 'Merchant statement'),
      size: 9,
      tone: 'muted',
    },
    { kind: 'text', x: 108, y: 11, w: 90, h: 6, text: '{merchant}', size: 11, bold: true, align: 'right' },
    {
      kind: 'text',
      x: 98,
      y: 16.5,
      w: 100,
      h: 6,
      text: '{from} – {to}',
      size: 9,
      tone: 'muted',
      align: 'right',
    },
    { kind: 'box', x: 12, y: 26, w: 186, h: 15, fill: true },
    ...SUMS.flatMap(([field, label], at): PrintElement[] => [
      { kind: 'text', x: 15 + at * 36.6, y: 28, w: 33.6, h: 4.5, text: label, size: 7.5, tone: 'muted' },
      {
        kind: 'field',
        x: 15 + at * 36.6,
        y: 32.5,
        w: 35,
        h: 6,
        field,
        size: 10,
        bold: true,
        ...(field === 'closing' && { format: 'code' }),
      },
    ]),
    {
      kind: 'table',
      x: 12,
      y: 46,
      w: 186,
      h: 20,
      size: 8,
      rows: 'entries',
      columns: [
        { field: 'at', title: say('时间', '時間', 'Time'), w: 34 },
        { field: 'type', title: say('类型', '類型', 'Type'), w: 26 },
        { field: 'orderNo', title: say('订单号', '訂單編號', 'Order'), w: 41 },
        { field: 'credit', title: say('收入', '收入', 'In'), w: 28, total: true },
        { field: 'debit', title: say('支出', '支出', 'Out'), w: 28, total: true },
        { field: 'balance', title: say('余额', '餘額', 'Balance'), w: 29 },
      ],
    },
    {
      kind: 'text',
      x: 12,
      y: 69,
      w: 186,
      h: 10,
      text: say(
        '期初余额 {opening} + 收入 {in} − 支出 {out} − 手续费 {fees} = 期末余额 {closing} {currency}，共 {entryCount} 笔',
        '期初餘額 {opening} + 收入 {in} − 支出 {out} − 手續費 {fees} = 期末餘額 {closing} {currency}，共 {entryCount} 筆',
        'Opening {opening} + in {in} − out {out} − fees {fees} = closing {closing} {currency}, {entryCount} entries',
      ),
      size: 8,
      tone: 'muted',
    },
    { kind: 'text', x: 12, y: 285, w: 140, h: 5, text: PRINTED_BY, size: 7, tone: 'muted', every: true },
    {
      kind: 'text',
      x: 152,
      y: 285,
      w: 46,
      h: 5,
      text: PAGE,
      size: 7,
      tone: 'muted',
      align: 'right',
      every: true,
    },
  ],
};

export const SHIPPED_PRINTS: readonly PrintTemplate[] = [COLLECT, PAYOUT, WITHDRAWAL, STATEMENT];

/** What every installation can print. */
export async function seedPrintTemplates(db: Queryable): Promise<void> {
  await insertRows(
    db,
    'sys_print',
    SHIPPED_PRINTS.map((template, at) => ({
      id: baseId(601 + at),
      name: template.source,
      template: JSON.stringify(template),
      source: template.source,
      print_type: 1,
      print_data_demo: JSON.stringify(PRINT_EXAMPLES[template.source]),
      order_no: (at + 1) * 10,
      status: 1,
      version: 1,
      created_at: new Date(),
    })),
  );
}
