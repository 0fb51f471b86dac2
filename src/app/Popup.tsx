import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ITEMS, walkMenu } from '../kit/ui/menuWalk.ts';
import './popup.css';

interface PopupProps {
  /** Accessible name of the button, and its tooltip. */
  label: string;
  face: ReactNode;
  /** The face is words that name the button already; `label` is then only its tooltip. */
  named?: boolean;
  className?: string;
  /** `menu` for a list of choices walked with the arrows, `dialog` for anything else. */
  role?: 'menu' | 'dialog';
  children: (close: () => void) => ReactNode;
}

/** A button that opens a small panel under it; the keyboard can do all of it. */
export function Popup({
  label,
  face,
  named = false,
  className = 'pd-icon-button',
  role = 'menu',
  children,
}: PopupProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    const chosen = panel.current.querySelector<HTMLElement>('[aria-checked="true"]');
    (chosen ?? panel.current.querySelector<HTMLElement>(`${ITEMS},button,input,a`) ?? panel.current).focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, [open]);

  function walk(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      return close();
    }
    if (event.key === 'Tab') return setOpen(false);
    if (role === 'menu') walkMenu(event, panel.current);
  }

  return (
    <div className="popup">
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={named ? undefined : label}
        title={label}
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          className="popup-panel"
          role={role}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={walk}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
