import { type RefObject, createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { isWindowVisible, onVisibility } from '../data/visibility.ts';

/** False in a hidden tab: no polling, no live updates, no animation below it. */
export const VisibilityContext = createContext(true);

export const useVisible = (): boolean => useContext(VisibilityContext);

/** Whether the window that an element is in can be seen; the element may move to another window. */
export function useWindowVisible(element: RefObject<HTMLElement | null>): boolean {
  const read = useCallback(() => isWindowVisible(element.current?.ownerDocument), [element]);
  return useSyncExternalStore(onVisibility, read);
}
