import type { ICellRendererComp, ICellRendererParams, IHeaderComp, IHeaderParams } from 'ag-grid-community';
import { askedOf } from '../../../contract/asked.ts';
import type { Row } from '../../../contract/calls.ts';
import { CLAIM_IDLE_MS, idleEnd, isHeld, isOnOffer } from '../../../contract/claim.ts';
import { dictLabel, dictTone } from '../../kit/index.ts';
import { askedText } from '../asked.ts';
import type { RowFormat } from './formats.ts';
import type { TreeRows } from './rowSource.ts';
import type { Selection } from './selection.ts';

type Params = ICellRendererParams<Row, unknown, GridContext>;

/** What plain renderers may ask; the same object lives as long as its grid. */
export interface GridContext {
  selection: Selection;
  selectLabel: string;
  selectAllLabel: () => string;
  /** Ids of the block the view stands in. */
  block: () => string[];
  /** The signed-in person, to tell mine from theirs. */
  me: string;
  now: () => number;
  /** What the person's own rules make of a row; undefined where there are none. */
  format: (row: Row) => RowFormat | undefined;
  /** Why the last command refused a row, where it did. */
  reason: (id: string) => string | undefined;
  /** Where rows lie in a tree, if they do. */
  tree: TreeRows | undefined;
}

/** Plain DOM: a React renderer in a hot column doubles the cost of a full redraw. */
export abstract class PlainCell implements ICellRendererComp<Row> {
  protected readonly gui: HTMLElement = document.createElement('span');
  init(params: Params): void {
    this.draw(params);
  }
  getGui(): HTMLElement {
    return this.gui;
  }
  refresh(params: Params): boolean {
    this.draw(params);
    return true;
  }
  protected abstract draw(params: Params): void;
}

export function setText(target: HTMLElement, text: string): void {
  const known = target.firstChild;
  if (known?.nodeType !== Node.TEXT_NODE) target.textContent = text;
  // The same node with another text: nothing of the page has to be made anew.
  else if ((known as Text).data !== text) (known as Text).data = text;
}

export interface TagParams {
  dict: string;
  /** Replaces the word; the colour stays the value's. */
  word?: (value: unknown, row: Row) => string | undefined;
  /** Values shown as a bare dash. */
  dash?: readonly unknown[];
  /** Says too where something about the row waits for others. */
  asks?: true;
}

const NONE = '–';
const absent = (value: unknown): boolean => value === null || value === undefined || value === '';

/** What a tag says; a value that is absent or means nothing is a dash. */
export function tagText({ dict, word, dash }: TagParams, value: unknown, row: Row): string {
  if (row.gap) return '';
  return absent(value) || dash?.includes(value) ? NONE : (word?.(value, row) ?? dictLabel(dict, value));
}

export class TagCell extends PlainCell {
  #asked: HTMLElement | undefined;
  protected draw(params: Params): void {
    const given = params as unknown as TagParams;
    const { value, data } = params;
    const text = data === undefined ? '' : tagText(given, value, data);
    this.gui.className =
      text === '' || text === NONE ? 'pd-muted' : `pd-tag pd-tag-${dictTone(given.dict, value)}`;
    setText(this.gui, text);
    if (given.asks) this.#mark(data);
  }

