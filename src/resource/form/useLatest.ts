import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call } from '../../kit/index.ts';

/** A list leaves out what only a form holds, and may be behind: an edit starts from the row as it is now. */
export function useLatest(
  resource: Resource,
  id: string | undefined,
  take: (row: Row) => void,
  gone: () => void,
): boolean {
  const [known, setKnown] = useState(id === undefined);
  const ports = useRef({ take, gone });
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    call<Row>(`${resource.id}/detail`, undefined, { query: { id }, signal: stop.signal })
      .then(
        (row) => {
          ports.current.take(row);
          return setKnown(true);
        },
        () => stop.signal.aborted || ports.current.gone(),
      )
      .catch(() => undefined);
    return () => stop.abort();
  }, [resource, id]);
  return known;
}
