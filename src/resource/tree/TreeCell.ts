import type { ICellRendererParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { isIconName } from '../../../contract/icons.ts';
import { iconPath } from '../../kit/ui/Icon.tsx';
import { type GridContext, PlainCell, setText } from '../grid/cells.ts';
import type { Column } from '../grid/columns.ts';

type Params = ICellRendererParams<Row, unknown, GridContext>;

/** Px that a level is moved to the right. */
const STEP = 16;
/** Px that a name of the third level still fits in; whoever wants more drags the edge. */
const WIDTH = 240;
const SVG = 'http://www.w3.org/2000/svg';

export interface TreeCellParams {
  /** The row's text. */
  text: (row: Row) => string;
  /** Name of the icon before the text, if there is one. */
  icon?: (row: Row) => string | undefined;
}

function drawing(size: number): { svg: SVGElement; path: SVGElement } {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, value] of [
    ['fill', 'none'],
    ['stroke', 'currentColor'],
    ['stroke-width', '1.6'],
    ['stroke-linecap', 'round'],
    ['stroke-linejoin', 'round'],
  ] as const)
    path.setAttribute(name, value);
  svg.append(path);
  return { svg, path };
}

/** The name of a row, moved to the right by its level, behind the sign that opens it. */
export class TreeCell extends PlainCell {
  readonly #sign = document.createElement('span');
  readonly #arrow = drawing(12);
  readonly #icon = drawing(14);
  readonly #text = document.createElement('span');
  constructor() {
    super();
    this.gui.className = 'tree-cell';
    this.#sign.append(this.#arrow.svg);
    this.#icon.svg.setAttribute('class', 'tree-icon');
    this.#text.className = 'tree-text';
    this.gui.append(this.#sign, this.#icon.svg, this.#text);
  }
  protected draw(params: Params): void {
    const { data, context } = params;
    const { text, icon } = params as unknown as TreeCellParams;
    const place = data && context.tree?.place(data.id);
    this.gui.style.paddingLeft = `${((place?.level ?? 1) - 1) * STEP}px`;
    this.#sign.className = place?.expanded === undefined ? 'tree-leaf' : 'tree-sign';
    this.#arrow.path.setAttribute('d', iconPath(place?.expanded === true ? 'down' : 'right'));
    const name = data && icon?.(data);
    this.#icon.svg.style.display = icon ? '' : 'none';
    this.#icon.path.setAttribute('d', isIconName(name) ? iconPath(name) : '');
    setText(this.#text, data === undefined || data.gap ? '' : text(data));
  }
}

/** The column that leads a tree. */
export const treeColumn = (column: Column, params: TreeCellParams): Column => ({
  ...column,
  pinned: 'left',
  width: Math.max(WIDTH, column.width ?? 0),
  cellClass: 'tree-column',
  cellRenderer: TreeCell,
  cellRendererParams: params,
});
