import type { IJsonRowNode, IJsonTabSetNode } from 'flexlayout-react';
import type { Mark } from '../../kit/sharing/look.ts';
import { type Envelope, type PanelRecord, type TreeJson, tabIdsOf } from '../envelope/envelope.ts';
import { tabsOfPane } from '../envelope/treeEdit.ts';

/** Where the panes of a stored layout are, as parts of the workspace between 0 and 1. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Tabs in order, and the one that shows. */
  tabs: string[];
  shown: string;
  floats: boolean;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A usual screen: floating panels are placed in pixels. */
const SCREEN = { width: 1600, height: 900 };

function boxesOf(row: IJsonRowNode, area: Area, across: boolean, floats: boolean): Box[] {
  const parts = (row.children ?? []) as (IJsonRowNode | IJsonTabSetNode)[];
  const all = parts.reduce((sum, part) => sum + (part.weight ?? 100), 0) || 1;
  let at = 0;
  return parts.flatMap((part) => {
    const share = (part.weight ?? 100) / all;
    const inner = across
      ? { ...area, x: area.x + at * area.width, width: area.width * share }
      : { ...area, y: area.y + at * area.height, height: area.height * share };
    at += share;
    if (part.type === 'row') return boxesOf(part as IJsonRowNode, inner, !across, floats);
    const tabs = tabsOfPane(part as IJsonTabSetNode).map((tab) => tab.id ?? '');
    const { selected = 0 } = part as { selected?: number };
    return [{ ...inner, tabs, shown: tabs[selected] ?? tabs[0] ?? '', floats }];
  });
}

export function previewBoxes({ layout, subLayouts }: TreeJson): Box[] {
  const floating = Object.values(subLayouts).flatMap(({ layout: row, rect }) => {
    const { x = 80, y = 80, width = 800, height = 500 } = rect ?? {};
    const part = (value: number, whole: number) => Math.min(Math.max(value / whole, 0), 0.9);
    const left = part(x, SCREEN.width);
    const top = part(y, SCREEN.height);
    const area = {
      x: left,
      y: top,
      width: Math.min(width / SCREEN.width, 1 - left),
      height: Math.min(height / SCREEN.height, 1 - top),
    };
    return boxesOf(row, area, true, true);
  });
  return [...boxesOf(layout, { x: 0, y: 0, width: 1, height: 1 }, true, false), ...floating];
}

/** A panel whose middle is farther away than this part of the workspace was moved; less is a splitter's doing. */
const FAR = 0.12;

const placeOf = (boxes: readonly Box[], id: string) => boxes.find(({ tabs }) => tabs.includes(id));

function isMoved(from: Box | undefined, to: Box | undefined): boolean {
  if (!from || !to) return false;
  const middle = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const;
  const [a, b] = [middle(from), middle(to)];
  return from.floats !== to.floats || Math.abs(a[0] - b[0]) > FAR || Math.abs(a[1] - b[1]) > FAR;
}

const kept = ({ view, args, name }: PanelRecord) => JSON.stringify([view, args, name]);

/** The panels of `to` that are not as in `from`, and those of `from` that are gone. */
export function marksOf(from: Envelope, to: Envelope): Map<string, Mark> {
  const [before, after] = [previewBoxes(from.layout), previewBoxes(to.layout)];
  const [was, is] = [new Set(tabIdsOf(from.layout)), tabIdsOf(to.layout)];
  const marks = new Map<string, Mark>();
  for (const id of is) {
    const [old, now] = [from.panels[id], to.panels[id]];
    if (!was.has(id)) marks.set(id, 'added');
    else if (isMoved(placeOf(before, id), placeOf(after, id))) marks.set(id, 'moved');
    else if (old && now && kept(old) !== kept(now)) marks.set(id, 'changed');
    else if (from.links.panels[id]?.colour !== to.links.panels[id]?.colour) marks.set(id, 'changed');
  }
  for (const id of was) if (!is.includes(id)) marks.set(id, 'removed');
  return marks;
}
