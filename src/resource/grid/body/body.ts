import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import { watchSize } from '../../../kit/index.ts';
import { followPlaces } from './followPlaces.ts';
import { watchAside } from './aside.ts';
import { type Lanes, barsOf, cutsOf, lanesOf } from './lanes.ts';
import { currentRuler, forgetRulers } from '../ruler.ts';
import type { RowLook, RowRenderer } from '../rowRenderer.ts';
import { type CellRange, type Span, isRange, spanOf } from '../cellRange.ts';
import { shownColumns } from '../columnState.ts';
import { rangeOf, shiftOf } from './place.ts';
import { BodyRow, type Dress } from './row.ts';

/**
 * The rows of a grid. AG Grid keeps the columns, the header, the scroll bars and the blocks; it makes an element for
 * each row that scrolls in and throws it away when it scrolls out, which is most of what a scroll costs. Here as many
 * rows as fit are made once, and a row that leaves at one edge is shown again at the other.
 */

const COLUMN_MOVES = [
  'displayedColumnsChanged',
  'virtualColumnsChanged',
  'columnMoved',
  'columnPinned',
  'newColumnsLoaded',
] as const;

export interface BodyPorts {
  api: GridApi<Row>;
  /** The grid's region; it takes the focus of a row that is no longer in the list. */
  root: HTMLElement;
  dress: RowLook;
  rowHeight: number;
  /** A column whose text may be wider than it is. */
  mayCut: (column: GridColumn<Row>) => boolean;
  /** Other rows are in view. */
  onSeen: () => void;
  /** The row under the keyboard has arrived or is another one. */
  onCurrent: (row: Row, index: number) => void;
  /** The keyboard went to a row that is still on its way. */
  onWait: () => void;
}

export class Body implements RowRenderer {
  readonly element: HTMLElement;
  readonly #viewport: HTMLElement;
  readonly #ports: BodyPorts;
  readonly #container: HTMLElement;
  readonly #dress: Dress;
  readonly #rows = new Map<number, BodyRow>();
  readonly #undos: (() => void)[] = [];
  #lanes: Lanes = { list: [], leftWidth: 0, rightWidth: 0 };
  #rowHeight: number;
  /** Height of the rows' part of the viewport, and of the whole list as drawn; measured when they change. */
  #height = 0;
  #drawnHeight = 0;
  #width = 0;
  /** Pixels that the list is moved sideways. */
  #left = 0;
  /** The columns of figures that an edge runs through. */
  #cuts: ReadonlyMap<string, 'left' | 'right'> = new Map();
  #count = 0;
  #range = '';
  /** Pixels above the view, as read before anything was drawn: to ask again would lay the page out at once. */
  #top = 0;
  /** The cells that are chosen, and what they span in the columns shown. */
  #cells: CellRange | undefined;
  #span: Span | undefined;
  /** Where the keyboard stands, and whether the row there was told. */
  #at: { index: number; column: string | undefined; announced: boolean } | undefined;
  /** The one row that Tab reaches. */
  #stop: BodyRow | undefined;
  #cell: HTMLElement | undefined;

