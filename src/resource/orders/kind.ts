import type { Row } from '../../../contract/calls.ts';
import type { NoteSubject } from '../../../contract/orderNote.ts';
import type { Resource } from '../../../contract/resource.ts';
import { cellText } from '../grid/columns.ts';

/** What tells collection and payout orders apart on their otherwise equal screens. */
export interface OrderKind {
  resource: Resource;
  /** What notes call them. */
  subject: NoteSubject;
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
  /** Who the money goes to, by the first of these that a row has: an account's name, or the address that is all of it. */
  whom?: readonly string[];
  /** Facts of the peek, those without a value left out. */
  facts: readonly string[];
}

/** Whom the money of an order goes to. */
export const whomOf = (row: Row, { resource, whom = [] }: OrderKind): string =>
  whom.map((name) => cellText(name, resource.fields[name]!, row, true)).find(Boolean) ?? '';
