import type { Row, RowsResult } from '../../../contract/calls.ts';
import { type CallError, call, isUnreachable } from '../../kit/index.ts';
import { MOST } from './due.ts';

type Filters = Readonly<Record<string, unknown>>;

interface Batch {
  ids: Set<string>;
  answer: Promise<Row[]>;
}

const batches = new Map<string, Batch>();

function open(resource: string, within: Filters, key: string): Batch {
  const ids = new Set<string>();
  const ask = async (): Promise<Row[]> => {
    // Whatever asks in the same moment is in by now.
    await Promise.resolve();
    batches.delete(key);
    const body = { ids: [...ids], ...within };
    const { items } = await call<RowsResult>(`${resource}/rows`, body, { customCatch: true });
    return items;
  };
  const batch = { ids, answer: ask() };
  batches.set(key, batch);
  return batch;
}

/**
 * Rows by id as they are now, at most 500; those out of scope or gone are left out. Panels that show the same resource
 * and ask in the same moment, as when a window is seen again, share one call. `within`: filters that a row cannot answer
 * by itself; each says whether it is out of them.
 */
export async function readRows(
  resource: string,
  ids: readonly string[],
  within: Filters = {},
): Promise<Row[]> {
  const key = JSON.stringify([resource, within]);
  const known = batches.get(key);
  const batch = known && known.ids.size + ids.length <= MOST ? known : open(resource, within, key);
  for (const id of ids) batch.ids.add(id);
  const wanted = new Set(ids);
  return (await batch.answer).filter(({ id }) => wanted.has(id));
}

/** The server did not answer, or a proxy answered in its place. */
export const isAway = (error: CallError): boolean =>
  isUnreachable(error) || (error.errorCode === 'http' && error.code >= 502 && error.code <= 504);
