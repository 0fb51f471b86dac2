import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { CHOICES, ITEMS, walkMenu } from './menuWalk.ts';
import './popover.css';

interface PopoverProps {
  /** Id of the button, for a label of its own. */
  buttonId?: string;
  /** Accessible name of the button where its face is a sign. */
  label?: string;
  title?: string;
  face: ReactNode;
  className?: string;
  /** `menu` for choices walked with the arrows, `dialog` for anything else. */
  role?: 'menu' | 'dialog';
  disabled?: boolean;
  /** Id of what else is to be known of the button. */
  describedBy?: string | undefined;
  children: (close: () => void) => ReactNode;
}

const GAP = 4;

/** Under the button, moved left where the window would cut it off, above it where there is more room. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const view = button.ownerDocument.defaultView ?? window;
  const box = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = view.innerHeight - box.bottom - GAP;
  const top = below < height && box.top > below ? Math.max(GAP, box.top - GAP - height) : box.bottom + GAP;
  panel.style.left = `${Math.max(GAP, Math.min(box.left, view.innerWidth - width - GAP))}px`;
  panel.style.top = `${top}px`;
}

/** Through a menu; in any other panel through its choices, from one of them. */
function walk(event: KeyboardEvent, panel: HTMLElement | null, role: 'menu' | 'dialog'): void {
  const chosen =
    (event.target as HTMLElement).matches(CHOICES) && !(event.target as HTMLElement).matches(ITEMS);
  if (chosen) walkMenu(event, panel, CHOICES);
  else if (role === 'menu') walkMenu(event, panel);
}

/** The browser gives the focus back where a popover closes, but not to a button within another one. */
function returnFocus(panel: HTMLElement | null, button: HTMLElement | null): void {
  const held = panel?.ownerDocument.activeElement;
  const isLost = held === panel?.ownerDocument.body || panel?.contains(held ?? null);
  if (isLost && button?.closest('[popover]')) button.focus();
}

/** A button with a small panel on the top layer: nothing clips it, and Esc or a press outside closes it. */
export function Popover({
  buttonId,
  label,
  title,
  face,
  className = 'pd-button',
  role = 'dialog',
  disabled = false,
  describedBy,
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => panel.current?.hidePopover();

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    // A panel within this one says so of itself, and is heard here too.
    if (event.target !== event.currentTarget) return;
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened) returnFocus(panel.current, button.current);
    if (!opened || !panel.current || !button.current) return;
    const { current } = panel;
    const first = () =>
      current.querySelector<HTMLElement>('[aria-checked="true"],[data-start]') ??
      current.querySelector<HTMLElement>(`${ITEMS},[data-first],input,button`) ??
      current;
    // The content renders after the toggle, so place and focus wait for it.
    requestAnimationFrame(() => {
      place(current, button.current!);
      first().focus();
    });
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        id={buttonId}
        className={className}
        aria-label={label}
        title={title ?? label}
        aria-describedby={describedBy}
        aria-haspopup={role}
        aria-expanded={open}
        popoverTarget={id}
        disabled={disabled}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label ?? title}
        className="pop"
        tabIndex={-1}
        onToggle={toggled}
        onKeyDown={(event) => walk(event, panel.current, role)}
      >
        {open && children(close)}
      </div>
    </>
  );
}
