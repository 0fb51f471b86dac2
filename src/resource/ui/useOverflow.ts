import { type RefObject, useState } from 'react';
import { childrenOf, useDrawn, useSizes } from './useSizes.ts';

/** Where the first line of a wrapping box ends; what stands below it or beyond its edge is out of sight. */
function fits(box: HTMLElement, child: HTMLElement): boolean {
  const [outer, inner] = [box.getBoundingClientRect(), child.getBoundingClientRect()];
  return inner.top < outer.bottom - 1 && inner.right <= outer.right + 1 && inner.left >= outer.left - 1;
}

/**
 * How many of a box's children are shown. The box is one line high, wraps and clips, so the layout itself decides;
 * what is clipped cannot be reached by Tab either and stands behind a button instead.
 */
export function useOverflow(box: RefObject<HTMLElement | null>): number {
  const [shown, setShown] = useState(Number.POSITIVE_INFINITY);
  const measure = (): boolean => {
    const { current } = box;
    const children = childrenOf(current);
    // In a hidden panel nothing can be measured; what was known stays.
    if (!current?.checkVisibility()) return false;
    const first = children.findIndex((child) => !fits(current, child));
    for (const [at, child] of children.entries()) child.inert = first >= 0 && at >= first;
    // What follows the box is drawn over the room that the clipped child left empty.
    const edge = first > 0 ? children[first - 1]!.getBoundingClientRect().right : undefined;
    const slack = edge === undefined ? 0 : current.getBoundingClientRect().right - edge;
    current.parentElement?.style.setProperty('--slack', `${first === 0 ? current.offsetWidth : slack}px`);
    setShown(first < 0 ? Number.POSITIVE_INFINITY : first);
    return true;
  };
  useDrawn(() => `${box.current?.childElementCount} ${box.current?.textContent}`, measure);
  useSizes(box, measure);
  return shown;
}
