import type { ComponentProps, ReactNode } from 'react';

/** An input with something small at its end: a currency, a language, a button. */
export function Affix({
  children,
  className = '',
  ...rest
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <span className="input-affix">
      <input {...rest} className={`pd-input ${className}`} spellCheck={false} />
      {children && <span className="pd-muted">{children}</span>}
    </span>
  );
}
