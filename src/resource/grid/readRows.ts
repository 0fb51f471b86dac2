import type { Row, RowsResult } from '../../../contract/calls.ts';
import { type CallError, call } from '../../kit/index.ts';
import { MOST } from './due.ts';

interface Batch {
  ids: Set<string>;
  answer: Promise<Row[]>;
}

const batches = new Map<string, Batch>();

function open(resource: string): Batch {
  const ids = new Set<string>();
  const ask = async (): Promise<Row[]> => {
    // Whatever asks in the same moment is in by now.
    await Promise.resolve();
    batches.delete(resource);
    const { items } = await call<RowsResult>(`${resource}/rows`, { ids: [...ids] }, { customCatch: true });
    return items;
  };
  const batch = { ids, answer: ask() };
  batches.set(resource, batch);
  return batch;
}

/**
 * Rows by id as they are now, at most 500; those out of scope or gone are left out. Panels that show the same resource
 * and ask in the same moment, as when a window is seen again, share one call.
 */
export async function readRows(resource: string, ids: readonly string[]): Promise<Row[]> {
  const known = batches.get(resource);
  const batch = known && known.ids.size + ids.length <= MOST ? known : open(resource);
  for (const id of ids) batch.ids.add(id);
  const wanted = new Set(ids);
  return (await batch.answer).filter(({ id }) => wanted.has(id));
}

/** The server did not answer, or a proxy answered in its place. */
export const isAway = ({ errorCode, code }: CallError): boolean =>
  errorCode === 'network' || (errorCode === 'http' && code >= 502 && code <= 504);
