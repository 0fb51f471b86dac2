import { State, useT } from '../../kit/index.ts';
import { workspace } from '../core/workspace.ts';
import { LOST_VIEW } from '../envelope/envelope.ts';
import { isView, viewTitle } from '../views.tsx';
import './cards.css';

/** In the place of a view that no longer exists or may no longer be seen; the place in the layout is kept. */
export function GoneCard({ tabId, view }: { tabId: string; view: string }) {
  const t = useT('workspace');
  const gone = !isView(view);
  const missing = view === LOST_VIEW ? t('panel.lost') : t('panel.gone', { name: view });
  const text = gone ? missing : t('panel.forbidden', { name: viewTitle(view) });
  return (
    <div className="ws-gone">
      <State
        kind={gone ? 'empty' : 'forbidden'}
        text={text}
        hint={gone ? t('panel.goneHint') : t('panel.forbiddenHint')}
      />
      <button type="button" className="pd-button" onClick={() => workspace.close(tabId)}>
        {t('panel.close')}
      </button>
    </div>
  );
}