  /** On the edge of the tag, where it takes no room of its own. */
  #mark(row: Row | undefined): void {
    const asked = row && !row.gap ? askedOf(row) : undefined;
    if (!asked) {
      if (this.#asked) this.gui.title = '';
      this.#asked?.remove();
      this.#asked = undefined;
      return;
    }
    this.#asked ??= this.gui.appendChild(document.createElement('i'));
    const text = askedText(asked);
    if (this.#asked.ariaLabel === text) return;
    this.#asked.className = 'grid-asked';
    this.#asked.role = 'img';
    this.#asked.ariaLabel = text;
    this.gui.title = text;
  }
}

export class CheckCell extends PlainCell {
  readonly #box = document.createElement('input');
  constructor() {
    super();
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    this.#box.className = 'grid-check';
    this.gui.append(this.#box);
  }
  protected draw({ data, context }: Params): void {
    this.#box.hidden = data === undefined || data.gap === true;
    this.#box.checked = data !== undefined && context.selection.has(data.id);
    if (this.#box.ariaLabel !== context.selectLabel) this.#box.ariaLabel = context.selectLabel;
  }
}

/**
 * The box above the boxes: chooses the block in view, and once more nothing; the line under the grid then offers all
 * that match.
 */
export class CheckHeader implements IHeaderComp {
  readonly #box = document.createElement('input');
  #undo: () => void = () => undefined;
  init({ api, context }: IHeaderParams<Row, GridContext>): void {
    const { selection, block } = context;
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    this.#box.className = 'grid-check grid-check-all';
    const paint = (): void => {
      const state = selection.state();
      const ids = block();
      const some = state.mode === 'all' || state.ids.size > 0;
      this.#box.checked = some && ids.length > 0 && ids.every(selection.has);
      this.#box.indeterminate = some && !this.#box.checked;
      this.#box.setAttribute('aria-label', context.selectAllLabel());
      this.#box.title = context.selectAllLabel();
    };
    this.#box.addEventListener('click', (event) => {
      event.stopPropagation();
      const { checked } = this.#box;
      selection.clear();
      if (checked) selection.set(block(), true);
    });
    const undo = selection.subscribe(paint);
    api.addEventListener('bodyScrollEnd', paint);
    // The columns come again with every language.
    api.addEventListener('newColumnsLoaded', paint);
    this.#undo = () => {
      undo();
      if (api.isDestroyed()) return;
      api.removeEventListener('bodyScrollEnd', paint);
      api.removeEventListener('newColumnsLoaded', paint);
    };
    paint();
  }
  getGui(): HTMLElement {
    return this.#box;
  }
  refresh(): boolean {
    return false;
  }
  destroy(): void {
    this.#undo();
  }
}

/** `11:42` of a claim that lapses after a quarter of an hour; empty once it has. */
export function claimLeft(claimedAt: unknown, now: number): string {
  const left = typeof claimedAt === 'string' ? idleEnd({ claimedAt }) - now : Number.NaN;
  if (!(left > 0)) return '';
  const seconds = Math.floor(Math.min(left, CLAIM_IDLE_MS) / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

export interface ClaimParams {
  mine: () => string;
  onOffer: () => string;
}

/** Who holds a row and ` · 11:42`, or that it is on offer to a colleague; both empty where nobody does. */
export function claimText(row: Row | undefined, context: GridContext, params: unknown): [string, string] {
  const now = context.now();
  if (!row || !isHeld(row, now)) return ['', ''];
  const { mine, onOffer } = params as ClaimParams;
  const who = row.claimedBy === context.me ? mine() : String(row.claimedByName ?? '');
  return [who, ` · ${isOnOffer(row, now) ? onOffer() : claimLeft(row.claimedAt, now)}`];
}

/** A long name gives way to the time left, never the other way round. */
export class ClaimCell extends PlainCell {
  readonly #who = document.createElement('span');
  readonly #left = document.createElement('span');
  constructor() {
    super();
    this.#who.className = 'grid-claim-who';
    this.#left.className = 'grid-claim-left';
    this.gui.append(this.#who, this.#left);
  }
  protected draw(params: Params): void {
    const { data, context } = params;
    const [who, left] = claimText(data, context, params);
    const mine = left !== '' && data?.claimedBy === context.me;
    this.gui.className = `grid-claim ${mine ? 'grid-mine-text' : 'pd-muted'}`;
    const counts = left !== '' && !isOnOffer(data!, context.now());
    this.#left.dataset.claimed = counts ? String(data?.claimedAt) : '';
    setText(this.#who, who);
    setText(this.#left, left);
  }
}

/** Counts the claims down on screen without a redraw of the grid. */
export function tickClaims(root: HTMLElement, now: number): void {
  for (const cell of root.querySelectorAll<HTMLElement>('[data-claimed]:not([data-claimed=""])')) {
    const left = claimLeft(cell.dataset.claimed, now);
    setText(cell, left === '' ? '' : ` · ${left}`);
    if (left !== '') continue;
    cell.dataset.claimed = '';
    if (cell.previousElementSibling) cell.previousElementSibling.textContent = '';
  }
}
