import type { ReactNode } from 'react';
import './popover.css';

interface ItemProps {
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  title?: string;
  danger?: boolean;
  /** Present on choices of which one holds. */
  checked?: boolean;
}

/** A choice of a menu. */
export function PopoverItem({
  children,
  onClick,
  disabled = false,
  title,
  danger = false,
  checked,
}: ItemProps) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      className={`pop-item${danger ? ' pop-danger' : ''}`}
      data-off={disabled}
      title={title}
      tabIndex={-1}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
