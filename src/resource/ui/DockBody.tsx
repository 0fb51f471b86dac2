import type { ReactNode } from 'react';

/** What is read beside a list. It may have nothing to press, so the keyboard reaches it itself to scroll it. */
export function DockBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="dock-body" tabIndex={0}>
      {children}
    </div>
  );
}
