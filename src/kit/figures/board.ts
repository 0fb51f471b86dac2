import { createContext } from 'react';

/** What a dashboard gives all of its widgets: the period, and filters that hold wherever their lists have the field. */

/** Fields by which a dashboard narrows figures; each holds ids. */
export const FILTERS = ['merchantId', 'channelId', 'upstreamId'] as const;
export type BoardFilter = (typeof FILTERS)[number];

export const VARIABLES = ['period', 'compare', 'currency', ...FILTERS] as const;
export type Variable = (typeof VARIABLES)[number];

export type BoardValues = Readonly<
  {
    /** As `parsePeriod` reads it. */
    period?: string;
    /** What the figures are compared with: `before`, the period before, or two instants as `parsePeriod` reads them. */
    compare?: string;
    currency?: string;
  } & Partial<Record<BoardFilter, readonly string[]>>
>;

export const BEFORE = 'before';

export interface TileBoard {
  /** Those that this tile follows. */
  values: BoardValues;
  /** The widget's figures are narrowed by these, so the tile can name those that they are not narrowed by. */
  follows: (variables: readonly Variable[]) => void;
}

export const BoardContext = createContext<TileBoard>({ values: {}, follows: () => undefined });
