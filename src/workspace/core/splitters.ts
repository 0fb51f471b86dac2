import { Actions, type Node, Orientation, RowNode, TabSetNode } from 'flexlayout-react';
import { act, model } from './current.ts';
import { isLocked } from './locks.ts';

/** A splitter that has the focus is moved by keys. Sizes in CSS pixels along its row. */

const STEP = 10;
const LARGE_STEP = 60;

/** The line between two panes of a row: `index` is the pane after it. */
interface Split {
  row: RowNode;
  index: number;
}

/** The library writes the place of a splitter in its tree on its element: `…/s0` is after the first pane. */
const PLACE = /^(.*)\/s(\d+)$/;

function splitAt(element: HTMLElement): Split | undefined {
  const [, path, at] = PLACE.exec(element.dataset['layoutPath'] ?? '') ?? [];
  let row: RowNode | undefined;
  model()?.visitNodes((node) => {
    if (node instanceof RowNode && node.getPath() === path) row = node;
  });
  return row && { row, index: Number(at) + 1 };
}

const isAcross = (row: RowNode): boolean => row.getOrientation() === Orientation.HORZ;

const extentOf = (node: Node, across: boolean): number =>
  across ? node.getRect().width : node.getRect().height;

const weightOf = (node: Node): number =>
  node instanceof RowNode || node instanceof TabSetNode ? node.getWeight() : 0;

/** By their weights: what was drawn is one key behind while a key is held. */
function sizesOf(row: RowNode): number[] {
  const panes = row.getChildren();
  const whole = panes.reduce((sum, pane) => sum + extentOf(pane, isAcross(row)), 0);
  const weights = panes.map(weightOf);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight / all) * whole);
}

/** How small a pane may become: panes next to each other add up, those across the direction do not. */
function leastOf(node: Node, across: boolean): number {
  if (node instanceof TabSetNode) return across ? node.getMinWidth() : node.getMinHeight();
  const each = node.getChildren().map((child) => leastOf(child, across));
  const isAlong = node instanceof RowNode && isAcross(node) === across;
  return isAlong ? each.reduce((sum, size) => sum + size, 0) : Math.max(0, ...each);
}

/** Gives the pane before the splitter this size, as far as both have room; `adjusting`: more of the same step follows. */
function resize({ row, index }: Split, wanted: number, adjusting: boolean): void {
  const across = isAcross(row);
  const [before, after] = [row.getChildren()[index - 1]!, row.getChildren()[index]!];
  const sizes = sizesOf(row);
  const whole = sizes.reduce((sum, each) => sum + each, 0);
  // What was never drawn has no size that a share could be taken of.
  if (!(whole > 0)) return;
  const both = sizes[index - 1]! + sizes[index]!;
  const least = leastOf(before, across);
  const most = Math.max(least, both - leastOf(after, across));
  sizes[index - 1] = Math.min(most, Math.max(least, wanted));
  sizes[index] = both - sizes[index - 1]!;
  const weights = sizes.map((each) => (each / whole) * 100);
  act(Actions.adjustWeights(row.getId(), weights).setAdjusting(adjusting));
}

/** The size that a key asks for the pane before the splitter; undefined where the key is another's. */
function wantedBy({ row, index }: Split, key: string, large: boolean): number | undefined {
  const across = isAcross(row);
  const [before = 0, after = 0] = sizesOf(row).slice(index - 1, index + 1);
  const step = large ? LARGE_STEP : STEP;
  const sizes: Readonly<Record<string, number>> = {
    [across ? 'ArrowLeft' : 'ArrowUp']: before - step,
    [across ? 'ArrowRight' : 'ArrowDown']: before + step,
    Home: 0,
    End: before + after,
    Enter: (before + after) / 2,
  };
  return sizes[key];
}

/** @returns whether the key moved the splitter; a key that is held is one step of undo, which `endMove` closes. */
export function moveByKey(element: HTMLElement, key: string, large: boolean): boolean {
  const split = isLocked() ? undefined : splitAt(element);
  const wanted = split && wantedBy(split, key, large);
  if (!split || wanted === undefined) return false;
  resize(split, wanted, true);
  return true;
}

/** The key was let go, or there was none: a double click. */
export function endMove(element: HTMLElement): void {
  const split = splitAt(element);
  if (split) resize(split, sizesOf(split.row)[split.index - 1]!, false);
}

/** The panels on both sides of a splitter. */
export function sidesOf(element: HTMLElement): [Node, Node] | undefined {
  const split = splitAt(element);
  const panes = split?.row.getChildren();
  return split && panes && [panes[split.index - 1]!, panes[split.index]!];
}
