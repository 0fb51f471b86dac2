import { useLayoutEffect } from 'react';
import { workDocument } from '../../kit/workWindow.tsx';

interface ArrivingProps {
  close: () => void;
  /** Hears each key of text, and Backspace. */
  hear?: ((key: string) => void) | undefined;
}

/**
 * Stands where something that floats is on its way: what is typed meanwhile is meant for it, and no letter of it may
 * become a command on the row below.
 */
export function Arriving({ close, hear }: ArrivingProps) {
  useLayoutEffect(() => {
    const view = workDocument().defaultView ?? window;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') close();
      else if (event.key.length === 1 || event.key === 'Backspace') hear?.(event.key);
    };
    view.addEventListener('keydown', onKey, true);
    return () => view.removeEventListener('keydown', onKey, true);
  }, [close, hear]);
  return null;
}
