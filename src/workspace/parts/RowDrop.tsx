import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Carried, type Offer, keyDocumentsAtom, rowDrops, translate } from '../../kit/index.ts';
import { focusPanel, panelOf, tabButtonOf } from '../core/focus.ts';
import { workspace } from '../core/workspace.ts';
import { panelTitle } from '../panelTitle.ts';
import './rowDrop.css';

/** How long a row rests on a tab until its panel comes to the front. */
const REST_MS = 500;
const STRIP = '[data-layout-path$="/tabstrip"]';

/** Where the row would go, in the window that the pointer is in. */
interface Aim {
  place: HTMLElement;
  offer: Offer;
  /** The tab that the pointer rests on. */
  tab?: string | undefined;
}

const text = (key: string, values: Record<string, unknown>): string =>
  translate(`workspace:carry.${key}`, values);

/** A panel answers for its list; what has none says so. */
function offerOf(tabId: string, carried: Carried, rowId?: string): Offer {
  const offer = rowDrops.offerOf(tabId, carried, rowId);
  if (!offer) {
    const isLoading = Boolean(panelOf(tabId)?.querySelector('.pd-state-loading'));
    return { text: text(isLoading ? 'loading' : 'noList', { title: panelTitle(tabId) }) };
  }
  return offer.take ? { ...offer, take: () => rowDrops.give(tabId, carried, rowId) } : offer;
}

/** A tab whose panel is not drawn yet answers once it has come to the front. */
const ofTab = (tabId: string, carried: Carried): Offer =>
  workspace.ring().includes(tabId)
    ? offerOf(tabId, carried)
    : { text: text('rest', { title: panelTitle(tabId) }) };

/** The room behind the tabs of a pane opens what belongs to the row. */
function ofStrip(strip: HTMLElement, { related, name }: Carried): Offer {
  const path = strip.dataset['layoutPath']?.replace(/\/tabstrip$/, '');
  const pane = workspace.tabsets().find((each) => each.getPath() === path);
  if (!related || !pane) return { text: text('nothing', { name }) };
  return {
    text: text('opens', { title: related.title, name }),
    take() {
      focusPanel(workspace.openIn(pane.getId(), related.view, related.args));
    },
  };
}

function aimOf(target: HTMLElement, carried: Carried): Aim | undefined {
  const panel = target.closest<HTMLElement>('[data-scope]');
  const scope = panel?.dataset['scope'];
  if (panel && scope !== undefined) {
    if (scope === carried.source) return undefined;
    const row = target.closest<HTMLElement>('[row-id]');
    const offer = offerOf(scope, carried, row?.getAttribute('row-id') ?? undefined);
    return { place: row && offer.ofRow ? row : panel, offer };
  }
  const tab = tabButtonOf(target);
  const button = target.closest<HTMLElement>('[role="tab"]');
  if (tab !== undefined && button)
    return tab === carried.source ? undefined : { place: button, tab, offer: ofTab(tab, carried) };
  const strip = target.closest<HTMLElement>(STRIP);
  return strip ? { place: strip, offer: ofStrip(strip, carried) } : undefined;
}

/** Hears a document until undone. */
function listen(page: Document, carried: Carried, setAim: (aim: Aim | undefined) => void): () => void {
  const over = (event: DragEvent): void => {
    const aim = aimOf(event.target as HTMLElement, carried);
    if (aim?.offer.take) {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    }
    setAim(aim);
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) setAim(undefined);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    rowDrops.carry(undefined);
    aimOf(event.target as HTMLElement, carried)?.offer.take?.();
  };
  // A row that was drawn for another one meanwhile does not say that its drag has ended.
  const ended = (): void => rowDrops.carry(undefined);
  // A new element under the pointer is entered first, and has to take the row by then.
  page.addEventListener('dragenter', over, true);
  page.addEventListener('dragover', over, true);
  page.addEventListener('dragleave', leave, true);
  page.addEventListener('drop', drop, true);
  page.addEventListener('pointerdown', ended);
  return () => {
    page.removeEventListener('dragenter', over, true);
    page.removeEventListener('dragover', over, true);
    page.removeEventListener('dragleave', leave, true);
    page.removeEventListener('drop', drop, true);
    page.removeEventListener('pointerdown', ended);
  };
}

const isSame = (one: Aim | undefined, other: Aim | undefined): boolean =>
  one?.place === other?.place && one?.offer.text === other?.offer.text;

/** While a row is carried: what the place under the pointer would do with it, named before it is let go. */
export function RowDrop({ carried }: { carried: Carried }) {
  const pages = useAtomValue(keyDocumentsAtom);
  const [aim, setAim] = useState<Aim>();
  useEffect(() => {
    const take = (next: Aim | undefined) => setAim((now) => (isSame(now, next) ? now : next));
    const undos = pages.map((page) => listen(page, carried, take));
    return () => {
      for (const undo of undos) undo();
    };
  }, [pages, carried]);
  const tab = aim?.tab;
  useEffect(() => {
    if (tab === undefined) return;
    const timer = setTimeout(workspace.select, REST_MS, tab);
    return () => clearTimeout(timer);
  }, [tab]);
  if (!aim) return null;
  const { top, height } = aim.place.getBoundingClientRect();
  // A row is as wide as its columns, its panel as wide as what is seen of it.
  const { left, width } = (aim.place.closest('[data-scope]') ?? aim.place).getBoundingClientRect();
  return createPortal(
    <div
      className={`row-drop${aim.offer.take ? '' : ' row-drop-refused'}${height < 60 ? ' row-drop-low' : ''}`}
      style={{ left, top, width, height }}
      role="status"
    >
      <span>{aim.offer.text}</span>
    </div>,
    aim.place.ownerDocument.body,
  );
}
