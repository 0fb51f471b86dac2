import { type RefObject, useEffect, useState } from 'react';

/** As the style sheets have it: below this a panel is a phone's. */
export const NARROW = 520;

/** True while the box is as narrow as a phone. */
export function useNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(() => globalThis.innerWidth < NARROW);
  useEffect(() => {
    const element = box.current;
    // A panel may live in a pop-out: its own window tells its sizes.
    const Observer = element?.ownerDocument.defaultView?.ResizeObserver;
    if (!element || !Observer) return;
    const observer = new Observer(() => {
      // A hidden panel has no width; what was known stays.
      if (element.offsetWidth > 0) setNarrow(element.offsetWidth < NARROW);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return narrow;
}
