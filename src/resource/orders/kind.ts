import type { Resource } from '../../../contract/resource.ts';

/** What tells collection and payout orders apart on their otherwise equal screens. */
export interface OrderKind {
  resource: Resource;
  statusDict: 'collectStatusEnum' | 'payStatusEnum';
  /** The side of a bank statement that tells of them. */
  bills: 'credit' | 'debit';
  /** Columns of the working day in their order, and where those start whose kind's own width is too much. */
  first: readonly string[];
  /** What a merchant's own people look for first, on a phone too. */
  ownFirst: readonly string[];
  widths: Readonly<Record<string, number>>;
  chips: readonly string[];
  /** Actions that are buttons while there is room; the first is the main one. */
  buttons: readonly string[];
  /** Actions and ways out behind the dots, `line` for a rule between them. */
  more: readonly string[];
  /** What a person must see before deciding, beside the figures. */
  decisive: readonly string[];
  /** Facts of the peek, those without a value left out. */
  facts: readonly string[];
}
