import type { IJsonRowNode, IJsonSubLayout } from 'flexlayout-react';
import type { LinkState } from '../../kit/index.ts';
import type { TabName } from './tabName.ts';

/** What is stored of a layout. The layout library's own JSON is never trusted: it lies inside this, rebuilt. */

export const SCHEMA = 2;

export interface PanelRecord {
  view: string;
  /** Shape of `state`, as its view counts it. */
  version: number;
  args: Record<string, unknown>;
  state: unknown;
  /** What a person called it, in each language. */
  name?: TabName;
  /** The last title the view gave itself, shown until it is mounted again. */
  title?: string;
  /** Distinguishes it from other tabs of its view; what it was once given it keeps. */
  nth?: number;
  /** What it was narrowed to since it was opened, for the address. */
  shown?: Record<string, unknown>;
}

export interface TreeJson {
  layout: IJsonRowNode;
  /** Floating panels and windows of their own, by layout id. */
  subLayouts: Record<string, IJsonSubLayout>;
}

export interface Envelope {
  schema: number;
  id: string;
  name: string;
  scope: 'user' | 'role';
  /** Version of the published layout this one started from; 0 for one's own. */
  baseVersion: number;
  locked: boolean;
  layout: TreeJson;
  links: LinkState;
  panels: Record<string, PanelRecord>;
}

export type RepairCode =
  | 'unreadable'
  | 'future'
  | 'tooLarge'
  | 'shape'
  | 'duplicateId'
  | 'lostPanel'
  | 'tooManyTabs'
  | 'tooDeep'
  | 'badPanel'
  | 'panelsLost'
  | 'stateDropped'
  | 'empty';

export interface Repair {
  code: RepairCode;
  /** Tab or view concerned, where there is one. */
  detail?: string;
}

export interface ReadResult {
  envelope: Envelope;
  repairs: Repair[];
  /** The layout could not be used at all and the default replaces it. */
  replaced: boolean;
}

export const emptyTree = (): TreeJson => ({ layout: { type: 'row', children: [] }, subLayouts: {} });

/** Every tab id of a tree, main window first. */
export function tabIdsOf(tree: TreeJson): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    const { type, id, children } = node as { type?: string; id?: string; children?: unknown[] };
    if (type === 'tab' && id) found.push(id);
    for (const child of children ?? []) walk(child);
  };
  walk(tree.layout);
  for (const sub of Object.values(tree.subLayouts)) walk(sub.layout);
  return found;
}

/** The view of a panel whose record could not be read: its place is kept, and a card is shown in it. */
export const LOST_VIEW = 'lost';
