import { useEffect, useRef, useState } from 'react';
import { type LinkContext, useLink } from '../../kit/index.ts';
import type { GridPanel } from '../grid/usePanel.ts';
import { filtersOf, follow, sameFilters } from './followed.ts';
import { followers } from './followers.ts';

export interface Followed {
  context: LinkContext | null;
  paused: boolean;
  clear: () => void;
}

/**
 * The panel shows what its colour is on; a person who lets go of it sees everything until the colour moves again.
 * A hidden one moves on when it is seen. `free` panels follow nothing: they were opened for something of their own.
 */
export function useFollowed(tabId: string, panel: GridPanel, visible: boolean, free = false): Followed {
  const { context, paused } = useLink(tabId);
  const { model } = panel;
  const { resource } = model;
  const means = !free && context && filtersOf(resource, context) !== undefined;
  // A row chosen in a panel that follows moves the colour for the others; what it stands in stays in sight.
  const [held, setHeld] = useState<LinkContext | null>(null);
  const own = context?.source === tabId;
  const followed = !means ? null : own ? held : context;
  if (followed !== held) setHeld(followed);
  const [cleared, setCleared] = useState<LinkContext | null>(null);
  const shown = followed === cleared ? null : followed;
  const before = useRef<LinkContext | null>(null);
  useEffect(() => {
    if (!visible) return;
    model.eager = shown !== null;
    // Filters of the address stay while there is nothing to follow.
    if (!shown && !before.current) return;
    const next = follow(resource, model.state().filters, shown, before.current);
    before.current = shown;
    if (!sameFilters(next, model.state().filters)) model.setFilters(next);
  }, [shown, visible, model, resource]);
  useEffect(() => followers.add(tabId, resource.id, shown?.orderNo), [tabId, resource, shown]);
  return { context: shown, paused, clear: () => setCleared(followed) };
}
