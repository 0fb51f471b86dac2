import { Icon, useT } from '../../kit/index.ts';

/** What stands above something docked beside a list: its name, and the way out. */
export function DockHead({ title, close }: { title: string; close: () => void }) {
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
