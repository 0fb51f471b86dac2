import { type ComponentProps, type RefObject, useEffect } from 'react';
import { DockHead } from '../ui/DockHead.tsx';

interface FormDockProps extends Omit<ComponentProps<'section'>, 'title' | 'ref'> {
  title: string;
  close: () => void;
  root: RefObject<HTMLElement | null>;
}

/**
 * Where a form stands beside a list. It has the keyboard before its fields or its code are there: a letter typed ahead
 * of them is no verb for the row behind.
 */
export function FormDock({ title, close, root, children, ...rest }: FormDockProps) {
  useEffect(() => root.current?.focus({ preventScroll: true }), [root]);
  return (
    <section
      {...rest}
      ref={root}
      tabIndex={-1}
      className="dock dock-form"
      role="dialog"
      aria-modal="false"
      aria-label={title}
    >
      <DockHead title={title} close={close} />
      {children}
    </section>
  );
}
