import { useEffect, useState } from 'react';
import { workDocument } from '../../kit/workWindow.tsx';

/** From the element itself outwards. */
function placesOf(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let at = element as HTMLElement | null; at; at = at.parentElement) places.push(at);
  return places;
}

/**
 * The keyboard goes back where it was before this was drawn, however it goes, unless it is elsewhere by then: a row that
 * was drawn anew meanwhile is found again as the one its grid would take the focus with.
 */
export function useFocusBack(): void {
  const [page] = useState(workDocument);
  const [places] = useState(() => placesOf(page.activeElement));
  useEffect(
    () => () => {
      const { activeElement, body } = page;
      if (activeElement && activeElement !== body) return;
      const [was] = places;
      const left = places.find((place) => place.isConnected && place !== body);
      (left === was ? was : left?.querySelector<HTMLElement>('[tabindex="0"]'))?.focus({
        preventScroll: true,
      });
    },
    [page, places],
  );
}