  constructor(ports: BodyPorts) {
    const { api, root, dress, rowHeight } = ports;
    this.#ports = ports;
    this.#rowHeight = rowHeight;
    this.#viewport = root.querySelector<HTMLElement>('.ag-grid-viewport')!;
    this.#container = root.querySelector<HTMLElement>('.ag-grid-scrolling-container')!;
    const page = root.ownerDocument;
    this.#dress = { ...dress, page, ruler: currentRuler() };
    this.element = page.createElement('div');
    this.element.className = 'grid-body';
    this.element.setAttribute('role', 'presentation');
    this.#container.append(this.element);
    const lay = (): void => this.#lay();
    const measure = (): void => this.#measure();
    // Most often a block has arrived: nothing has another size then, and to ask for it would lay the page out.
    const updated = (): void => (api.getDisplayedRowCount() === this.#count ? this.#draw(true) : measure());
    const scroll = (): void => {
      // Before anything is drawn: to ask afterwards would lay the page out at once.
      const { scrollLeft } = this.#viewport;
      this.#draw(false);
      if (scrollLeft === this.#left) return;
      this.#left = scrollLeft;
      this.#markCuts();
    };
    // Whoever else gives a row the focus means that row.
    const focused = ({ target }: FocusEvent): void => {
      const index = this.rowAt(target as Element)?.index;
      if (index !== undefined && index !== this.#at?.index) this.focus(index, this.#at?.column, true);
    };
    this.element.addEventListener('focusin', focused);
    for (const move of COLUMN_MOVES) api.addEventListener(move, lay);
    const undoFollow = followPlaces(api, lay);
    api.addEventListener('modelUpdated', updated);
    // Before our own listener: what reads places comes before what moves them.
    this.#undos.push(watchAside(this.#viewport, this.element), watchSize(this.#viewport, measure));
    this.#viewport.addEventListener('scroll', scroll, { passive: true });
    const { fonts } = page;
    const arrived = (): void => {
      forgetRulers();
      this.#dress.ruler = currentRuler();
      this.#draw(true, true);
    };
    fonts?.addEventListener('loadingdone', arrived);
    this.#undos.push(() => {
      fonts?.removeEventListener('loadingdone', arrived);
      this.#viewport.removeEventListener('scroll', scroll);
      undoFollow();
      if (api.isDestroyed()) return;
      for (const move of COLUMN_MOVES) api.removeEventListener(move, lay);
      api.removeEventListener('modelUpdated', updated);
    });
    this.#lay();
    this.#measure();
  }

  destroy(): void {
    for (const undo of this.#undos) undo();
    for (const row of this.#rows.values()) row.destroy();
    this.element.remove();
  }

  first(): number {
    return Math.max(0, Math.min(Math.floor(this.#top / this.#rowHeight), this.#count - 1));
  }

  view(): { fits: number; count: number } {
    return { fits: Math.floor(this.#height / this.#rowHeight), count: this.#count };
  }

  visible(): Set<string> {
    const ids = new Set<string>();
    for (const { data } of this.#rows.values()) if (data && !data.gap) ids.add(data.id);
    return ids;
  }

  rowOf(id: string): BodyRow | undefined {
    for (const row of this.#rows.values()) if (row.data?.id === id) return row;
    return undefined;
  }

  rowAt(element: Element): BodyRow | undefined {
    const index = element.closest('[row-index]')?.getAttribute('row-index');
    return index === null || index === undefined ? undefined : this.#rows.get(Number(index));
  }

  put(row: Row, index: number): void {
    const node = this.#ports.api.getDisplayedRowAtIndex(index);
    if (node?.data?.id !== row.id) return;
    node.updateData(row);
    this.#rows.get(index)?.show(index, row, false);
  }

  paint(): void {
    for (const row of this.#rows.values()) row.paint();
  }

  again(dress: RowLook): void {
    const { context, rules } = this.#dress;
    if (dress.context === context && dress.rules === rules) return;
    Object.assign(this.#dress, dress);
    this.#draw(true, true);
  }

  resize(rowHeight: number): void {
    if (rowHeight === this.#rowHeight) return;
    this.#rowHeight = rowHeight;
    this.#measure();
  }

  at(): { row: Row | undefined; index: number; column: string | undefined } | undefined {
    if (!this.#at) return undefined;
    const { index, column } = this.#at;
    return { index, column, row: this.#dataAt(index) };
  }

  focus(index: number, column = this.#at?.column, pointed = false): void {
    if (this.#count === 0) return;
    const place = Math.max(0, Math.min(index, this.#count - 1));
    this.#at = { index: place, column, announced: false };
    if (!pointed) this.#ports.api.ensureIndexVisible(place);
    this.#draw(false);
    const row = this.#rows.get(place);
    if (!row) return;
    if (row.element.ownerDocument.activeElement !== row.element) row.element.focus({ preventScroll: true });
    this.#mark();
    this.#stops();
    this.#tell();
    if (!this.#at.announced) this.#ports.onWait();
  }

  place(index: number, reveal: boolean): void {
    const among = this.#among();
    if (among && (reveal || this.sees(index))) return this.focus(index, this.#at?.column, !reveal);
    this.#at = { index, column: this.#at?.column, announced: false };
    if (among) this.#ports.root.focus({ preventScroll: true });
    if (reveal) this.#ports.api.ensureIndexVisible(index);
    this.#draw(true);
  }

  enter(): void {
    const index = this.#at?.index;
    if (index !== undefined && this.sees(index)) this.focus(index, this.#at?.column, true);
    else this.#ports.root.focus({ preventScroll: true });
  }

  restart(): void {
    const among = this.#among();
    this.#at = undefined;
    this.#mark();
    if (among) this.#ports.root.focus({ preventScroll: true });
  }

  mark(cells: CellRange | undefined): void {
    this.#cells = cells;
    const span = cells && spanOf(cells, shownColumns(this.#ports.api));
    this.#span = span && isRange(span) ? span : undefined;
    for (const row of this.#rows.values()) row.mark(this.#span);
  }

  readScroll(): void {
    this.#draw(false);
  }

  sees(index: number): boolean {
    const first = this.first();
    // In a panel lower than a row, the row that is there is all that can be seen.
    return index >= first && index < first + Math.max(1, this.view().fits);
  }

  #among(): boolean {
    const { activeElement } = this.element.ownerDocument;
    return activeElement === this.#ports.root || this.element.contains(activeElement);
  }

  /** The cell that the keyboard stands in; cells go from row to row, so it is looked up whenever rows were placed. */
  #mark(): void {
    const { index, column } = this.#at ?? {};
    const cell = index === undefined ? undefined : this.#rows.get(index)?.cell(column ?? '');
    if (cell === this.#cell) return;
    if (this.#cell) delete this.#cell.dataset.at;
    if (cell) cell.dataset.at = '';
    this.#cell = cell;
  }

  #tell(): void {
    const at = this.#at;
    const data = at && !at.announced ? this.#rows.get(at.index)?.data : undefined;
    if (!at || !data || data.gap) return;
    at.announced = true;
    this.#ports.onCurrent(data, at.index);
  }

  #stops(): void {
    const row = this.#rows.get(this.#at?.index ?? this.first()) ?? this.#rows.get(this.first());
    if (row === this.#stop) return;
    if (this.#stop) this.#stop.element.tabIndex = -1;
    if (row) row.element.tabIndex = 0;
    this.#stop = row;
  }

  #dataAt(index: number): Row | undefined {
    return index < this.#count ? this.#ports.api.getDisplayedRowAtIndex(index)?.data : undefined;
  }

  #lay(): void {
    const { api, mayCut } = this.#ports;
    if (api.isDestroyed()) return;
    this.#lanes = lanesOf(api, mayCut);
    this.element.style.setProperty('--grid-wait', barsOf(this.#lanes));
    for (const row of this.#rows.values()) row.lay(this.#lanes);
    if (this.#cells) this.mark(this.#cells);
    this.#mark();
    this.#markCuts();
  }

  #measure(): void {
    const { api } = this.#ports;
    if (api.isDestroyed()) return;
    this.#height = this.#viewport.clientHeight;
    this.#width = this.#viewport.clientWidth;
    this.#left = this.#viewport.scrollLeft;
    this.#count = api.getDisplayedRowCount();
    this.#drawnHeight = this.#container.clientHeight;
    this.#dress.ruler = currentRuler();
    this.#draw(true);
    this.#markCuts();
  }

  /** Sideways a figure shows whole or not at all: some of its digits alone would be another number. */
  #markCuts(): void {
    const [left, right] = [this.#lanes.leftWidth, this.#width - this.#lanes.rightWidth];
    const before = this.#cuts;
    this.#cuts = cutsOf(this.#lanes, this.#left + left, this.#left + right);
    for (const row of this.#rows.values()) {
      for (const id of before.keys()) if (!this.#cuts.has(id)) row.cell(id)?.removeAttribute('data-cut');
      this.#markCutsOf(row);
    }
  }

  #markCutsOf(row: BodyRow): void {
    for (const [id, side] of this.#cuts) {
      const cell = row.cell(id);
      if (cell && cell.dataset.cut !== side) cell.dataset.cut = side;
    }
  }

  #draw(always: boolean, again = false): void {
    const { api, onSeen } = this.#ports;
    // A panel that is not laid out keeps what it shows.
    if (api.isDestroyed() || this.#height === 0) return;
    const { scrollTop } = this.#viewport;
    const offset = shiftOf(scrollTop, this.#count * this.#rowHeight, this.#drawnHeight, this.#height);
    this.#top = scrollTop + offset;
    const [first, last] = rangeOf(this.#top, this.#height, this.#rowHeight, this.#count);
    const range = `${first} ${last} ${offset}`;
    const moved = range !== this.#range;
    if (!moved && !always) return;
    this.#range = range;
    const spare = this.#release(first, last);
    for (let index = first; index <= last; index += 1) {
      const row = this.#rows.get(index) ?? spare.pop() ?? this.#make();
      const fresh = this.#rows.get(index) !== row;
      this.#rows.set(index, row);
      row.at(index * this.#rowHeight - offset);
      if (fresh || always) row.show(index, this.#dataAt(index), again);
      if (fresh) row.mark(this.#span);
    }
    for (const row of spare) row.destroy();
    const held = this.#at && this.#rows.get(this.#at.index);
    held?.at(held.index * this.#rowHeight - offset);
    this.#mark();
    this.#stops();
    this.#tell();
    if (moved) onSeen();
  }

  /** Rows out of view, to be shown elsewhere; the one that has the focus stays what it is while it is in the list. */
  #release(first: number, last: number): BodyRow[] {
    const spare: BodyRow[] = [];
    // Not the page it was made in: a panel moves to a window of its own and back.
    const { activeElement } = this.element.ownerDocument;
    for (const [index, row] of this.#rows) {
      if (index >= first && index <= last) continue;
      const focused = row.element === activeElement;
      if (focused && index < this.#count) continue;
      // Keys go on working in a list that has become shorter.
      if (focused) this.#ports.root.focus({ preventScroll: true });
      this.#rows.delete(index);
      spare.push(row);
    }
    return spare;
  }

  #make(): BodyRow {
    const made = new BodyRow(this.#dress);
    made.lay(this.#lanes);
    this.#markCutsOf(made);
    this.element.append(made.element);
    return made;
  }
}
