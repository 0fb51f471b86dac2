import type { KeyboardEventHandler, Ref } from 'react';

interface FindBoxProps {
  /** What it finds: its name, and what it shows while it is empty. */
  label: string;
  value: string;
  set: (value: string) => void;
  className?: string;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement>;
}

/** The box of a view's bar that narrows what the view lists. */
export function FindBox({ label, value, set, className = '', ...rest }: FindBoxProps) {
  return (
    <input
      {...rest}
      className={`pd-input ${className}`.trimEnd()}
      type="search"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={({ target }) => set(target.value)}
    />
  );
}
