import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon, Popover, PopoverItem, type ViewProps, part, toast, useT } from '../../kit/index.ts';
import { useRoving } from '../ui/useRoving.ts';
import type { SavedView } from './api.ts';
import type { Listed, SavedViews } from './useSavedViews.ts';
import './savedViews.css';

const SaveViewForm = part(async () => ({ default: (await import('./SaveViewForm.tsx')).SaveViewForm }));

function fail(error: unknown): void {
  toast.error(error instanceof Error ? error.message : String(error), { key: 'savedView' });
}

/** A fresh panel begins with the view that the person chose for it. */
function useFirst({ views, first, show }: SavedViews, fresh: boolean): void {
  const pending = useRef(fresh);
  useEffect(() => {
    const view = views.find(({ id }) => id === first);
    if (!pending.current || !view) return;
    pending.current = false;
    show(view);
  }, [views, first, show]);
}

function Chip({ view, chosen, show }: { view: Listed; chosen: boolean; show: () => void }) {
  const t = useT('grid');
  const { saved } = view;
  const title = saved?.audience
    ? t('views.sharedWith', { name: view.name, audience: saved.audience })
    : view.name;
  return (
    <button type="button" className="view-chip" aria-pressed={chosen} title={title} onClick={show}>
      {saved?.audience && <Icon name="user" size={11} />}
      <span>{view.name}</span>
    </button>
  );
}

function Verbs({ all, active, edit, close }: MenuProps & { edit: () => void; close: () => void }) {
  const t = useT('grid');
  const { saved } = active;
  const isFirst = all.first === active.id;
  const at = all.views.indexOf(active);
  const item = (text: string, run: () => void) => (
    <PopoverItem
      onClick={() => {
        close();
        run();
      }}
    >
      {text}
    </PopoverItem>
  );
  return (
    <>
      {item(t(isFirst ? 'views.notFirst' : 'views.first'), () =>
        all.setFirst(isFirst ? undefined : active.id),
      )}
      {at > 0 && item(t('views.left'), () => all.move(active, -1))}
      {at < all.views.length - 1 && item(t('views.right'), () => all.move(active, 1))}
      {saved?.mine && <PopoverItem onClick={edit}>{t('views.edit')}</PopoverItem>}
      {saved?.mine && item(t('views.remove'), () => void all.remove(saved).catch(fail))}
    </>
  );
}

interface MenuProps {
  all: SavedViews;
  active: Listed;
}

interface EditProps {
  all: SavedViews;
  saved: SavedView;
  close: () => void;
  ended: () => void;
}

/** The next time the menu opens it lists its verbs again, however the form was left. */
function Edit({ all, saved, close, ended }: EditProps) {
  const leave = useEffectEvent(ended);
  useEffect(() => () => leave(), []);
  return <SaveViewForm all={all} known={saved} close={close} />;
}

/** What can be done with the view that is shown. */
function Menu({ all, active }: MenuProps) {
  const t = useT('grid');
  const [edits, setEdits] = useState(false);
  return (
    <Popover
      className="pd-icon-button"
      label={t('views.menu')}
      role={edits ? 'dialog' : 'menu'}
      face={<Icon name="more" size={13} />}
    >
      {(close) =>
        edits && active.saved ? (
          <Edit all={all} saved={active.saved} close={close} ended={() => setEdits(false)} />
        ) : (
          <Verbs all={all} active={active} edit={() => setEdits(true)} close={close} />
        )
      }
    </Popover>
  );
}

/** The views of a list as chips: what ships, the person's own, what others share. */
export function ViewStrip({ all, fresh }: { all: SavedViews; fresh: boolean }) {
  const t = useT('grid');
  const strip = useRef<HTMLDivElement>(null);
  useRoving(strip);
  useFirst(all, fresh);
  const { views, active, edited, whole, show, save } = all;
  const own = active?.saved?.mine ? active.saved : undefined;
  if (views.length === 0) return null;
  return (
    <div ref={strip} className="view-strip" role="toolbar" aria-label={t('views.title')}>
      <button type="button" className="view-chip" aria-pressed={whole} onClick={() => show(undefined)}>
        {t('views.all')}
      </button>
      {views.map((view) => (
        <Chip key={view.id} view={view} chosen={view === active} show={() => show(view)} />
      ))}
      {active && <Menu all={all} active={active} />}
      {edited && (
        <>
          <span className="pd-muted">{t('views.edited')}</span>
          <button type="button" className="link-button" onClick={() => show(active)}>
            {t('views.revert')}
          </button>
          {own && (
            <button
              type="button"
              className="link-button"
              onClick={() => void save(own.name, own).catch(fail)}
            >
              {t('views.save')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

export const isFresh = ({ state, args }: Pick<ViewProps, 'state' | 'args'>): boolean =>
  (state ?? undefined) === undefined && Object.keys(args).length === 0;
