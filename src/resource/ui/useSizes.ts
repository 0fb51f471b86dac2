import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { watchSize } from '../../kit/index.ts';

type Boxes = readonly HTMLElement[];

const same = (some: Boxes, others: Boxes): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** A box's children as they stand. */
export const childrenOf = (box: HTMLElement | null | undefined): HTMLElement[] => [
  ...((box?.children ?? []) as HTMLCollectionOf<HTMLElement>),
];

/**
 * Reads sizes after a render that drew something else: to read them makes the page lay itself out. `read` is false where
 * nothing could be measured.
 */
export function useDrawn(measure: () => string, read: () => boolean): void {
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    const now = measure();
    if (now !== last.current && read()) last.current = now;
  });
}

/**
 * Tells of the sizes of a box, of `around` it and of its children, who come and go with what is drawn; `changed` must
 * do the same whichever render it is of.
 */
export function useSizes(
  box: RefObject<HTMLElement | null>,
  changed: () => unknown,
  around?: (box: HTMLElement) => HTMLElement | null,
): void {
  const watched = useRef<{ boxes: Boxes; undo: () => void }>(undefined);
  useEffect(() => {
    const { current } = box;
    const outer = current && (around ? around(current) : current);
    const boxes = outer ? [outer, ...childrenOf(current)] : [];
    if (same(boxes, watched.current?.boxes ?? [])) return;
    watched.current?.undo();
    const undos = boxes.map((each) => watchSize(each, changed));
    watched.current = {
      boxes,
      undo: () => {
        for (const undo of undos) undo();
      },
    };
  });
  useEffect(
    () => () => {
      watched.current?.undo();
      watched.current = undefined;
    },
    [],
  );
}
