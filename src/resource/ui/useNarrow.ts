import { type RefObject, useEffect, useState } from 'react';
import { watchSize } from '../../kit/index.ts';

/** As the style sheets have it: below this a panel is a phone's. */
export const NARROW = 520;

/** True while the box is as narrow as a phone, or than so many px. */
export function useNarrow(box: RefObject<HTMLElement | null>, least = NARROW): boolean {
  const [narrow, setNarrow] = useState(() => globalThis.innerWidth < least);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watchSize(element, () => {
      // A hidden panel has no width; what was known stays.
      if (element.offsetWidth > 0) setNarrow(element.offsetWidth < least);
    });
  }, [box, least]);
  return narrow;
}
