import type { RowsRequest, RowsResult } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call } from '../../kit/index.ts';
import type { TreePlace } from '../tree/lines.ts';
import type { Sort } from './modelState.ts';
import type { Selection } from './selection.ts';

/** Rows that lie below others: what a grid asks of them. */
export interface TreeRows {
  /** The column that leads: it is indented and opens rows. */
  readonly column: string;
  /** Undefined of a row that is not shown. */
  place(id: string): TreePlace | undefined;
  indexOf(id: string): number | undefined;
  /** The id of the row above. */
  above(id: string): string | undefined;
  /** Shows or hides what is below a row. */
  toggle(id: string): void;
  /** Where the next row is whose name begins so; -1 where there is none. */
  typed(text: string, from: number): number;
}

/** What a source may do with the list that is drawn from it. */
export interface SourcePorts {
  /** Asks for the rows again under what is drawn. */
  catchUp(): void;
  readonly selection: Pick<Selection, 'cursor' | 'adopt'>;
}

/** Where the rows of a model come from; places may be gaps. */
export interface RowSource {
  /** A block under the filter, as the server takes it, and the order. A request without a snapshot begins to read. */
  rows(request: RowsRequest, wire: Readonly<Record<string, unknown>>, sort: Sort): Promise<RowsResult>;
  readonly tree?: TreeRows;
  attach?(ports: SourcePorts): void;
}

/** The whole list of a resource. */
export const listSource = ({ id }: Resource): RowSource => ({
  rows: (request, wire, sort) =>
    call<RowsResult>(`${id}/rows`, { ...wire, ...request, sort: [sort] }, { customCatch: true }),
});
