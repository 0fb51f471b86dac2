import { type RefObject, useEffect, useState } from 'react';
import { watchSize } from '../../kit/index.ts';

/** As the style sheets have it: below this a panel is a phone's. */
export const NARROW = 520;

/** True while the box is as narrow as a phone. */
export function useNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(() => globalThis.innerWidth < NARROW);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watchSize(element, () => {
      // A hidden panel has no width; what was known stays.
      if (element.offsetWidth > 0) setNarrow(element.offsetWidth < NARROW);
    });
  }, [box]);
  return narrow;
}
