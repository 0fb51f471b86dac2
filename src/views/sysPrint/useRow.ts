import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { PrintData } from '../../../contract/print/layout.ts';
import { printSource } from '../../../contract/print/sources.ts';
import type { PrintTemplate } from '../../../contract/print/template.ts';
import { call, useCaller } from '../../kit/index.ts';
import type { Pictures } from '../../resource/print/draw.ts';

const HOUR_MS = 3_600_000;

/** The row that a template is tried out with: this one, the latest that it prints, or none but sample values. */
export type Tried = Row | 'latest' | 'sample';

interface Read {
  data: PrintData;
  pictures: Pictures;
}

/** What is asked for to print a row; of a statement's entry the hour up to it. */
function askedOf({ source }: PrintTemplate, row: Row): Record<string, unknown> {
  if (source !== 'merchantStatement') return { source, id: row.id };
  const at = Date.parse(String(row.createdAt));
  return {
    source,
    merchantId: row.merchantId,
    currency: row.currency,
    from: new Date(at - HOUR_MS).toISOString(),
    to: new Date(at + 1_000).toISOString(),
  };
}

/** Rows that a template may be tried out with, newest first. */
export function useRows({ source, only }: PrintTemplate, typed: string, count: number, enabled: boolean) {
  const { resource } = printSource(source);
  const filters = typed === '' ? only && { [only.field]: only.in } : { anyId: typed };
  return useQuery({
    queryKey: ['print', 'rows', resource, filters, count],
    enabled,
    retry: false,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<{ items: Row[] }>(
        `${resource}/rows`,
        { ...filters, start: 0, end: count },
        { customCatch: true, signal },
      ),
  });
}

/** The values of the row that a template is tried out with, as a print of it has them. */
export function useRow(template: PrintTemplate, visible: boolean) {
  const { can } = useCaller();
  const { resource } = printSource(template.source);
  const [chosen, choose] = useState<{ resource: string; tried: Tried }>({ resource, tried: 'latest' });
  // Another print is of other rows.
  const tried = chosen.resource === resource ? chosen.tried : 'latest';
  const reads = visible && can(`${resource}:page`);
  const { data: latest } = useRows(template, '', 1, reads && tried === 'latest');
  const row = typeof tried === 'string' ? (tried === 'latest' ? latest?.items[0] : undefined) : tried;
  const { data, error } = useQuery({
    queryKey: ['print', 'values', template.source, row?.id],
    enabled: reads && row !== undefined,
    retry: false,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<Read>(
        'print/document',
        { ...askedOf(template, row!), alone: true },
        { customCatch: true, signal },
      ),
  });
  return {
    row: data && !error ? row : undefined,
    read: row && !error ? data : undefined,
    error,
    reads,
    choose: (next: Tried) => choose({ resource, tried: next }),
  };
}
