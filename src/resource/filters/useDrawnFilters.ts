import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { drawnPurpose } from '../../../contract/forms/fields.ts';
import type { Resource } from '../../../contract/resource.ts';
import { caller, events, localeAtom, preferences, serverNow } from '../../kit/index.ts';
import type { DrawnFilters } from '../form/drawn/drawnFilters.ts';
import { type Filters, inDays, isRange, resolveRelative } from './model.ts';

/** A day is asked for as one, whenever the list is read. */
function withDays(filters: Filters, fields: DrawnFilters['fields']): Filters {
  const { timeZone } = preferences();
  const dated = Object.entries(filters).filter(
    ([name, value]) => fields[name]?.kind === 'date' && isRange(value),
  );
  if (dated.length === 0) return filters;
  const days = dated.map(([name, value]) => {
    if (!isRange(value)) return [name, value] as const;
    const range = value.relative ? resolveRelative(value.relative, serverNow(), timeZone) : value;
    return [name, inDays(range, timeZone)] as const;
  });
  return { ...filters, ...Object.fromEntries(days) };
}

/** The definition with what the drawn form in force asks among the fields that its list is filtered by. */
export function useDrawnFilters(resource: Resource, label: (field: string) => string) {
  const purpose = caller().profile.kind === 'staff' ? drawnPurpose(resource.fields) : undefined;
  const locale = useAtomValue(localeAtom);
  const [drawn, setDrawn] = useState<DrawnFilters>();
  useEffect(() => {
    if (purpose === undefined) return undefined;
    let isLive = true;
    // Few lists have one: what reads it comes with it. Without an answer the list is filtered by its own fields.
    const read = () =>
      void import('../form/drawn/drawnFilters.ts')
        .then(({ readDrawnFilters }) => readDrawnFilters(purpose))
        .then((found) => isLive && setDrawn(found))
        .catch(() => undefined);
    read();
    const undo = events.subscribe('formDesign', read);
    return () => {
      isLive = false;
      undo();
    };
  }, [purpose, locale]);
  const extended = useMemo(
    () => (drawn ? { ...resource, fields: { ...resource.fields, ...drawn.fields } } : resource),
    [resource, drawn],
  );
  const named = useCallback((name: string) => drawn?.titles.get(name) ?? label(name), [drawn, label]);
  const dated = useCallback(
    (filters: Filters) => (drawn ? withDays(filters, drawn.fields) : filters),
    [drawn],
  );
  return { resource: extended as Resource, label: named, dated };
}
