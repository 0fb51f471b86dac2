import type { ColumnRole } from '../../../contract/statementFormat.ts';
import { wordForm } from './words.ts';

/**
 * What banks and wallets call their columns, the most telling first. A name is of the first role whose pattern it fits, so
 * that `Value Date` is no date of booking where there is another.
 */
const PATTERNS: readonly (readonly [ColumnRole, readonly RegExp[]])[] = [
  [
    'date',
    [
      /^(?:txn|tran|trans|transaction|posting|post|booking|booked|created|payment)\.? ?(?:date|on|at|time)(?: ?(?:&|and) ?time| ?time)?(?: ?\(.*\))?$/,
      /^(?:date|datum|fecha|data|tanggal|tgl|ngày|วันที่|日期|日付|交易时间|交易日期|记账日期|入账时间|创建时间|取引日|date ?(?:&|and)? ?time|txn\.? timestamp|timestamp)(?: ?\(.*\))?$/,
      /^(?:data (?:da )?(?:transação|lançamento|mov\w*)|tanggal transaksi|ngày giao dịch|buchungstag|buchungsdatum)$/,
      /^value ?(?:date|dt)\.?$/,
    ],
  ],
  ['time', [/^(?:time|hora|waktu|jam|giờ|เวลา|时间|交易时刻|時刻|txn time|transaction time)$/]],
  [
    'reference',
    [
      /\b(?:utr|rrn|bank ref\w*)\b/,
      /(?:chq|cheque|check|instrument).*ref|ref.*(?:chq|cheque|check)/,
      /^(?:ref|reference|txn|tran|trans|transaction|payment|order)\.? ?(?:ref\.? ?)?(?:no|id|number|num|nr)?\.?(?: ?\/.*)?$/,
      /(?:交易订单号|交易单号|流水号|凭证号|交易号|参考号|取引番号|mã giao dịch|no\.? ?referensi|documento|referência|referencia)/,
    ],
  ],
  [
    'side',
    [
      /^(?:dr ?\/? ?cr|cr ?\/? ?dr|d\/c|c\/d|s\/h|type|txn type|tran(?:saction)? type|debit\/credit|credit\/debit|indicator|收\/支|借贷(?:标志)?|收支类型|tipo|soll\/haben|jenis)$/,
    ],
  ],
  [
    'credit',
    [
      /^(?:credits?|deposits?|cr|paid in|money in|received|in)\.?(?: ?(?:amount|amt)\.?)?(?: ?\(.*\))?$/,
      /^(?:credit|deposit) ?\w*$/,
      /^(?:收入(?:金额)?|贷方(?:发生额|金额)?|存入(?:金额)?|入金(?:金額)?|お預り金額|crédito|entrada|haben|kredit|ghi có|có|ฝาก)(?: ?\(.*\))?$/,
    ],
  ],
  [
    'debit',
    [
      /^(?:debits?|withdrawals?|dr|paid out|money out|spent|out)\.?(?: ?(?:amount|amt)\.?)?(?: ?\(.*\))?$/,
      /^(?:debit|withdrawal) ?\w*$/,
      /^(?:支出(?:金额)?|借方(?:发生额|金额)?|支取(?:金额)?|出金(?:金額)?|お引出し金額|débito|saída|soll|debet|ghi nợ|nợ|ถอน)(?: ?\(.*\))?$/,
    ],
  ],
  [
    'amount',
    [
      /^(?:(?:txn|tran|trans|transaction)\.? ?)?(?:amount|amt|sum|value)\.?(?: ?\(.*\))?$/,
      /^(?:金额|交易金额|发生额|金額|valor|importe|betrag|jumlah|nominal|số tiền|จำนวนเงิน)(?: ?\(.*\))?$/,
    ],
  ],
  ['balance', [/\bbal(?:ance)?\b|^(?:余额|账户余额|残高|差引残高|saldo|số dư|ยอดคงเหลือ|kontostand)/]],
  [
    'status',
    [
      /^(?:status|state|(?:txn|payment|transaction) status|交易状态|当前状态|状态|situação|trạng thái|สถานะ)$/,
    ],
  ],
  [
    'payer',
    [
      /^(?:payer|payee|remitter|beneficiary|counter ?party|customer|sender|name|from|party)(?: ?(?:name|account))?$/,
      /^(?:交易对方|对方户名|对方账户名|对手方|付款人|収取人|nama|nome|tên)(?:.*)$/,
    ],
  ],
  [
    'description',
    [
      /^(?:narration|description|particulars?|details?|transaction (?:details|description|remarks)|remarks?|memo|text|purpose)$/,
      /^(?:商品说明|商品|摘要|附言|用途|备注|交易摘要|摘要内容|keterangan|descrição|histórico|lançamento|diễn giải|nội dung|รายการ|verwendungszweck|descripción|concepto)$/,
    ],
  ],
];

/** How well a name fits a role: higher is better, 0 not at all. */
function fit(name: string, patterns: readonly RegExp[]): number {
  const at = patterns.findIndex((pattern) => pattern.test(wordForm(name)));
  return at === -1 ? 0 : patterns.length - at;
}

/** What the columns of a header most probably are; a role has one column, a column one role. */
export function guessColumns(names: readonly string[]): Partial<Record<ColumnRole, string>> {
  const taken = new Set<string>();
  const found: Partial<Record<ColumnRole, string>> = {};
  for (const [role, patterns] of PATTERNS) {
    const ranked = names
      .filter((name) => name !== '' && !taken.has(name))
      .map((name) => ({ name, fits: fit(name.replace(/ \(\d+\)$/, ''), patterns) }))
      .filter(({ fits }) => fits > 0)
      .toSorted((one, other) => other.fits - one.fits);
    const best = ranked[0];
    if (!best) continue;
    found[role] = best.name;
    taken.add(best.name);
  }
  // Of two columns of sides the one right of the balance is the balance's.
  const side = names.indexOf(found.side ?? '');
  const balance = names.indexOf(found.balance ?? '');
  const second = names.findIndex(
    (name, at) => at > side && side >= 0 && wordForm(name) === wordForm(`${names[side]} (2)`),
  );
  if (second > balance && balance > side && side >= 0) found.balanceSide = names[second]!;
  return found;
}
