import type { ReactNode } from 'react';
import { Icon } from '../../kit/ui/Icon.tsx';

/** A warning about the whole page, in the place of the status bar until it is settled. */
export function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="shell-banner" role="alert">
      <Icon name="warning" size={14} />
      <span title={text}>{text}</span>
      {children}
    </div>
  );
}
