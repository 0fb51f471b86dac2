import type { Row } from '../../../../contract/calls.ts';
import { type Span, edgesOf } from '../cellRange.ts';
import type { RowLook } from '../rowRenderer.ts';
import type { Ruler } from '../ruler.ts';
import { BodyCell } from './cell.ts';
import { classesBy } from './classes.ts';
import type { Lanes } from './lanes.ts';

/** What rows are drawn with; the same object for all of a grid. */
export interface Dress extends RowLook {
  page: Document;
  ruler: Ruler;
}

/** A row's element, drawn once and shown at one place of the list after the other. */
export class BodyRow {
  readonly element: HTMLElement;
  readonly #dress: Dress;
  readonly #left: HTMLElement;
  /** Made once a column is pinned there. */
  #right: HTMLElement | undefined;
  readonly #cells = new Map<string, BodyCell>();
  #index = -1;
  #top = Number.NaN;
  #data: Row | undefined;
  /** Id of the row that the cells show; of the former one while the next is on its way. */
  #filled: string | undefined;
  #drawn = false;
  /** Some of its cells are part of the chosen range. */
  #isMarked = false;
  /** Rules of the person give it or its cells a tone. */
  #isTinted = false;
  /** Why it was refused; made once a row is. */
  #reason: HTMLElement | undefined;
  #name = '';

  constructor(dress: Dress) {
    this.#dress = dress;
    this.element = dress.page.createElement('div');
    this.element.setAttribute('role', 'row');
    this.element.tabIndex = -1;
    this.#left = this.#part('grid-pinned');
  }

  /** Holds the cells of columns that are pinned at one edge; before all cells, as a part that floats has to be. */
  #part(name: string): HTMLElement {
    const part = this.#dress.page.createElement('div');
    part.className = name;
    part.setAttribute('role', 'presentation');
    this.element.prepend(part);
    return part;
  }

  get index(): number {
    return this.#index;
  }

  get data(): Row | undefined {
    return this.#data;
  }

  cell(column: string): HTMLElement | undefined {
    return this.#cells.get(column)?.element;
  }

  /** Gives every column of view its cell and takes the others away. */
  lay({ list, leftWidth, rightWidth }: Lanes): void {
    const ids = new Set(list.map(({ id }) => id));
    for (const [id, cell] of this.#cells) {
      if (ids.has(id)) continue;
      cell.destroy();
      this.#cells.delete(id);
    }
    this.#left.style.width = `${leftWidth}px`;
    this.#left.hidden = leftWidth === 0;
    if (rightWidth > 0) this.#right ??= this.#part('grid-pinned grid-pinned-right');
    if (this.#right) {
      this.#right.style.width = `${rightWidth}px`;
      this.#right.hidden = rightWidth === 0;
    }
    for (const lane of list) {
      const known = this.#cells.get(lane.id);
      const parts = { left: this.#left, right: this.#right };
      const home = (lane.pinned && parts[lane.pinned]) ?? this.element;
      if (known?.definition === lane.definition) {
        // A column dragged among the pinned ones, or out of them, takes its cells along.
        if (known.element.parentElement !== home) home.append(known.element);
        known.place(lane);
        continue;
      }
      known?.destroy();
      const made = new BodyCell(lane, this.#dress);
      this.#cells.set(lane.id, made);
      home.append(made.element);
      if (this.#drawn) made.show(this.#data);
    }
    this.#tint();
  }

  /** Shows what is at a place; `again` also where the row is the same, in other words. */
  show(index: number, data: Row | undefined, again: boolean): void {
    const { element } = this;
    if (index !== this.#index) {
      this.#index = index;
      element.setAttribute('row-index', String(index));
      element.setAttribute('aria-rowindex', String(index + 2));
    }
    const id = data?.id;
    if (id !== this.#data?.id || !this.#drawn) {
      if (id === undefined) element.removeAttribute('row-id');
      else element.setAttribute('row-id', id);
    }
    const moved = !this.#drawn || data !== this.#data;
    // Readers of the page are told that its cells are on their way.
    if (!this.#drawn || (data === undefined) !== (this.#data === undefined))
      element.ariaBusy = data === undefined ? 'true' : null;
    this.#data = data;
    this.#drawn = true;
    // A row on its way hides its cells (grid.css), so they wait for the next row with what they have.
    if (data && (moved || again)) this.#fill(data);
    this.paint();
  }

  #fill(data: Row): void {
    const other = data.id !== this.#filled;
    this.#filled = data.id;
    for (const cell of this.#cells.values()) {
      if (other) cell.leave();
      cell.show(data);
    }
  }

  at(top: number): void {
    if (top === this.#top) return;
    this.#top = top;
    this.element.style.top = `${top}px`;
  }

  /** Ticked, stood on, left the filter: what a class says. */
  paint(): void {
    this.#tint();
    this.#explain();
    this.#nest();
    const { rules, context } = this.#dress;
    const name = `ag-row${classesBy(rules, { data: this.#data, rowIndex: this.#index, context })}`;
    if (name === this.#name) return;
    this.#name = name;
    this.element.className = name;
    const chosen = this.#data !== undefined && context.selection.has(this.#data.id);
    this.element.setAttribute('aria-selected', String(chosen));
    const box = this.element.querySelector<HTMLInputElement>('.grid-check');
    if (box) box.checked = chosen;
  }

  #explain(): void {
    const text = this.#data && this.#dress.context.reason(this.#data.id);
    if (text === undefined) {
      this.#reason?.remove();
      this.#reason = undefined;
      return;
    }
    this.#reason ??= this.#part('grid-reason');
    if (this.#reason.textContent === text) return;
    this.#reason.textContent = text;
    this.#reason.title = text;
  }

  /** Says where it lies in a tree. */
  #nest(): void {
    const { tree } = this.#dress.context;
    if (!tree) return;
    const place = this.#data && tree.place(this.#data.id);
    const { element } = this;
    element.ariaLevel = place ? String(place.level) : null;
    element.ariaSetSize = place ? String(place.siblings) : null;
    element.ariaPosInSet = place ? String(place.position) : null;
    element.ariaExpanded = place?.expanded === undefined ? null : String(place.expanded);
  }

  #tint(): void {
    const format = this.#data && this.#dress.context.format(this.#data);
    if (!format && !this.#isTinted) return;
    this.#isTinted = format !== undefined;
    for (const [column, cell] of this.#cells) cell.tint(format?.cells.get(column));
    if (format?.row) this.element.dataset.tone = format.row;
    else delete this.element.dataset.tone;
  }

  /** Marks the cells that the chosen range holds. */
  mark(span: Span | undefined): void {
    const isIn = span !== undefined && this.#index >= span.first && this.#index <= span.last;
    if (!isIn && !this.#isMarked) return;
    this.#isMarked = isIn;
    for (const [column, cell] of this.#cells)
      cell.mark(isIn ? edgesOf(span, this.#index, column) : undefined);
  }

  destroy(): void {
    for (const cell of this.#cells.values()) cell.destroy();
    this.element.remove();
  }
}
