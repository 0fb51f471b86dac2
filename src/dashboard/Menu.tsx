import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { IconName } from '../../contract/icons.ts';
import { Icon, Key } from '../kit/index.ts';

export interface MenuItem {
  key: string;
  text: string;
  icon: IconName;
  /** The chord that does the same. */
  keys?: string;
  run: () => void;
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLElement | null>;
  close: () => void;
}

const WIDTH = 210;

/** Below its button, above it where there is no room; the keyboard goes to the first item. */
function usePlace(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  owner: Document,
) {
  const [place, setPlace] = useState({ top: 0, left: 0 });
  useLayoutEffect(() => {
    const at = anchor.current?.getBoundingClientRect();
    const height = panel.current?.offsetHeight ?? 0;
    const room = owner.documentElement.clientHeight;
    if (at)
      setPlace({
        top: at.bottom + height > room ? Math.max(0, at.top - height) : at.bottom + 2,
        left: Math.max(4, at.right - WIDTH),
      });
    panel.current?.querySelector<HTMLElement>('button')?.focus();
  }, [panel, anchor, owner]);
  return place;
}

/** A small menu under a button, in whatever window the button is. */
export function Menu({ label, items, anchor, close }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const owner = anchor.current?.ownerDocument ?? document;
  const place = usePlace(panel, anchor, owner);
  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) close();
    };
    owner.addEventListener('pointerdown', outside, true);
    return () => owner.removeEventListener('pointerdown', outside, true);
  }, [anchor, close, owner]);
  const leave = () => {
    close();
    anchor.current?.focus();
  };
  function keys(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return leave();
    }
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(owner.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  }
  return createPortal(
    <div
      ref={panel}
      className="tile-menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      style={{ ...place, width: WIDTH }}
      onKeyDown={keys}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            leave();
            item.run();
          }}
        >
          <Icon name={item.icon} size={14} />
          <span>{item.text}</span>
          {item.keys && <Key keys={item.keys} />}
        </button>
      ))}
    </div>,
    // Over a tile that has the whole screen nothing outside it is seen.
    owner.fullscreenElement ?? owner.body,
  );
}
