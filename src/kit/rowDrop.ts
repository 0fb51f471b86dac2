import { atom, getDefaultStore } from 'jotai';
import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { commands } from './commands/registry.ts';

/** A row that is carried from its list to another panel, by the mouse or from its menu, and what each panel offers for it. */

/** What a panel shows once it has taken the row. */
export interface Related {
  view: string;
  title: string;
  args: Readonly<Record<string, unknown>>;
}

export interface Carried {
  /** The tab that it comes from. */
  source: string;
  resource: Resource;
  row: Row;
  /** What people call it. */
  name: string;
  /** The list that an empty place opens for it. */
  related: Related | undefined;
}

/** What a panel would do with the row; without `take` the text says why it does nothing. */
export interface Offer {
  text: string;
  take?: () => void;
  /** The tab that has the keyboard afterwards, where it is not the one that took the row. */
  focus?: string;
  /** It is about the row under the pointer and not about the list. */
  ofRow?: boolean;
}

/** `rowId`: the row of the list that the other one is held over. */
type Answer = (carried: Carried, rowId?: string) => Offer;

const store = getDefaultStore();
/** Of each tab, one for each of its lists. */
const answers = new Map<string, readonly Answer[]>();

/** The first list of a tab that takes the row speaks for it, else the first. */
function offerOf(tabId: string, carried: Carried, rowId?: string): Offer | undefined {
  const offers = (answers.get(tabId) ?? []).map((answer) => answer(carried, rowId));
  return offers.find(({ take }) => take) ?? offers[0];
}

/** The row that the mouse carries now. */
export const carriedAtom = atom<Carried | undefined>(undefined);

export const rowDrops = Object.freeze({
  /** A list of the tab answers until undone. */
  register(tabId: string, answer: Answer): () => void {
    answers.set(tabId, [...(answers.get(tabId) ?? []), answer]);
    return () => {
      const rest = (answers.get(tabId) ?? []).filter((each) => each !== answer);
      if (rest.length > 0) answers.set(tabId, rest);
      else answers.delete(tabId);
    };
  },
  /** Undefined of a panel that takes no rows, or is not drawn. */
  offerOf,
  /** The panels that take rows or say why not. */
  tabs: (): string[] => [...answers.keys()],
  /** The panel takes the row and gets the keyboard. */
  give(tabId: string, carried: Carried, rowId?: string): void {
    const offer = offerOf(tabId, carried, rowId);
    if (!offer?.take) return;
    void commands.execute('workspace.focus', { tabId: offer.focus ?? tabId });
    offer.take();
  },
  carry: (carried: Carried | undefined): void => store.set(carriedAtom, carried),
});
