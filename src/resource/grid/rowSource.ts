import type { RowsRequest, RowsResult } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call } from '../../kit/index.ts';
import type { Sort } from './modelState.ts';

/** Where the rows of a model come from; places may be gaps. */
export interface RowSource {
  /** A block under the filter, as the server takes it, and the order. A request without a snapshot begins to read. */
  rows(request: RowsRequest, wire: Readonly<Record<string, unknown>>, sort: Sort): Promise<RowsResult>;
}

/** The whole list of a resource. */
export const listSource = ({ id }: Resource): RowSource => ({
  rows: (request, wire, sort) =>
    call<RowsResult>(`${id}/rows`, { ...wire, ...request, sort: [sort] }, { customCatch: true }),
});
