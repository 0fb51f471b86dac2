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
  /** When, in ms: of several colours a panel shows what came last. */
  at?: number;
}

export interface PanelLink {
  /** What it publishes on and listens to. */
  colour: LinkColour;
  /** What else it listens to. */
  also?: readonly LinkColour[];
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

function setPanel(tabId: string, next: PanelLink | undefined): void {
  const { [tabId]: _old, ...rest } = store.get(panelsAtom);
  store.set(panelsAtom, next ? { ...rest, [tabId]: next } : rest);
}

/** The colours of a panel, its own first. */
export const coloursOf = (panel: PanelLink | undefined): readonly LinkColour[] =>
  panel ? [panel.colour, ...(panel.also ?? [])] : [];

/** Links a panel by its own colour, the first, and those that it listens to in addition; by none it follows nothing. */
function setColours(tabId: string, [colour, ...also]: readonly LinkColour[]): void {
  setPanel(tabId, colour && { colour, ...(also.length > 0 && { also }) });
}

/** What the last of several colours to move is on. */
const latestOf = (contexts: readonly (LinkContext | null)[]): LinkContext | null =>
  contexts.reduce((last, next) => ((next?.at ?? 0) > (last?.at ?? 0) ? next : (last ?? next)), null);

function setPaused(tabId: string, paused: boolean): void {
  const panel = store.get(panelsAtom)[tabId];
  if (!panel) return;
  const { paused: _was, held: _held, ...linked } = panel;
  const held = latestOf(coloursOf(panel).map((colour) => store.get(contextAtom(colour))));
  setPanel(tabId, paused ? { ...linked, paused, held } : linked);
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
  store.set(contextAtom(panel.colour), { ...context, source: tabId, at: Date.now() });
}

function restore(raw: unknown): void {
  const state = (raw ?? {}) as Partial<LinkState>;
  const known = (colour: unknown): colour is LinkColour => LINK_COLOURS.includes(colour as LinkColour);
  const panels = Object.entries(state.panels ?? {}).filter(
    ([, panel]) => known(panel?.colour) && (panel.also ?? []).every(known),
  );
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
  setColours,
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

/** The context of colours that are named in a text, with blanks between them. */
const latestAtom = (named: string) =>
  atom((get) =>
    latestOf(
      LINK_COLOURS.filter((colour) => named.split(' ').includes(colour)).map((colour) =>
        get(contextAtom(colour)),
      ),
    ),
  );

export function useLink(tabId: string): UsedLink {
  const panel = useAtomValue(panelsAtom)[tabId];
  const colour = panel?.colour;
  const named = coloursOf(panel).join(' ');
  const live = useAtomValue(useMemo(() => latestAtom(named), [named]));
  const send = useCallback(
    (context: Omit<LinkContext, 'source'>, replaces?: Replaces) => publish(tabId, context, replaces),
    [tabId],
  );
  const paused = panel?.paused === true;
  return { colour, paused, context: paused ? (panel?.held ?? null) : live, publish: send };
}
