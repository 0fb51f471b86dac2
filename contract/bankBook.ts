/** A bank account's book and its statement; decimal texts in the account's currency. */
export interface BankBook {
  /** What the first line of the statements began with. */
  opening: string | null;
  /** Lines matched with orders: credits and debits. */
  in: string;
  out: string;
  /** opening + in − out. */
  book: string | null;
  statement: string | null;
  /** statement − book. */
  difference: string | null;
  /** What explains it: lines that no order was found for, and those set aside. Debits count below zero. */
  open: { count: number; amount: string };
  ignored: { count: number; amount: string };
  /** What the lines do not explain: a statement is missing, or its balance is wrong. */
  unexplained: string | null;
}
