import { atom } from 'jotai';
import type { LayoutBase, LayoutSummary } from '../../kit/index.ts';
import type { RenamedTwice } from '../envelope/merge.ts';
import type { Repair } from '../envelope/envelope.ts';

/**
 * `unloaded`: the server did not answer, so nothing is known and nothing is saved. `gone`: another window deleted it.
 * `temporary`: it is looked into something with, and goes unless the person keeps it.
 */
export type SaveStatus =
  | 'saved'
  | 'waiting'
  | 'saving'
  | 'failed'
  | 'conflict'
  | 'unloaded'
  | 'gone'
  | 'temporary';

export interface CurrentLayout {
  /** Empty until the layout exists on the server. */
  id: string;
  name: string;
  version: number;
  /** Differs from the last explicit save. */
  edited: boolean;
  status: SaveStatus;
  /** The published layout it started from, and the version of it that was taken in last. */
  base?: LayoutBase;
  /** Of a conflict about a panel's name alone: everything else merges. */
  renamed?: RenamedTwice | undefined;
  /** Of a temporary one: the layout that was on screen before; empty for one that is on no server. */
  former?: { id: string; name: string };
}

export const currentAtom = atom<CurrentLayout | null>(null);
export const layoutsAtom = atom<readonly LayoutSummary[]>([]);

/**
 * What replaces a part that could not be used at all: the default for the layout, the layout as it was last saved
 * for the changes since, or what the server has of it for what this browser kept.
 */
export type Instead = 'default' | 'saved' | 'stored';

export interface RepairReport {
  name: string;
  repairs: readonly Repair[];
  /** Absent where what could be read is shown. */
  instead?: Instead;
}

/** What had to be repaired in the layout that was loaded last. */
export const reportAtom = atom<RepairReport | null>(null);
