/** Notes that the staff write on an order: what both sides know of them. */

/** Characters of one note. */
export const NOTE_LONGEST = 4_000;
/** An author corrects a note this long after writing it, in milliseconds; to withdraw it there is no limit. */
export const NOTE_CORRECTABLE_MS = 10 * 60_000;
/** People that one note may mention. */
export const NOTE_MENTIONS_MOST = 20;

/** What notes are written on: resources whose rows have an order number and a merchant. */
export const NOTE_SUBJECTS = [
  'collectOrder',
  'payOrder',
  'withdrawal',
  'adjustment',
  'rechargeOrder',
  'manualOrder',
] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

export const isNoteSubject = (resource: string): resource is NoteSubject =>
  (NOTE_SUBJECTS as readonly string[]).includes(resource);

/** One of the staff. */
export interface Colleague {
  id: string;
  account: string;
  realName: string;
}

/** A text that a note had before; null where it had been withdrawn. */
export interface FormerText {
  at: string;
  body: string | null;
}

export interface OrderNote {
  id: string;
  author: Colleague;
  /** ISO-8601. */
  at: string;
  /** Null where its author has withdrawn it. */
  body: string | null;
  status: 'written' | 'corrected' | 'withdrawn';
  changedAt: string | null;
  /** Who is mentioned and may see the order. */
  mentions: Colleague[];
  /** What it was before, oldest first. */
  former: FormerText[];
}

/** An account after an @ that begins a word: an address such as `a@b.example` mentions nobody. */
const MENTION = /(?<![A-Za-z0-9_.@-])@([A-Za-z0-9_][A-Za-z0-9_.@-]*)/g;

export interface Mention {
  account: string;
  /** Place of the @ in the text. */
  at: number;
}

/** The accounts that a text names after an @, in their order; a full stop that ends a sentence is none of them. */
export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTION)].map(({ index, [1]: account = '' }) => ({
    account: account.replace(/[.@-]+$/, ''),
    at: index,
  }));
}

/** Characters as people count them. */
export const noteLength = (text: string): number => Array.from(text).length;
