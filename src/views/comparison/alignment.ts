import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';
import type {
  AlignedRequest,
  AlignedRows,
  Comparison,
  ComparisonRequest,
  Place,
} from '../../../contract/comparison.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call, serverNow } from '../../kit/index.ts';
import type { FormatTone, RowFormat } from '../../resource/grid/formats.ts';
import { createListeners } from '../../resource/grid/listeners.ts';
import { gap } from '../../resource/grid/loaded.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import type { Sort } from '../../resource/grid/modelState.ts';
import type { RowSource } from '../../resource/grid/rowSource.ts';
import { keyOf, type Pairing } from './setup.ts';

/** What is known of the comparison and which part of it is shown. */
export interface AlignmentState {
  comparison: Comparison | undefined;
  /** When it was made, in ms of the server's clock. */
  at: number | undefined;
  pairing: Pairing;
  part: Part;
  /** The side that leads: only what belongs to its rows is compared. */
  of: number | undefined;
}

/** Which aligned rows are shown. */
export type Part = Pick<AlignedRequest, 'show' | 'lacking'>;

/** The rows of one place, and which comparisons differed when it was compared. */
interface Line {
  ids: readonly (string | null)[];
  differs: number;
}

/** A side as it is drawn. */
export interface SideScreen {
  /** The element that its grid is in. */
  area: HTMLElement;
  /** Puts the keyboard on the row of a place. */
  focusAt: (place: number) => void;
}

interface Side {
  resource: Resource;
  model: GridModel | undefined;
  /** Its grid, while it is drawn. */
  screen: SideScreen | undefined;
  /** Its filter and order in the comparison that is open; undefined until that is asked for. */
  asked: string | undefined;
  /** The read it has begun last. */
  read: number;
  lines: Map<string, Line>;
}

const DIFFERS: FormatTone = 'warning';
/** Blocks that the sides share. */
const KEPT = 12;

/**
 * Lists side by side. Each side is a grid of its own whose rows come from here, so that all of them show the same places:
 * the first that begins to read has the server compare, and the others are read again.
 */
export class Alignment {
  readonly sides: readonly Side[];
  #state: AlignmentState;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  #opening: Promise<Comparison> | undefined;
  /** Counts reads: of another comparison, or of another part of it. */
  #read = 0;
  /** The side whose order all are in. */
  #sorted = 0;
  readonly #blocks = new Map<string, Promise<AlignedRows>>();
  readonly #attached = Promise.withResolvers<void>();

  constructor(lists: readonly Resource[], pairing: Pairing, part: Part, of: number | undefined) {
    this.sides = lists.map((resource) => ({
      resource,
      model: undefined,
      screen: undefined,
      asked: undefined,
      read: -1,
      lines: new Map(),
    }));
    this.#state = { comparison: undefined, at: undefined, pairing, part, of };
  }

  readonly state = (): AlignmentState => this.#state;

  /** Takes the model of a side; returns its undo. */
  attach(at: number, model: GridModel): () => void {
    const side = this.sides[at]!;
    side.model = model;
    if (this.sides.every((each) => each.model)) this.#attached.resolve();
    model.formats.mark((row) => this.#formatOf(at, row));
    // Another value on one side is another difference on all.
    const undo = model.subscribe(() => {
      for (const other of this.sides) if (other !== side) other.model?.screen.mark([]);
    });
    return () => {
      undo();
      side.model = undefined;
    };
  }

  source(at: number): RowSource {
    return { rows: (request, wire, sort) => this.#rows(at, request, wire, sort) };
  }

  setPairing(pairing: Pairing): void {
    this.#put({ pairing });
    this.reopen();
  }

  setLeading(of: number | undefined): void {
    this.#put({ of });
    this.reopen();
  }

  setPart(part: Part): void {
    this.#put({ part });
    this.#begin();
    this.#refreshBut(undefined);
  }

  /** Compares the lists as they are now. */
  reopen(): void {
    this.#close();
    this.#begin();
    this.#refreshBut(undefined);
  }

  /** The next place whose rows differ; undefined where there is none that way. */
  async next(from: number, back: boolean): Promise<number | undefined> {
    const { comparison, part } = this.#state;
    if (!comparison) return undefined;
    const { at } = await call<Place>('comparison/place', { token: comparison.token, ...part, from, back });
    return at ?? undefined;
  }

  /** The row of another side at the place of a row. */
  across(at: number, row: Row, other: number): Row | undefined {
    const id = this.sides[at]!.lines.get(row.id)?.ids[other];
    return id ? this.sides[other]!.model?.blocks.get(id) : undefined;
  }

  #close(): void {
    this.#opening = undefined;
    for (const side of this.sides) side.asked = undefined;
  }

  #begin(): void {
    this.#read += 1;
    this.#blocks.clear();
    for (const { lines } of this.sides) lines.clear();
  }

