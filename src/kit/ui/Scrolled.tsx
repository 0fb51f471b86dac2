import type { ReactNode, Ref } from 'react';

interface ScrolledProps {
  className: string;
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A part that scrolls, by keys too. */
export function Scrolled({ className, label, children, ref }: ScrolledProps) {
  return (
    // What scrolls must be reached by keys, which its content may hold none of.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} aria-label={label} ref={ref} tabIndex={0}>
      {children}
    </section>
  );
}
