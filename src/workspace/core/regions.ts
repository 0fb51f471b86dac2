import { workDocument } from '../../kit/index.ts';
import { activity } from './activity.ts';
import { focusPanel, panelOf, tabOf } from './focus.ts';
import { workspace } from './workspace.ts';

/** What F6 goes through, in a fixed order: the menu, the bar on top, each panel that is seen, the status bar. */

/** Bars mark themselves with `data-region`. */
const BAR = '[data-region]';
const STOPS = 'button:not(:disabled,[tabindex="-1"]),a[href],input:not(:disabled),[tabindex="0"]';

/** Where the focus was in a bar when it left it. */
const lastIn = new WeakMap<Element, WeakRef<HTMLElement>>();

type Place = { bar: HTMLElement } | { tabId: string };

function barOf(name: string): Place[] {
  const bar = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  return bar?.checkVisibility() ? [{ bar }] : [];
}

/** A small window draws one panel of those that the layout shows. */
const places = (): Place[] => [
  ...barOf('menu'),
  ...barOf('top'),
  ...workspace.ring().flatMap((tabId) => (panelOf(tabId)?.checkVisibility() ? [{ tabId }] : [])),
  ...barOf('status'),
];

function enterBar(bar: HTMLElement): void {
  const last = lastIn.get(bar)?.deref();
  const known = last && bar.contains(last) && last.checkVisibility() ? last : undefined;
  const stops = [...bar.querySelectorAll<HTMLElement>(STOPS)];
  const place = known ?? stops.find((stop) => stop.checkVisibility({ visibilityProperty: true }));
  // From a window of its own back to the page.
  window.focus();
  place?.focus();
}

/** Into a panel, in whatever window it is. */
export function enterPanel(tabId: string): void {
  workspace.select(tabId);
  workspace.node(tabId)?.getWindow()?.focus();
  focusPanel(tabId);
}

/** Takes the focus to the next place of the order, round its ends; each is entered where it was left. */
export function walkRegions(step: 1 | -1): void {
  const { activeElement } = workDocument();
  const bar = activeElement?.closest<HTMLElement>(BAR);
  if (bar && activeElement) lastIn.set(bar, new WeakRef(activeElement as HTMLElement));
  const from = (activeElement && tabOf(activeElement)) ?? activity.active();
  const all = places();
  const at = all.findIndex((place) =>
    bar ? 'bar' in place && place.bar === bar : 'tabId' in place && place.tabId === from,
  );
  const next = all[at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length];
  if (!next) return;
  if ('bar' in next) enterBar(next.bar);
  else enterPanel(next.tabId);
}
