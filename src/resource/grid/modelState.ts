import type { RowsResult, SortOrder } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { CallError } from '../../kit/index.ts';
import type { Filters } from '../filters/model.ts';
import type { KeptColumn } from './columnState.ts';
import type { FormatRule } from './formats.ts';

export interface Sort {
  field: string;
  order: SortOrder;
}

export interface GridState {
  filters: Filters;
  sort: Sort;
  total: number;
  totalIs: RowsResult['totalIs'];
  /** True until the first block of a refresh is there. */
  loading: boolean;
  refusal: CallError | undefined;
  /** Rows that wait behind the chip. */
  fresh: number;
  /** Rows still shown that the filter would no longer show. */
  left: number;
  frozen: boolean;
  /** The rows may be old since then, in ms of the server's clock, and it is to be said. */
  staleSince: number | undefined;
  /** Counts refreshes: the grid takes a new data source when it moves. */
  generation: number;
}

/** What a model begins with, from a saved panel. */
export interface Start {
  filters: Filters;
  sort?: Sort;
  selected?: readonly string[];
  /** The focused row. */
  focused?: string;
  /** The first row in view. */
  at?: number;
  formats?: readonly FormatRule[];
  /** The saved view it shows, with the columns it has by it. */
  view?: string;
  columns?: readonly KeptColumn[];
  /** Fields that it is grouped by. */
  by?: readonly string[];
}

export function firstState(resource: Resource, start: Start): GridState {
  return {
    filters: start.filters,
    sort: start.sort ?? resource.sort,
    total: 0,
    totalIs: 'exact',
    loading: true,
    refusal: undefined,
    fresh: 0,
    left: 0,
    frozen: false,
    staleSince: undefined,
    generation: 0,
  };
}

/** Runs once after so many ms, unless it is undone. */
export const later = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
