import {
  type KeyboardEvent,
  type ReactNode,
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { IconName } from '../../../contract/icons.ts';
import { Icon } from './Icon.tsx';
import { Key } from './Key.tsx';
import { ITEMS, walkMenu } from './menuWalk.ts';
import './popover.css';

const GAP = 4;
/** A pointer on its way to a submenu crosses other entries. */
const HOVER_MS = 180;

interface MenuState {
  /** The submenu that is open. */
  open: string | undefined;
  /** `later`: once the pointer has rested. */
  setOpen: (id: string | undefined, later?: boolean) => void;
  /** Shows something about the entry under the pointer or the keyboard; undefined takes it back. */
  hint: (text: string | undefined) => void;
}

const MenuContext = createContext<MenuState | undefined>(undefined);

function useMenu(): MenuState {
  const menu = use(MenuContext);
  if (!menu) throw new Error('a submenu is part of a context menu');
  return menu;
}

/** Right below the point, or where the window has room. */
function placeAt(menu: HTMLElement, x: number, y: number, otherX = x, otherY = y): void {
  const view = menu.ownerDocument.defaultView ?? window;
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = x + width + GAP <= view.innerWidth ? x : otherX - width;
  const top = y + height + GAP <= view.innerHeight ? y : otherY - height;
  menu.style.left = `${Math.max(GAP, Math.min(left, view.innerWidth - width - GAP))}px`;
  menu.style.top = `${Math.max(GAP, Math.min(top, view.innerHeight - height - GAP))}px`;
}

const focusFirst = (menu: HTMLElement | null): void => menu?.querySelector<HTMLElement>(ITEMS)?.focus();

/** The submenu that is open; `later` waits for the pointer to rest. */
function useOpen(): Pick<MenuState, 'open' | 'setOpen'> {
  const [open, setNow] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      open,
      setOpen(id, later = false) {
        clearTimeout(timer.current);
        if (later) timer.current = setTimeout(setNow, HOVER_MS, id);
        else setNow(id);
      },
    }),
    [open],
  );
}

interface ContextMenuProps {
  /** Where it opens, in px of its window. */
  at: { x: number; y: number };
  label: string;
  /** What it is about; gives way to the hint of an entry. */
  about: ReactNode;
  /** Called once: by Esc, Tab, a press outside, or when its window loses the keyboard. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A menu at a point, drawn in the window that its parent is in. It is no `popover=auto`: that kind is dismissed by the
 * release of the very press which opened it.
 */
export function ContextMenu({ at, label, about, onClose, children }: ContextMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const opened = useOpen();
  const [shownHint, hint] = useState<string>();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const menu = panel.current;
    if (!menu) return;
    menu.showPopover();
    placeAt(menu, at.x, at.y);
    focusFirst(menu);
    const page = menu.ownerDocument;
    const view = page.defaultView;
    const press = ({ target }: Event): void => {
      if (!menu.contains(target as Node)) close();
    };
    const leave = (): void => close();
    page.addEventListener('pointerdown', press, true);
    view?.addEventListener('blur', leave);
    view?.addEventListener('resize', leave);
    return () => {
      page.removeEventListener('pointerdown', press, true);
      view?.removeEventListener('blur', leave);
      view?.removeEventListener('resize', leave);
    };
  }, [at]);
  const keydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else walkMenu(event, panel.current);
  };
  const state = useMemo(() => ({ ...opened, hint }), [opened]);
  return (
    <MenuContext value={state}>
      <div
        ref={panel}
        popover="manual"
        role="menu"
        aria-label={label}
        className="pop pop-context"
        tabIndex={-1}
        onKeyDown={keydown}
        // The menu of the browser, which the menu key would open over it.
        onContextMenu={(event) => event.preventDefault()}
        onPointerOver={({ target }) => {
          const item = (target as Element).closest(ITEMS);
          // Over another entry the open submenu goes; over itself and its own entries it stays.
          if (item && item.closest('.pop') === panel.current && !item.hasAttribute('aria-haspopup'))
            opened.setOpen(undefined, true);
        }}
      >
        {children}
        <div className="pop-about pd-muted" role="status">
          {shownHint ?? about}
        </div>
      </div>
    </MenuContext>
  );
}

interface MenuItemProps {
  icon?: IconName | undefined;
  /** The chord that does the same. */
  keys?: string | undefined;
  danger?: boolean;
  /** Why it cannot be chosen now. It can be pressed all the same: whoever hears of it says why. */
  why?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

/** An entry of a context menu. */
export function MenuItem({ icon, keys, danger = false, why, onSelect, children }: MenuItemProps) {
  const { hint } = useMenu();
  const say = (): void => hint(why);
  const still = (): void => hint(undefined);
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={why !== undefined || undefined}
      title={why}
      className={`pop-item${danger ? ' pop-danger' : ''}`}
      data-off={why !== undefined}
      tabIndex={-1}
      onFocus={say}
      onBlur={still}
      onPointerEnter={say}
      onPointerLeave={still}
      onClick={onSelect}
    >
      {icon ? <Icon name={icon} size={14} /> : <i className="pop-no-icon" />}
      <span className="pop-text">{children}</span>
      {keys && <Key keys={keys} />}
    </button>
  );
}

interface SubMenuProps {
  label: string;
  icon?: IconName | undefined;
  children: ReactNode;
}

/** An entry that opens more of them next to it: by the pointer, Enter or the right arrow. */
export function SubMenu({ label, icon, children }: SubMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { open, setOpen } = useMenu();
  const isOpen = open === id;
  const byKey = useRef(false);
  useLayoutEffect(() => {
    const menu = panel.current;
    if (!isOpen || !menu || !button.current) return;
    menu.showPopover();
    const edge = button.current.getBoundingClientRect();
    placeAt(menu, edge.right, edge.top - GAP, edge.left, edge.bottom + GAP);
    if (byKey.current) focusFirst(menu);
    byKey.current = false;
  }, [isOpen]);
  const enter = (): void => {
    byKey.current = true;
    if (isOpen) focusFirst(panel.current);
    setOpen(id);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className="pop-item"
        tabIndex={-1}
        onPointerEnter={() => setOpen(id, true)}
        onClick={enter}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight') return;
          event.preventDefault();
          enter();
        }}
      >
        {icon ? <Icon name={icon} size={14} /> : <i className="pop-no-icon" />}
        <span className="pop-text">{label}</span>
        <span className="pop-more">
          <Icon name="right" size={12} />
        </span>
      </button>
      {isOpen && (
        <div
          ref={panel}
          popover="manual"
          role="menu"
          aria-label={label}
          className="pop"
          tabIndex={-1}
          onPointerEnter={() => setOpen(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft' || event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              button.current?.focus();
              setOpen(undefined);
            } else walkMenu(event, panel.current);
          }}
        >
          {children}
        </div>
      )}
    </>
  );
}
