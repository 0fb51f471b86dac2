import { useEffect, useRef } from 'react';
import { Icon, VirtualList, type Widget, useCaller, useT } from '../kit/index.ts';
import { widgetTitle, widgets } from './catalogue.ts';

/** The catalogue: every widget the caller may see. */
export function AddDialog({ add, close }: { add: (widget: Widget) => void; close: () => void }) {
  const t = useT('widgets');
  const { can, profile } = useCaller();
  const own = Boolean(profile.merchantId);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const offered = [...widgets.values()].filter((widget) => !widget.needs || can(widget.needs));
  return (
    <dialog ref={dialog} className="dash-dialog" aria-label={t('dashboard.add')} onClose={close}>
      <h2>{t('dashboard.add')}</h2>
      <VirtualList
        className="dash-catalogue"
        items={offered}
        keyOf={({ id }) => id}
        textOf={({ id }) => widgetTitle(id, own)}
        walk
      >
        {(widget) => (
          <button
            type="button"
            onClick={() => {
              add(widget);
              dialog.current?.close();
            }}
          >
            <Icon name="plus" size={14} />
            <span>
              <strong>{widgetTitle(widget.id, own)}</strong>
              <small className="pd-muted">{t(`${widget.id}.about`)}</small>
            </span>
          </button>
        )}
      </VirtualList>
      <footer>
        <button type="button" className="pd-button" onClick={() => dialog.current?.close()}>
          {t('dialog.cancel')}
        </button>
      </footer>
    </dialog>
  );
}
