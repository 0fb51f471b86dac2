import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type MenuEntry, isLeaf, menuTitle } from '../../kit/data/menu.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { EntryList } from './EntryList.tsx';
import { iconOf } from './icons.ts';
import { leaveMenu } from './menuFocus.ts';
import { openEntry } from './openAddress.ts';

const holds = (entry: MenuEntry, view: string | undefined): boolean =>
  view !== undefined && (entry.name === view || entry.children.some((child) => holds(child, view)));

const CLOSE_AFTER_MS = 160;

/** Moves the focus by `step` among the buttons of `box`, round and round. */
function step(box: Element | null, selector: string, by: number): void {
  const all = [...(box?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + by + all.length) % all.length]?.focus();
}

/** The fly-out is next to its area, which scrolls with the menu, and above the menu's end. */
function usePlace(box: RefObject<HTMLLIElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const menu = box.current?.closest('nav');
    const flyout = box.current?.querySelector<HTMLElement>('.flyout');
    if (!open || !menu || !flyout) return;
    const place = () => {
      const { top } = box.current!.getBoundingClientRect();
      const { right, bottom } = menu.getBoundingClientRect();
      flyout.style.left = `${right}px`;
      flyout.style.top = `${Math.min(top, bottom - flyout.offsetHeight)}px`;
    };
    place();
    menu.addEventListener('scroll', place);
    return () => menu.removeEventListener('scroll', place);
  }, [box, open]);
}

interface MenuAreaProps {
  entry: MenuEntry;
  activeView: string | undefined;
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** The arrows walk areas and entries and open and close the fly-out; Esc leaves it, then the menu. */
function useMenuKeys(box: RefObject<HTMLLIElement | null>, leaf: boolean, setOpen: (open: boolean) => void) {
  const focusArea = () => box.current?.querySelector<HTMLElement>('.area')?.focus();
  return (event: KeyboardEvent) => {
    const inside = (event.target as HTMLElement).classList.contains('flyout-entry');
    const walk = (by: number) =>
      inside ? step(box.current, '.flyout-entry', by) : step(box.current?.parentElement ?? null, '.area', by);
    const act: Record<string, () => void> = {
      ArrowDown: () => walk(1),
      ArrowUp: () => walk(-1),
      ArrowRight: () => {
        if (leaf || inside) return;
        setOpen(true);
        requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('.flyout-entry')?.focus());
      },
      ArrowLeft: () => {
        focusArea();
        setOpen(false);
      },
      Escape: () => {
        // From an area itself nothing more is closed: the menu is left.
        if (inside) focusArea();
        else leaveMenu();
        setOpen(false);
      },
    };
    const chosen = act[event.key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  };
}

/** One area of the first level, with its fly-out. */
export function MenuArea({ entry, activeView, open, setOpen }: MenuAreaProps) {
  const leaf = isLeaf(entry);
  const box = useRef<HTMLLIElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  usePlace(box, open);
  const keys = useMenuKeys(box, leaf, setOpen);
  const enter = () => {
    clearTimeout(closing.current);
    setOpen(true);
  };
  return (
    <li
      ref={box}
      onKeyDown={keys}
      onPointerEnter={(event) => event.pointerType === 'mouse' && !leaf && enter()}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') closing.current = setTimeout(setOpen, CLOSE_AFTER_MS, false);
      }}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={`area${holds(entry, activeView) ? ' area-active' : ''}`}
        data-menu={entry.name}
        aria-haspopup={leaf ? undefined : true}
        aria-expanded={leaf ? undefined : open}
        aria-current={leaf && entry.name === activeView ? 'page' : undefined}
        onClick={() => (leaf ? openEntry(entry) : enter())}
      >
        <Icon name={iconOf(entry)} size={18} />
        <span>{menuTitle(entry)}</span>
      </button>
      {!leaf && (
        <div className={`flyout${open ? ' flyout-open' : ''}`} role="group" aria-label={menuTitle(entry)}>
          <div className="flyout-title">{menuTitle(entry)}</div>
          <EntryList
            entries={entry.children}
            activeView={activeView}
            onOpen={() => setOpen(false)}
            reachable={open}
          />
        </div>
      )}
    </li>
  );
}
