import { useAtomValue } from 'jotai';
import { Icon, Key, useT } from '../kit/index.ts';
import type { Board } from './board.ts';

/** What is between this dashboard and the server's copy of it. */
export function SaveStrip({ board }: { board: Board }) {
  const t = useT('widgets');
  const { status } = useAtomValue(board.atom);
  if (status !== 'conflict' && status !== 'failed') return null;
  const choices =
    status === 'conflict'
      ? [
          { key: 'mine', run: () => board.settle('mine') },
          { key: 'theirs', run: () => board.settle('theirs') },
        ]
      : [{ key: 'saveAgain', run: () => board.save() }];
  return (
    <div className="dash-bar dash-conflict" role="alert">
      <Icon name="warning" size={14} />
      <span>{t(`dashboard.${status}`)}</span>
      {choices.map(({ key, run }) => (
        <button key={key} type="button" className="pd-button" onClick={() => void run()}>
          {t(`dashboard.${key}`)}
        </button>
      ))}
    </div>
  );
}

interface EditStripProps {
  add: () => void;
  boards: () => void;
  compact: () => void;
  restore: () => void;
  done: () => void;
}

/** What can be done while tiles may be moved. */
export function EditStrip({ add, boards, compact, restore, done }: EditStripProps) {
  const t = useT('widgets');
  return (
    <div className="dash-bar">
      <span className="pd-muted">{t('dashboard.editHint')}</span>
      <button type="button" className="pd-button" onClick={add}>
        <Icon name="plus" size={14} />
        {t('dashboard.add')}
      </button>
      <button type="button" className="pd-button" onClick={boards}>
        {t('boards.title')}
      </button>
      <button type="button" className="pd-button" onClick={compact} title={t('dashboard.compactHint')}>
        {t('dashboard.compact')}
        <Key keys="g" />
      </button>
      <button type="button" className="pd-button" onClick={restore}>
        {t('dashboard.restore')}
      </button>
      <button type="button" className="pd-button pd-button-primary" onClick={done}>
        {t('dashboard.done')}
      </button>
    </div>
  );
}
