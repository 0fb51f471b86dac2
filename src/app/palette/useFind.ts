import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { useT } from '../../kit/i18n/i18n.ts';

/** A row the palette may open. */
export interface Found {
  resource: string;
  id: string;
  label: string;
  hint: string;
}

const WAIT_MS = 150;
const SHORTEST = 2;

function parseFound(raw: unknown): Found[] {
  return (Array.isArray(raw) ? raw : []).map((row: Record<string, unknown>) => ({
    resource: String(row.resource ?? ''),
    id: String(row.id ?? ''),
    label: String(row.label ?? row.id ?? ''),
    hint: String(row.hint ?? ''),
  }));
}

export interface Finding {
  found: Found[];
  busy: boolean;
  /** Why nobody knows what there is: nothing found is another answer. */
  fault: string | undefined;
}

/** Asks the server for orders and merchants once the typing pauses. */
export function useFind(text: string): Finding {
  const t = useT('app');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(setAsked, WAIT_MS, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = asked.length >= SHORTEST;
  const query = useQuery({
    queryKey: ['find', asked],
    queryFn: async ({ signal }) =>
      parseFound(await call('find', undefined, { query: { q: asked }, signal, customCatch: true })),
    enabled,
    retry: false,
  });
  const waiting = text.trim().length >= SHORTEST && text.trim() !== asked;
  const { data, error, isFetching, isPaused } = query;
  const unknown = enabled && !waiting && data === undefined;
  // While the line is cut the question waits; one that was on its way comes back without an answer.
  const cut = isPaused || (isCallError(error) && error.errorCode === 'network');
  const fault = cut ? t('palette.unasked') : error?.message;
  return {
    found: enabled ? (data ?? []) : [],
    busy: waiting || (enabled && isFetching),
    fault: unknown ? fault : undefined,
  };
}
