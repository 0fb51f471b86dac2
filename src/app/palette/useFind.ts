import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../kit/data/call.ts';

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

/** Asks the server for orders and merchants once the typing pauses. */
export function useFind(text: string): { found: Found[]; busy: boolean } {
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
  return { found: enabled ? (query.data ?? []) : [], busy: waiting || (enabled && query.isFetching) };
}
