/** 1 into the account, 2 out of it (billDirection); 0 where a word says that it was neither. */
export type Side = 0 | 1 | 2;

const IN =
  'c cr crdt credit credits credited in inflow deposit deposited received haben h crédito credito creditado entrada crédit + 收入 收 贷 贷方 贷记 存入 转入 入账 入帳 收款 貸 入金 masuk kredit có';
const OUT =
  'd dr db dbit debit debits debited out outflow withdrawal withdrawn paid sent soll s débito debito debitado saída saida débit - 支出 支 借 借方 借记 支取 转出 出账 出帳 付款 出金 keluar debet nợ';
const NEITHER = '不计收支 不計收支 中性交易 其他 /';

const words = (list: string, side: Side): [string, Side][] => list.split(' ').map((word) => [word, side]);
const SIDES = new Map<string, Side>([...words(IN, 1), ...words(OUT, 2), ...words(NEITHER, 0)]);

/** What a cell says of a movement's direction; undefined where the word is none that we know. */
export const sideOf = (text: string): Side | undefined =>
  SIDES.get(
    text
      .normalize('NFKC')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/^\(\s*(.*?)\s*\)$/, '$1')
      .replace(/\.$/, '')
      .trim()
      .toLowerCase(),
  );
