import { useEffect, useState } from 'react';
import { commands } from '../../kit/commands/registry.ts';
import { workDocument } from '../../kit/workWindow.tsx';

/** From the element itself outwards. */
function placesOf(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let at = element as HTMLElement | null; at; at = at.parentElement) places.push(at);
  return places;
}

const FIRST = '[tabindex="0"]';
const LIST = '.grid-root';

/** What takes the keyboard in a part of the page: of one with a list its focused row, or the list until that is drawn. */
function firstIn(place: HTMLElement): HTMLElement | null {
  const list = place.querySelector<HTMLElement>(LIST);
  if (!list) return place.querySelector<HTMLElement>(FIRST);
  return list.querySelector<HTMLElement>('.grid-body > [row-id][tabindex="0"]') ?? list;
}

const panelOf = (page: Document): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('[data-scope]')].find(
    ({ dataset }) => dataset.scope === commands.activeScope(),
  );

/**
 * Where the keyboard was; where that is gone, what takes it nearest to there, and the panel that has the keys where
 * nothing does, as while its list is drawn again.
 */
function placeOf(page: Document, places: readonly HTMLElement[]): HTMLElement | null | undefined {
  const [was] = places;
  const left = places.filter((place) => place.isConnected && place !== page.body && place.parentElement);
  if (was && left[0] === was) return was;
  const panel = left.find((place) => place.dataset.scope !== undefined);
  const within = panel ? left.slice(0, left.indexOf(panel) + 1) : left.slice(0, 1);
  const near = within.map(firstIn).find((place) => place !== null);
  const active = panel ?? panelOf(page);
  return near ?? (active && firstIn(active)) ?? active;
}

/**
 * The keyboard goes back where it was before this was drawn, however it goes, unless it is elsewhere by then: a row that
 * was drawn again meanwhile is found again as the one its grid would take the focus with.
 */
export function useFocusBack(): void {
  const [page] = useState(workDocument);
  const [places] = useState(() => placesOf(page.activeElement));
  useEffect(
    () => () => {
      const { activeElement, body } = page;
      if (!activeElement || activeElement === body) placeOf(page, places)?.focus({ preventScroll: true });
    },
    [page, places],
  );
}
