import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isUnreachable } from '../../kit/data/CallError.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import type { Row } from '../../../contract/calls.ts';
import type { Found } from '../../kit/commands/phrases.ts';

const WAIT_MS = 150;
const SHORTEST = 2;

function parseFound(raw: unknown): Found[] {
  return (Array.isArray(raw) ? raw : []).map((row: Record<string, unknown>) => ({
    resource: String(row.resource ?? ''),
    id: String(row.id ?? ''),
    label: String(row.label ?? row.id ?? ''),
    hint: String(row.hint ?? ''),
    ...(typeof row.row === 'object' && row.row !== null && { row: row.row as Row }),
  }));
}

export interface Finding {
  found: Found[];
  busy: boolean;
  /** Why nobody knows what there is: nothing found is another answer. */
  fault: string | undefined;
}

/** Asks the server for orders and merchants once the typing pauses; `rows`: each as its list shows it, too. */
export function useFind(text: string, { rows = false } = {}): Finding {
  const t = useT('app');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(setAsked, WAIT_MS, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = asked.length >= SHORTEST;
  const query = useQuery({
    queryKey: ['find', asked, rows],
    queryFn: async ({ signal }) =>
      parseFound(
        await call('find', undefined, {
          query: { q: asked, ...(rows && { rows: 'true' }) },
          signal,
          customCatch: true,
        }),
      ),
    enabled,
    retry: false,
  });
  const waiting = text.trim().length >= SHORTEST && text.trim() !== asked;
  const { data, error, isFetching, isPaused } = query;
  const unknown = enabled && !waiting && data === undefined;
  // While the line is cut the question waits; one that was on its way comes back without an answer.
  const cut = isPaused || isUnreachable(error);
  const fault = cut ? t('palette.unasked') : error?.message;
  // What a shorter text found is no answer to the longer one: what does not show it would be run by a quick Enter.
  const shows = ({ label, hint }: Found): boolean =>
    [label, hint].some((each) => each.toLowerCase().includes(text.trim().toLowerCase()));
  const found = enabled ? (data ?? []) : [];
  return {
    found: waiting ? found.filter(shows) : text.trim().length >= SHORTEST ? found : [],
    busy: waiting || (enabled && isFetching),
    fault: unknown ? fault : undefined,
  };
}
