import { isFamily } from '../../../contract/family.ts';
import {
  type ChangeEvent,
  type Row,
  type RowsRequest,
  type RowsResult,
  type Totals,
  newestOf,
} from '../../../contract/calls.ts';
import { isId } from '../../../contract/id.ts';
import type { Resource } from '../../../contract/resource.ts';
import { events, isCallError, preferences, serverNow } from '../../kit/index.ts';
import { elsewhereOf, matches } from '../filters/matches.ts';
import { type Filters, daysOf, wireFilters } from '../filters/model.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { type ChosenCells, createChosenCells } from './cellRange.ts';
import { changesOf, isOlder } from './changes.ts';
import { hasChosen } from './chosenSpan.ts';
import { missingOf } from './due.ts';
import { BLOCK } from './loaded.ts';
import { type FocusedRow, createFocusedRow } from './focusedRow.ts';
import { ViewState } from '../savedViews/viewState.ts';
import { type Formats, createFormats } from './formats.ts';
import { type Freshness, createFreshness } from './freshness.ts';
import { createListeners } from './listeners.ts';
import { type Live, createLive } from './live.ts';
import { type Targets, createTargets } from './targets.ts';
import { type GridState, type Sort, type Start, firstState, later } from './modelState.ts';
import { type Newcomers, createNewcomers } from './newcomers.ts';
import { isAway, readRows } from './readRows.ts';
import { type Refusals, createRefusals } from './refusals.ts';
import { type RowSource, listSource } from './rowSource.ts';
import { BLIND, type Screen } from './screenPorts.ts';
import { type Selection, createSelection } from './selection.ts';

/** Everything a grid knows, apart from the grid itself: blocks, filter, selection and what the line brings. */
export class GridModel {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly blocks: Blocks;
  readonly live: Live;
  readonly targets: Targets;
  readonly focused: FocusedRow;
  /** The range of cells, apart from the rows that are chosen. */
  readonly cells: ChosenCells = createChosenCells();
  /** Looks by rules of the person. */
  readonly formats: Formats;
  readonly view: ViewState;
  readonly refusals: Refusals = createRefusals();
  readonly left = new Set<string>();
  screen: Screen = BLIND;
  /** Follows one order or one merchant: rows that enter are shown at once, nobody has to ask for them. */
  eager = false;
  /** A peek shows the focused row, so it does not go to another one. */
  peekOpen = false;
  /** The row of the peek is gone. */
  onPeekRowGone: () => void = () => undefined;
  /** The sums of the list, as far as they are known. */
  totals: Totals | undefined;
  /** Told that totals may have moved. */
  onMoved: () => void = () => undefined;
  /** Counts the whole filter again, where somebody does. */
  recount: () => Promise<Pick<Totals, 'total' | 'totalIs'> | undefined> = async () => undefined;
  #state: GridState;
  #wire: Record<string, unknown>;
  /** The days that the list was read for, and the zone its texts are in. */
  #days = '';
  #zone = '';
  readonly newcomers: Newcomers;
  readonly #freshness: Freshness;
  /** The first block of the list that is about to be read. */
  #first: RowsResult | undefined;
  /** A block did not come because the line was down; the grid itself asks for it no more. */
  #missing = false;
  /** The list is read again under rows of before an outage; resolves to false where that failed. */
  #rereading: PromiseWithResolvers<boolean> | undefined;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly source: RowSource;
  /** Its rows are those of the whole filter. */
  readonly isWhole: boolean;

