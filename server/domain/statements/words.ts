/** Words of banks and wallets, in the languages of the countries whose currencies the product handles. */

/** In the form in which cells are compared with words: one width, one blank, no marks around, small letters. */
export const wordForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:*\-–—_.'"]+|[\s:*\-–—_.'"]+$/gu, '')
    .toLowerCase();

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*\|\s*/));

const SUCCEEDED = listed(
  `success | successful | succeeded | succesfull | completed | complete | paid | settled | captured | credited | debited |
  processed | posted | booked | cleared | done | ok | approved | s | 交易成功 | 成功 | 已完成 | 支付成功 | 转账成功 | 已收款 | 已支付 |
  已存入零钱 | 已转账 | 对方已收钱 | 已到账 | 已入账 | berhasil | sukses | selesai | concluído | concluida | concluída | efetivado |
  aprovado | thành công | สำเร็จ | 完了`.replaceAll('\n', ' '),
);
const NOT_MONEY = listed(
  `failed | failure | fail | f | declined | rejected | refused | denied | error | pending | p | processing | in process |
  in progress | initiated | created | scheduled | on hold | hold | awaiting | queued | authorized | authorised | reversed |
  reversal | cancelled | canceled | voided | void | expired | timeout | timed out | aborted | refunded | returned | unpaid |
  chargeback | disputed | 交易关闭 | 交易關閉 | 失败 | 交易失败 | 支付失败 | 处理中 | 等待付款 | 已关闭 | 已撤销 | 已退款 | 已全额退款 | 对方已退还 |
  退款成功 | 冻结 | 还款失败 | gagal | tertunda | dibatalkan | pendente | cancelado | estornado | recusado | thất bại | đang xử lý |
  ล้มเหลว | 失敗`.replaceAll('\n', ' '),
);

/** True where a payment of this state is money, false where it is none; undefined of a word that is not known. */
export function isMoneyStatus(text: string): boolean | undefined {
  const word = wordForm(text);
  if (SUCCEEDED.has(word)) return true;
  return NOT_MONEY.has(word) ? false : undefined;
}

/** Figures by which a statement says of itself what is in it. */
export type DeclaredFigure =
  | 'opening'
  | 'closing'
  | 'debitCount'
  | 'creditCount'
  | 'debits'
  | 'credits'
  | 'count';

const OPENING =
  /^(?:opening|op\.?|beginning|start(?:ing)?|initial|previous)\s*(?:bal(?:ance)?\.?)(?!\w)|(?:balance\s*)?(?:brought forward|b\s*\/\s*f(?:wd)?)\b|^(?:期初余额|期初|上期结余|承前页|承前|昨日余额|上期餘額|前期繰越)|^saldo (?:anterior|inicial|awal)|^số dư đầu kỳ|^ยอดยกมา/i;
const CLOSING =
  /^(?:closing|clos|cl\.?|ending|end|final|current|available)\s*(?:bal(?:ance)?\.?)(?!\w)|(?:balance\s*)?(?:carried forward|c\s*\/\s*f(?:wd)?)\b|^(?:期末余额|期末|本期结余|过次页|次期繰越)|^saldo (?:final|akhir|atual)|^số dư cuối kỳ|^ยอดยกไป/i;
const TOTAL =
  /^(?:grand\s+|sub\s*-?\s*|page\s+)?totals?\b|^(?:合计|总计|合計|小计|本页合计|jumlah|total geral|tổng cộng|รวม)/i;

const FIGURES: readonly (readonly [DeclaredFigure, RegExp])[] = [
  ['opening', OPENING],
  ['closing', CLOSING],
  [
    'debitCount',
    /^(?:no\.? of |number of |total )?(?:dr|debits?|withdrawals?)\.? ?(?:count|nos?\.?|transactions?|entries)$|^支出笔数/i,
  ],
  [
    'creditCount',
    /^(?:no\.? of |number of |total )?(?:cr|credits?|deposits?)\.? ?(?:count|nos?\.?|transactions?|entries)$|^收入笔数/i,
  ],
  [
    'debits',
    /^(?:total )?(?:debits?|dr|withdrawals?)(?: ?amount| ?total| ?amt\.?)?$|^(?:支出合计|支出总额)/i,
  ],
  ['credits', /^(?:total )?(?:credits?|cr|deposits?)(?: ?amount| ?total| ?amt\.?)?$|^(?:收入合计|收入总额)/i],
];

/** The figure that a label names. */
export const figureNamed = (text: string): DeclaredFigure | undefined => {
  const word = wordForm(text);
  return FIGURES.find(([, pattern]) => pattern.test(word))?.[0];
};

export const isOpeningWord = (text: string): boolean => OPENING.test(wordForm(text));
export const isClosingWord = (text: string): boolean => CLOSING.test(wordForm(text));
export const isTotalWord = (text: string): boolean => TOTAL.test(wordForm(text));

const RECORDS = /共\s*(\d{1,7})\s*[笔条]\s*(?:记录|交易|明细)?/u;
/** How many movements a sentence of the statement says it has. */
export const statedCount = (text: string): number | undefined => {
  const found = RECORDS.exec(text.normalize('NFKC'));
  return found ? Number(found[1]) : undefined;
};
