import { type PrimitiveAtom, atom, getDefaultStore, useAtomValue } from 'jotai';
import { useCallback, useMemo } from 'react';

/** Panels of one colour look at the same thing: choosing an order in one moves all the others. */

export const LINK_COLOURS = ['pink', 'blue', 'green', 'amber', 'violet', 'cyan'] as const;
export type LinkColour = (typeof LINK_COLOURS)[number];

export interface LinkContext {
  resource: string;
  id: string;
  /** What a person reads: the order number or the merchant's name. */
  label?: string;
  merchantId?: string;
  orderNo?: string;
  currency?: string;
  /** The tab that published it; a panel does not follow itself. */
  source: string;
}

export interface PanelLink {
  colour: LinkColour;
  /** Paused: the panel keeps what it shows while its colour moves on. */
  held?: LinkContext | null;
  paused?: boolean;
}

/** What survives a reload: who is on which colour, and what each colour is on. */
export interface LinkState {
  panels: Record<string, PanelLink>;
  contexts: Partial<Record<LinkColour, LinkContext>>;
}

const contextAtoms = new Map<LinkColour, PrimitiveAtom<LinkContext | null>>(
  LINK_COLOURS.map((colour) => [colour, atom<LinkContext | null>(null)]),
);
const panelsAtom = atom<Record<string, PanelLink>>({});
const store = getDefaultStore();

const contextAtom = (colour: LinkColour): PrimitiveAtom<LinkContext | null> => contextAtoms.get(colour)!;
const noneAtom = atom<LinkContext | null>(null);

function setPanel(tabId: string, next: PanelLink | undefined): void {
  const { [tabId]: _old, ...rest } = store.get(panelsAtom);
  store.set(panelsAtom, next ? { ...rest, [tabId]: next } : rest);
}

function setPaused(tabId: string, paused: boolean): void {
  const panel = store.get(panelsAtom)[tabId];
  if (!panel) return;
  const held = paused ? store.get(contextAtom(panel.colour)) : undefined;
  setPanel(tabId, paused ? { colour: panel.colour, paused, held } : { colour: panel.colour });
}

/**
 * What a publication may replace: anything, where a person chose the row; where the program moved the focus, what this
 * panel itself has published, or that and an empty context.
 */
export type Replaces = 'any' | 'ownOrNone' | 'own';

function publish(tabId: string, context: Omit<LinkContext, 'source'>, replaces: Replaces = 'any'): void {
  const panel = store.get(panelsAtom)[tabId];
  if (!panel || panel.paused) return;
  const now = store.get(contextAtom(panel.colour));
  if (replaces !== 'any') {
    const may = now ? now.source === tabId : replaces === 'ownOrNone';
    if (!may || now?.id === context.id) return;
  }
  store.set(contextAtom(panel.colour), { ...context, source: tabId });
}

function restore(raw: unknown): void {
  const state = (raw ?? {}) as Partial<LinkState>;
  const known = (colour: unknown): colour is LinkColour => LINK_COLOURS.includes(colour as LinkColour);
  const panels = Object.entries(state.panels ?? {}).filter(([, panel]) => known(panel?.colour));
  store.set(panelsAtom, Object.fromEntries(panels));
  for (const colour of LINK_COLOURS) {
    const context = state.contexts?.[colour];
    store.set(contextAtom(colour), context && typeof context.id === 'string' ? context : null);
  }
}

function snapshot(): LinkState {
  const contexts = LINK_COLOURS.map((colour) => [colour, store.get(contextAtom(colour))] as const);
  return {
    panels: store.get(panelsAtom),
    contexts: Object.fromEntries(contexts.filter(([, context]) => context !== null)),
  };
}

export const link = Object.freeze({
  colours: LINK_COLOURS,
  /** The current context of a colour, so a late joiner starts where the others are. */
  contextAtom,
  panelsAtom,
  setColour: (tabId: string, colour: LinkColour | undefined): void => setPanel(tabId, colour && { colour }),
  setPaused,
  publish,
  snapshot,
  restore,
  subscribe(listener: () => void): () => void {
    const stops = [panelsAtom, ...contextAtoms.values()].map((each) => store.sub(each, listener));
    return () => {
      for (const stop of stops) stop();
    };
  },
});

export interface UsedLink {
  colour: LinkColour | undefined;
  paused: boolean;
  /** What this panel follows; its own publications included, distinguished by `source`. */
  context: LinkContext | null;
  publish: (context: Omit<LinkContext, 'source'>, replaces?: Replaces) => void;
}

export function useLink(tabId: string): UsedLink {
  const panel = useAtomValue(panelsAtom)[tabId];
  const colour = panel?.colour;
  const live = useAtomValue(useMemo(() => (colour ? contextAtom(colour) : noneAtom), [colour]));
  const send = useCallback(
    (context: Omit<LinkContext, 'source'>, replaces?: Replaces) => publish(tabId, context, replaces),
    [tabId],
  );
  const paused = panel?.paused === true;
  return { colour, paused, context: paused ? (panel?.held ?? null) : live, publish: send };
}
