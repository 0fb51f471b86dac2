/** What the numbers of each kind begin with. */
export const LETTERS = Object.freeze({
  collectOrder: 'C',
  payOrder: 'P',
  withdrawal: 'W',
  adjustment: 'J',
  rechargeOrder: 'R',
  manualOrder: 'H',
  bankBatch: 'B',
});

export type Numbered = keyof typeof LETTERS;

/** The kind of a number of ours; undefined where it starts as none does. */
export const kindOf = (orderNo: string): Numbered | undefined =>
  (Object.keys(LETTERS) as Numbered[]).find((kind) => orderNo.startsWith(LETTERS[kind]));
