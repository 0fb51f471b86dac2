import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import type { GridContext } from '../cells.ts';
import { type Column, contextOf, faceOf, fixedClasses } from '../columns.ts';
import { PADDING } from '../fit.ts';
import { classesBy } from './classes.ts';
import type { Face } from '../ruler.ts';
import type { Lane } from './lanes.ts';
import type { Dress } from './row.ts';

type Renderer = new () => ICellRendererComp<Row>;

/** What a definition's functions are told; they use nothing else of AG Grid's parameters. */
type Params = ICellRendererParams<Row, unknown, GridContext>;

const paramsOf = (lane: Lane, context: GridContext, data: Row | undefined): Params =>
  ({
    ...(lane.definition.cellRendererParams as object | undefined),
    colDef: lane.definition,
    context,
    data,
    value: data?.[lane.definition.field ?? ''],
  }) as unknown as Params;

/** One cell that lives as long as its row's element and shows one row after the other. */
export class BodyCell {
  readonly element: HTMLElement;
  readonly definition: Column;
  readonly #dressing: Dress;
  readonly #classes: string;
  readonly #face: Face;
  readonly #renderer: ICellRendererComp<Row> | undefined;
  readonly #text: Text | undefined;
  #lane: Lane;
  #shown = '';
  #dress = '';
  #clipped = false;
  /** Made once a text has to be warned of. */
  #warning: HTMLElement | undefined;

  constructor(lane: Lane, dressing: Dress) {
    const { page, context } = dressing;
    this.#lane = lane;
    this.definition = lane.definition;
    this.#dressing = dressing;
    this.#face = faceOf(lane.definition);
    this.#classes = `ag-cell ${fixedClasses(lane.definition)}`;
    this.element = page.createElement('div');
    this.element.setAttribute('role', 'gridcell');
    this.element.setAttribute('col-id', lane.id);
    const { cellRenderer } = lane.definition;
    if (cellRenderer) {
      this.#renderer = new (cellRenderer as Renderer)();
      void this.#renderer.init?.(paramsOf(lane, context, undefined));
      this.element.append(this.#renderer.getGui());
    } else {
      this.#text = page.createTextNode('');
      this.element.append(this.#text);
    }
    this.place(lane);
  }

  place(lane: Lane): void {
    this.#lane = lane;
    const { style } = this.element;
    style.left = `${lane.left}px`;
    style.width = `${lane.width}px`;
    this.element.setAttribute('aria-colindex', String(lane.at + 1));
    this.#clipped = this.#isCut();
    this.#put(this.#dress, true);
  }

  show(data: Row | undefined): void {
    const lane = this.#lane;
    const params = paramsOf(lane, this.#dressing.context, data);
    if (this.#renderer) this.#renderer.refresh(params);
    else this.#write(params);
    const clipped = this.#isCut();
    const other = clipped !== this.#clipped;
    this.#clipped = clipped;
    this.#put(classesBy(this.definition.cellClassRules, params), other);
  }

  /** Told that the row under it is another one: nothing of the former may go on. */
  leave(): void {
    this.#put(this.#dress, true);
  }

  /** The tone that a rule of the person gives it. */
  tint(tone: string | undefined): void {
    const { dataset } = this.element;
    if (tone === dataset.tone) return;
    if (tone === undefined) delete dataset.tone;
    else dataset.tone = tone;
  }

  /** `edges` of the chosen range that it lies at; undefined where it is not part of one. */
  mark(edges: string | undefined): void {
    const { dataset } = this.element;
    if (edges === dataset.range) return;
    if (edges === undefined) {
      delete dataset.range;
      this.element.ariaSelected = null;
    } else {
      dataset.range = edges;
      this.element.ariaSelected = 'true';
    }
  }

  destroy(): void {
    this.#renderer?.destroy?.();
    this.element.remove();
  }

  #write(params: Params): void {
    const { valueFormatter } = this.definition;
    const { value } = params;
    const text =
      typeof valueFormatter === 'function'
        ? valueFormatter(params as unknown as Parameters<typeof valueFormatter>[0])
        : value === null || value === undefined
          ? ''
          : String(value as string | number);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#text!.data = text;
    this.#warn(contextOf(this.definition).warningOf?.(text));
  }

  /** A mark behind the text, with why it is there. */
  #warn(warning: string | undefined): void {
    if (warning === undefined) {
      this.#warning?.remove();
      this.#warning = undefined;
      return;
    }
    this.#warning ??= this.element.appendChild(this.#dressing.page.createElement('i'));
    this.#warning.className = 'look-alike';
    this.#warning.role = 'img';
    this.#warning.ariaLabel = warning;
    this.#warning.title = warning;
  }

  /** A clip of its own is what makes a cell dear to paint, so only a text that does not fit has one. */
  #isCut(): boolean {
    const { clipped, width } = this.#lane;
    if (!clipped) return false;
    if (this.#renderer) return this.element.textContent !== '';
    return this.#dressing.ruler.width(this.#shown, this.#face) > width - PADDING;
  }

  #put(dress: string, always = false): void {
    if (dress === this.#dress && !always) return;
    this.#dress = dress;
    const name = `${this.#classes}${this.#clipped ? ' grid-clip' : ''}${dress}`;
    if (this.element.className !== name) this.element.className = name;
  }
}