  constructor(resource: Resource, start: Start, source?: RowSource) {
    this.resource = resource;
    this.source = source ?? listSource(resource);
    this.isWhole = source === undefined;
    this.selection = createSelection(start.selected, start.focused);
    this.blocks = createBlocks((request) => this.#fetch(request));
    this.focused = createFocusedRow(this.selection, this.blocks, start.at ?? 0);
    this.#state = firstState(resource, start);
    this.formats = createFormats(resource.fields, start.formats ?? []);
    this.view = new ViewState(start);
    this.#wire = this.#resolve(start.filters);
    this.live = createLive({
      visible: () => this.screen.visible(),
      loaded: (id) => this.focused.rowOf(id) !== undefined,
      whole: () => this.#whole(),
      waits: (id) => this.newcomers.waits(id),
      refetch: (ids) => this.refetch(ids),
      patch: (rows, gone) => this.patch(rows, gone),
      fresh: (rows) => this.newcomers.count(rows),
      frozen: () => this.#state.frozen,
      moved: () => this.onMoved(),
      later,
    });
    this.newcomers = createNewcomers({
      isNew: (row) => this.#isNew(row),
      isStill: () => !this.#state.frozen && (this.screen.atTop() || this.#state.total === 0),
      isEager: () => this.#state.total === 0 || this.eager || typeof this.#wire.orderNo === 'string',
      isFollowing: () => preferences().follow && !this.peekOpen && !hasChosen(this),
      read: () => this.catchUp(),
      prepare: () => this.#prepare(),
      wait: (fresh) => void this.#put({ fresh }),
      faded: () => this.screen.mark([]),
      now: () => performance.now(),
      later,
    });
    for (const choice of [this.selection, this.cells]) choice.subscribe(() => this.newcomers.offer());
    this.targets = createTargets(this);
    this.source.attach?.(this);
    this.#freshness = createFreshness({
      now: serverNow,
      revision: () => (resource.live ? events.revision(resource.id) : undefined),
      read: () => this.#readShown(),
      mark: (staleSince) => void this.#put({ staleSince }),
      later,
    });
  }

  readonly state = (): GridState => this.#state;

  /** The filter as the server gets it, its relative ranges as they were at the last refresh. */
  readonly wire = (): Record<string, unknown> => this.#wire;

  setFilters(filters: Filters): void {
    this.selection.clear();
    this.#restart({ filters });
  }

  setSort(sort: Sort): void {
    const now = this.#state.sort;
    if (sort.field !== now.field || sort.order !== now.order) this.#restart({ sort });
  }

  refresh(): void {
    this.#restart({});
  }

  /** What is relative means other days since midnight or in another zone: the list is then that of those. */
  keepUp(): void {
    const { filters, frozen } = this.#state;
    if (frozen) return;
    const { timeZone } = preferences();
    if (daysOf(filters, serverNow(), timeZone, this.resource.fields) !== this.#days) {
      this.selection.clear();
      this.refresh();
    } else if (timeZone !== this.#zone && isFamily(this.resource)) this.catchUp();
  }

  /** `visible`: the panel is on screen; `connected`: the stream is open. What was missed meanwhile is read where it stands. */
  watch(now: { visible: boolean; connected: boolean }): void {
    this.#freshness.set(now);
    if (!now.visible) {
      this.live.stop();
      this.newcomers.stop();
      this.#freshness.stop();
    }
  }

  /** Changes were lost though the line held. */
  missed(): void {
    this.#freshness.missed();
  }

  /** Nobody knows whether the rows are those of the server. */
  isStale(): boolean {
    return this.#freshness.isStale();
  }

  /** Blocks that a broken line kept back are asked for again, where they stand. */
  retry(): void {
    if (!this.#missing) return;
    this.#missing = false;
    if (!this.blocks.isRestored()) return this.screen.reread();
    this.#rereading ??= Promise.withResolvers();
    this.catchUp();
  }

  setFrozen(frozen: boolean): void {
    this.#put({ frozen });
    if (!frozen) this.live.thaw();
  }

  /** One block for the grid; a refusal is kept to be shown in place. */
  async load(start: number, end: number): Promise<Row[] | undefined> {
    const mine = this.#state.generation;
    const wasRestored = this.blocks.isRestored();
    this.live.asked();
    let came: readonly Row[] = [];
    try {
      const answer = await this.blocks.load(start, end);
      came = answer.rows;
      this.#put({ total: answer.total, totalIs: answer.totalIs, loading: false, refusal: undefined });
      this.#endRereading(true);
      this.newcomers.arrived(answer.rows);
      // The line is back, and the other blocks are still those of before.
      if (wasRestored) this.retry();
      return answer.rows;
    } catch (error) {
      if (mine !== this.#state.generation || !isCallError(error)) return undefined;
      const cut = isAway(error);
      if (cut) this.#missing = true;
      const former = cut ? this.#restore(start, end) : undefined;
      this.#endRereading(false);
      if (former) return former;
      if (error.errorCode === 'snapshotGone') this.refresh();
      // What is drawn stays: the places that did not come wait for the line, and the page says that it is down.
      else if (cut && !this.#state.loading && !this.#state.refusal) return undefined;
      else this.#put({ refusal: error, loading: false });
      return undefined;
    } finally {
      this.live.arrived(came.map((row) => row.id));
    }
  }

  /** What was drawn before the list was read again stays, marked as old, until the line is back. */
  #restore(start: number, end: number): Row[] | undefined {
    const former = this.blocks.restore(start, end);
    if (!former) return undefined;
    this.#put({ total: former.total, totalIs: former.totalIs, loading: false, refusal: undefined });
    this.#freshness.failed();
    return former.rows;
  }

  #endRereading(isRead: boolean): void {
    this.#rereading?.resolve(isRead);
    this.#rereading = undefined;
  }

  /** The sort key's value at a place of the snapshot, for the label beside the thumb. */
  async sample(index: number): Promise<unknown> {
    const snapshot = this.blocks.snapshot();
    if (!snapshot) return undefined;
    const answer = await this.#fetch({ start: index, end: index + 1, snapshot });
    return answer.items[0]?.[this.#state.sort.field];
  }

  refetch(ids: readonly string[]): Promise<Row[]> {
    return readRows(this.resource.id, ids, elsewhereOf(this.resource, this.#wire));
  }

  /** The row if it is in the list, wherever that is. */
  async find(id: string): Promise<Row | undefined> {
    const [row] = await this.refetch([id]);
    return row && matches(this.resource, this.#wire, row) ? row : undefined;
  }

  /** Reads rows again now, after a command of our own. */
  async reload(ids: readonly string[]): Promise<void> {
    const loaded = ids.filter((id) => this.focused.rowOf(id)).slice(0, 500);
    if (loaded.length === 0) return;
    const rows = await this.refetch(loaded);
    this.patch(rows, missingOf(loaded, rows));
  }

  take(events: readonly ChangeEvent[]): void {
    this.live.take(events);
  }

  patch(rows: readonly Row[], gone: readonly string[]): void {
    const marked: string[] = [...gone];
    let changed = gone.length > 0;
    for (const id of gone) this.left.add(id);
    for (const row of rows) {
      const before = this.focused.rowOf(row.id);
      if (!before || isOlder(row, before)) continue;
      changed = true;
      if (!this.blocks.put(row)) this.focused.put(row);
      const fits = matches(this.resource, this.#wire, row);
      if (fits === this.left.has(row.id)) marked.push(row.id);
      if (fits) this.left.delete(row.id);
      else this.left.add(row.id);
      const changes = changesOf(this.resource.fields, before, row);
      this.screen.show(row, changes);
    }
    // Verbs and the peek are about the rows themselves, whether or not a figure about the list moved.
    if (!this.#put({ left: this.left.size }) && changed) this.#listeners.notify();
    if (marked.length > 0) this.screen.mark(marked);
  }

  /** Every row of the snapshot is loaded. */
  #whole(): boolean {
    const { loading, total, totalIs } = this.#state;
    return !loading && totalIs === 'exact' && this.blocks.size() >= total;
  }

  /** New is what the snapshot cannot hold: a row made after it, or one not in it where all of it is loaded. */
  #isNew(row: Row): boolean {
    const snapshot = this.blocks.snapshot();
    if (!this.isWhole || snapshot === undefined || this.blocks.get(row.id)) return false;
    if (!matches(this.resource, this.#wire, row)) return false;
    return this.#whole() || (isId(row.id) && BigInt(row.id) > newestOf(snapshot));
  }

  /** Reads the rows on screen again; the rest is read when it is seen. */
  async #readShown(): Promise<void> {
    if (this.#state.refusal) return this.refresh();
    this.retry();
    if (this.#rereading) return this.#reread(this.#rereading.promise);
    if (!this.#state.loading && this.#state.total === 0) return this.catchUp();
    void this.#countEntered().catch(() => undefined);
    await this.live.readAll(this.blocks.order());
  }

  /** @throws where the list could not be read: its rows stay marked */
  async #reread(isRead: Promise<boolean>): Promise<void> {
    if (!(await isRead)) throw new Error('the list was not read');
  }

  /** Whom nobody saw enter is known by the number of those that match. */
  async #countEntered(): Promise<void> {
    const { generation, loading } = this.#state;
    const counted = await this.recount();
    const { total, totalIs, left } = this.#state;
    if (loading || generation !== this.#state.generation) return;
    if (totalIs !== 'exact' || counted?.totalIs !== 'exact') return;
    this.newcomers.counted(Math.max(0, counted.total - total + left));
  }

  async #prepare(): Promise<() => void> {
    const wire = this.#resolve(this.#state.filters);
    const answer = await this.#fetch({ start: 0, end: BLOCK }, wire);
    return () => this.catchUp({ wire, answer });
  }

  /** The same list read again under what is drawn: no skeleton, no jump. `first`: its first block, as it has been read. */
  catchUp(first?: { wire: Record<string, unknown>; answer: RowsResult }): void {
    this.focused.beforeRead('inPlace', true);
    this.#forget(true);
    this.#first = first?.answer;
    this.#wire = first?.wire ?? this.#resolve(this.#state.filters);
    this.#put({ fresh: 0, left: 0 });
    this.screen.reread();
    this.onMoved();
  }

  #forget(sameList: boolean): void {
    this.#missing = false;
    this.blocks.reset(sameList);
    this.live.reset();
    this.left.clear();
    this.newcomers.reset();
    this.#first = undefined;
    // Its places are those of the list as it was.
    this.cells.clear();
  }

  #resolve(filters: Filters): Record<string, unknown> {
    const [now, { timeZone }] = [serverNow(), preferences()];
    const { fields } = this.resource;
    this.#days = daysOf(filters, now, timeZone, fields);
    this.#zone = timeZone;
    return { ...wireFilters(filters, now, timeZone, fields), ...this.view.group() };
  }

  #restart(change: Partial<Pick<GridState, 'filters' | 'sort'>>): void {
    const sameList = Object.keys(change).length === 0;
    this.focused.beforeRead('top', sameList);
    this.#forget(sameList);
    this.#wire = this.#resolve(change.filters ?? this.#state.filters);
    const { generation } = this.#state;
    this.#put({
      ...change,
      loading: true,
      refusal: undefined,
      fresh: 0,
      left: 0,
      generation: generation + 1,
    });
    this.onMoved();
  }

  #fetch(request: RowsRequest, wire = this.#wire): Promise<RowsResult> {
    const first = request.start === 0 && !request.snapshot ? this.#first : undefined;
    this.#first = undefined;
    if (first) return Promise.resolve(first);
    return this.source.rows(request, wire, this.#state.sort);
  }

  /** False where nothing of it is new. */
  #put(change: Partial<GridState>): boolean {
    const next = { ...this.#state, ...change };
    const keys = Object.keys(change) as (keyof GridState)[];
    if (keys.every((key) => next[key] === this.#state[key])) return false;
    this.#state = next;
    this.#listeners.notify();
    return true;
  }
}
