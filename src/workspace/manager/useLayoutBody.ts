import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LayoutSummary, type PublishedLayout, layoutApi } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';

/** One entry of the dialog of layouts. */
export type Entry = { kind: 'own'; layout: LayoutSummary } | { kind: 'published'; layout: PublishedLayout };

export const keyOf = ({ kind, layout }: Entry): string => `${kind}-${layout.id}`;

async function bodyOf({ kind, layout }: Entry): Promise<unknown> {
  if (kind === 'published') return (await layoutApi.publishedBody(layout.id)).body;
  const { working, baseline } = await layoutApi.detail(layout.id);
  return working ?? baseline;
}

/** What a layout holds, as it would be shown; undefined until it has come. */
export function useLayoutBody(entry: Entry): Envelope | undefined {
  const { layout, kind } = entry;
  const { data } = useQuery({
    queryKey: ['layout', kind, layout.id, layout.version],
    // Query takes undefined for a mistake.
    queryFn: async () => (await bodyOf(entry)) ?? null,
  });
  return useMemo(
    () => (data === undefined ? undefined : readEnvelope(data, blankEnvelope(layout.name)).envelope),
    [data, layout.name],
  );
}
