import type { ReactNode } from 'react';
import { Icon, useT } from '../../kit/index.ts';

/** What stands above something docked beside a list: its name, and the way out. */
export function DockHead({ title, close }: { title: ReactNode; close: () => void }) {
  const t = useT('grid');
  return (
    <header className="dock-head">
      <b>{title}</b>
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('close')}
        title={t('close')}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </header>
  );
}
