import { useEffect, useRef, useState } from 'react';
import { Icon, VirtualList, type Widget, useCaller, useT } from '../kit/index.ts';
import type { BoardValues } from '../kit/figures/board.ts';
import { Preview } from './Preview.tsx';
import { widgetTitle, widgets } from './catalogue.ts';
import { rankOf } from './rank.ts';

interface AddDialogProps {
  tabId: string;
  values: BoardValues;
  add: (widget: Widget) => void;
  close: () => void;
}

/** The widgets that the caller may see whose name or description has every word of the search, the closest name first. */
function useOffered(search: string): readonly Widget[] {
  const t = useT('widgets');
  const { can, profile } = useCaller();
  const own = Boolean(profile.merchantId);
  const typed = search.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const rank = ({ id }: Widget) => {
    const name = widgetTitle(id, own);
    return hasAll(name) ? rankOf(name, typed) : Infinity;
  };
  const isFound = ({ id }: Widget) => hasAll(`${widgetTitle(id, own)} ${t(`${id}.about`)} ${id}`);
  return [...widgets.values()]
    .filter((widget) => (!widget.needs || can(widget.needs)) && isFound(widget))
    .toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** The catalogue: found by typing, each shown as it will be while it has the focus or the pointer. */
export function AddDialog({ tabId, values, add, close }: AddDialogProps) {
  const t = useT('widgets');
  const own = Boolean(useCaller().profile.merchantId);
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const [looked, setLooked] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const offered = useOffered(search);
  const shown = offered.find(({ id }) => id === looked) ?? offered[0];
  const choose = (widget: Widget) => {
    add(widget);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="dash-dialog dash-wide" aria-label={t('dashboard.add')} onClose={close}>
      <h2>{t('dashboard.add')}</h2>
      <div className="dash-columns">
        <div>
          <input
            className="pd-input pop-search"
            type="search"
            autoFocus
            aria-label={t('dashboard.search')}
            placeholder={t('dashboard.search')}
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              // What the pointer rests on is not what was typed.
              setLooked(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && shown) choose(shown);
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              dialog.current?.querySelector<HTMLElement>('.dash-catalogue button')?.focus();
            }}
          />
          {offered.length === 0 && <p className="pd-muted">{t('dashboard.none')}</p>}
          <VirtualList className="dash-catalogue" items={offered} keyOf={({ id }) => id} walk>
            {(widget) => (
              <button
                type="button"
                data-shown={widget === shown || undefined}
                onFocus={() => setLooked(widget.id)}
                onPointerEnter={() => setLooked(widget.id)}
                onClick={() => choose(widget)}
              >
                <Icon name="plus" size={14} />
                <span>
                  <strong>{widgetTitle(widget.id, own)}</strong>
                  <small className="pd-muted">{t(`${widget.id}.about`)}</small>
                </span>
              </button>
            )}
          </VirtualList>
        </div>
        {shown && (
          <Preview widget={shown} content={{ settings: shown.defaults }} tabId={tabId} values={values} />
        )}
      </div>
      <footer>
        <button type="button" className="pd-button" onClick={() => dialog.current?.close()}>
          {t('dialog.cancel')}
        </button>
      </footer>
    </dialog>
  );
}
