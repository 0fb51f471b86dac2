import { useAtomValue } from 'jotai';
import { Icon, type PublishedLayout, toast, useT } from '../kit/index.ts';
import { openPublished, withdraw } from './boards.ts';
import { publishedAtom } from './published.ts';
import { showFailure } from './useRemovals.ts';

interface PublishedRowsProps {
  /** The person's own dashboard of that id. */
  open: (id: string) => void;
}

/** Dashboards that were published for the person, or by the person. */
export function PublishedRows({ open }: PublishedRowsProps) {
  const t = useT('workspace');
  const published = useAtomValue(publishedAtom);
  const takeBack = async (layout: PublishedLayout) => {
    await withdraw(layout);
    toast.success(t('share.withdrawn', { name: layout.name }), { key: 'tile' });
  };
  if (published.length === 0) return null;
  return (
    <>
      <h3>{t('share.heading')}</h3>
      <ul className="dash-catalogue" aria-label={t('share.heading')}>
        {published.map((layout) => (
          <li key={layout.id} className="dash-board">
            <button type="button" onClick={() => void showFailure(openPublished(layout).then(open))}>
              <Icon name="dashboard" size={14} />
              <span>
                <span>{layout.name}</span>
                <small className="pd-muted">
                  {t('share.publishedFor', { audience: layout.audience, publisher: layout.publisher })}
                  {layout.isDefault && ` · ${t('share.default')}`}
                </small>
              </span>
            </button>
            {layout.mine && (
              <button type="button" className="pd-button" onClick={() => void showFailure(takeBack(layout))}>
                {t('share.withdraw')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
