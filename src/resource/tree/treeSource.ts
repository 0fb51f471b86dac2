import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { RowSource, SourcePorts, TreeRows } from '../grid/rowSource.ts';
import { listSource } from '../grid/rowSource.ts';
import type { Sort } from '../grid/modelState.ts';
import { labelOf } from '../grid/columns.ts';
import { findTyped } from '../../kit/ui/listKeys.ts';
import {
  type Kept,
  type Nested,
  type TreeLine,
  type TreePlace,
  aboveOf,
  keptOf,
  linesOf,
  nestRows,
  pathOf,
} from './lines.ts';

/** As many rows as one answer holds. */
const MOST = 1_000;
/** More rows than anybody looks through as a tree. */
const LIMIT = 20_000;

export interface TreeOptions {
  /** The field that names the row above. */
  parent: string;
  /** Levels that are open before anybody opens or closes one. */
  open: number;
  /** Rows that were opened or closed against that, from a saved panel. */
  turned?: readonly string[];
  /** Where all rows come from, if not from the list of the resource. */
  list?: RowSource;
}

const EMPTY: Nested = nestRows([], '');

/**
 * The list of a resource as a tree: all of it is read at once, and a grid is given the rows whose parents are open. A
 * filter keeps the rows above those that match.
 */
export class TreeSource implements RowSource, TreeRows {
  readonly tree: TreeRows = this;
  readonly column: string;
  readonly parent: string;
  readonly #resource: Resource;
  readonly #list: RowSource;
  readonly #open: number;
  #turned: Set<string>;
  /** The same while a filter holds: by itself everything is open then. */
  #closed = new Set<string>();
  #nested = EMPTY;
  #kept: Kept | undefined;
  #wire = '';
  #lines: readonly TreeLine[] = [];
  #places = new Map<string, number>();
  #ports: SourcePorts | undefined;
  /** What is drawn changes, not what was read. */
  #isRead = false;
  #reads = 0;
  /** Gets the rows that are open, to be kept. */
  onTurned: (turned: readonly string[]) => void = () => undefined;

  constructor(resource: Resource, { parent, open, turned = [], list }: TreeOptions) {
    this.#resource = resource;
    this.#list = list ?? listSource(resource);
    this.column = resource.label;
    this.parent = parent;
    this.#open = open;
    this.#turned = new Set(turned);
  }

  attach(ports: SourcePorts): void {
    this.#ports = ports;
  }

  async rows(
    { start = 0, end = start, snapshot }: RowsRequest,
    wire: Readonly<Record<string, unknown>>,
    sort: Sort,
  ): Promise<RowsResult> {
    if (!snapshot && !this.#isRead) await this.#read(wire, sort);
    this.#isRead = false;
    return {
      items: this.#lines.slice(start, end).map(({ row }) => row),
      start,
      total: this.#lines.length,
      totalIs: 'exact',
      snapshot: `tree.${this.#reads}`,
    };
  }

  /** Reads the tree again under what is drawn. */
  reread(): void {
    this.#ports?.catchUp();
  }

  place(id: string): TreePlace | undefined {
    return this.#lines[this.#places.get(id) ?? -1]?.place;
  }

  indexOf = (id: string): number | undefined => this.#places.get(id);

  above = (id: string): string | undefined => aboveOf(this.#nested, this.parent, id);

  rowOf = (id: string): Row | undefined => this.#nested.byId.get(id);

  /** Rows under the same one, in order. */
  siblings(id: string): readonly Row[] {
    return this.#nested.below.get(this.above(id) ?? '') ?? [];
  }

  /** How many rows lie below it, at any depth. */
  countBelow(id: string): number {
    const rows = this.#nested.below.get(id) ?? [];
    return rows.reduce((sum, row) => sum + 1 + this.countBelow(row.id), 0);
  }

  /** True where the one lies below the other, or is it. */
  isWithin = (id: string, other: string): boolean => pathOf(this.#nested, this.parent, id).includes(other);

  typed(text: string, from: number): number {
    return findTyped(
      this.#lines.map(({ row }) => labelOf(this.#resource, row)),
      from,
      text,
    );
  }

  toggle(id: string): void {
    if (this.place(id)?.expanded === undefined) return;
    const set = this.#kept ? this.#closed : this.#turned;
    if (!set.delete(id)) set.add(id);
    // The keyboard does not stay on a row that is no longer shown.
    const cursor = this.#ports?.selection.cursor();
    if (cursor !== undefined && cursor !== id && this.isWithin(cursor, id)) this.#ports?.selection.adopt(id);
    this.#redraw();
  }

  /** Opens or closes every row that has rows below it. */
  toggleAll(open: boolean): void {
    if (this.#kept) this.#closed = new Set(open ? [] : this.#nested.below.keys());
    else {
      const parents = [...this.#nested.below.keys()].filter((id) => id !== '');
      this.#turned = new Set(parents.filter((id) => this.#opensAtFirst(this.#levelOf(id)) !== open));
    }
    this.#redraw();
  }

  /** Opens what is above a row. */
  reveal(id: string): void {
    for (const above of pathOf(this.#nested, this.parent, id).slice(1))
      if (!this.#isOpen(above, this.#levelOf(above))) {
        const set = this.#kept ? this.#closed : this.#turned;
        if (!set.delete(above)) set.add(above);
      }
    this.#redraw();
  }

  #levelOf = (id: string): number => pathOf(this.#nested, this.parent, id).length;

  #opensAtFirst = (level: number): boolean => level <= this.#open;

  #isOpen = (id: string, level: number): boolean =>
    this.#kept ? !this.#closed.has(id) : this.#opensAtFirst(level) !== this.#turned.has(id);

  #redraw(): void {
    this.#lay();
    this.onTurned([...this.#turned]);
    this.#isRead = true;
    this.#ports?.catchUp();
  }

  #lay(): void {
    // A row that is drawn again is another object: its place in the tree may have changed.
    this.#lines = linesOf(this.#nested, this.#isOpen, this.#kept).map((line) => ({
      ...line,
      row: { ...line.row },
    }));
    this.#places = new Map(this.#lines.map(({ row }, at) => [row.id, at]));
  }

  async #read(wire: Readonly<Record<string, unknown>>, sort: Sort): Promise<void> {
    const text = JSON.stringify(wire);
    const isFiltered = Object.keys(wire).length > 0;
    const [rows, matching] = await Promise.all([
      this.#all({}, sort),
      isFiltered ? this.#all(wire, sort) : undefined,
    ]);
    this.#reads += 1;
    this.#nested = nestRows(rows, this.parent);
    this.#kept =
      matching &&
      keptOf(
        this.#nested,
        this.parent,
        matching.map(({ id }) => id),
      );
    if (text !== this.#wire) this.#closed.clear();
    this.#wire = text;
    this.#lay();
  }

  async #all(wire: Readonly<Record<string, unknown>>, sort: Sort): Promise<Row[]> {
    const rows: Row[] = [];
    let snapshot: string | undefined;
    for (let total = 1; rows.length < Math.min(total, LIMIT); ) {
      const start = rows.length;
      const answer = await this.#list.rows(
        { start, end: start + MOST, ...(snapshot !== undefined && { snapshot }) },
        wire,
        sort,
      );
      rows.push(...answer.items);
      ({ total, snapshot } = answer);
      if (answer.items.length === 0) break;
    }
    return rows;
  }
}