  #refreshBut(side: Side | undefined): void {
    for (const other of this.sides) if (other !== side) other.model?.refresh();
  }

  async #rows(
    at: number,
    request: RowsRequest,
    wire: Readonly<Record<string, unknown>>,
    sort: Sort,
  ): Promise<RowsResult> {
    const side = this.sides[at]!;
    if (request.snapshot === undefined) this.#beginOf(at, askedOf(wire, sort), sort);
    const read = this.#read;
    const comparison = await (this.#opening ??= this.#open());
    const { start = 0, end = start } = request;
    const block = await this.#block(comparison.token, start, end);
    return { ...this.#itemsOf(side, at, block, read), snapshot: comparison.token };
  }

  /** A side begins to read. Where it is about something else now, or is read again by itself, all are compared again. */
  #beginOf(at: number, asked: string, sort: Sort): void {
    const side = this.sides[at]!;
    const isOther = side.asked !== undefined && side.asked !== asked;
    if (isOther && !side.asked!.endsWith(JSON.stringify(sort))) this.#sorted = at;
    if (isOther || side.read === this.#read) {
      this.#close();
      this.#begin();
      // After this side is counted among those that read it.
      queueMicrotask(() => this.#refreshBut(side));
    }
    side.read = this.#read;
  }

  async #open(): Promise<Comparison> {
    const read = this.#read;
    await this.#attached.promise;
    const { pairing, of } = this.#state;
    const sides = this.sides.map(({ resource, model }, at) => ({
      resource: resource.id,
      filters: { ...model?.wire() },
      key: keyOf(pairing, at),
    }));
    for (const side of this.sides)
      if (side.model) side.asked = askedOf(side.model.wire(), side.model.state().sort);
    const sorted = this.sides[this.#sorted]!.model?.state().sort;
    const request: ComparisonRequest = {
      sides,
      compared: pairing.compared.map((part) => [...part]),
      ...(sorted && { sort: { side: this.#sorted, ...sorted } }),
      ...(of !== undefined && { of }),
    };
    try {
      const comparison = await call<Comparison>('comparison/open', request, { customCatch: true });
      if (read === this.#read) this.#put({ comparison, at: serverNow() });
      return comparison;
    } catch (error) {
      if (read === this.#read) {
        // Asked again as soon as a side is read again.
        this.#close();
        this.#put({ comparison: undefined, at: undefined });
      }
      throw error;
    }
  }

  #block(token: string, start: number, end: number): Promise<AlignedRows> {
    const { part } = this.#state;
    const key = JSON.stringify([token, part, start, end]);
    const known = this.#blocks.get(key);
    if (known) return known;
    const asked = call<AlignedRows>('comparison/rows', { token, ...part, start, end }, { customCatch: true });
    this.#blocks.set(key, asked);
    asked.catch(() => this.#blocks.delete(key));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > KEPT && oldest !== undefined) this.#blocks.delete(oldest);
    return asked;
  }

  /** The part of a block that one side shows, its gaps included. */
  #itemsOf(side: Side, at: number, block: AlignedRows, read: number): Omit<RowsResult, 'snapshot'> {
    const rows = new Map(block.rows[at]!.map((row) => [row.id, row]));
    const items = block.ids.map((ids, place) => {
      const id = ids[at];
      const row = id ? rows.get(id) : undefined;
      if (row && read === this.#read) side.lines.set(row.id, { ids, differs: block.differs[place]! });
      return row ?? gap(block.start + place);
    });
    return { items, start: block.start, total: block.total, totalIs: 'exact' };
  }

  /** Cells that differ from those of another side; by their newest values where all rows are here. */
  #formatOf(at: number, row: Row): RowFormat | undefined {
    const line = this.sides[at]!.lines.get(row.id);
    if (!line) return undefined;
    const rows = this.sides.map(({ model }, side) =>
      side === at ? row : line.ids[side] ? model?.blocks.get(line.ids[side]) : undefined,
    );
    const isWhole = rows.every((each, side) => each !== undefined || line.ids[side] === null);
    const cells = new Map<string, FormatTone>();
    for (const [index, part] of this.#state.pairing.compared.entries()) {
      const name = part[at];
      const isOther = isWhole ? this.#differs(rows, part) : (line.differs & (1 << index)) !== 0;
      if (name && isOther) cells.set(name, DIFFERS);
    }
    return cells.size > 0 ? { row: undefined, cells } : undefined;
  }

  /** Rows that are there say several things in what is compared. */
  #differs(rows: readonly (Row | undefined)[], part: readonly (string | null)[]): boolean {
    const isCaseless = part.some((name, side) => name && this.sides[side]!.resource.fields[name]?.caseless);
    const values = rows.flatMap((row, side) => (row && part[side] ? [textOf(row[part[side]])] : []));
    return new Set(isCaseless ? values.map((text) => text.toLowerCase()) : values).size > 1;
  }

  #put(change: Partial<AlignmentState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }
}

const askedOf = (wire: Readonly<Record<string, unknown>>, sort: Sort): string =>
  JSON.stringify([wire, sort]).slice(1, -1);

/** The second is what is shown of a moment. */
const textOf = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value as string | number | boolean);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 19) : text;
};
