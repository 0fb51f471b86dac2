import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FileButton, JSON_FILES, Icon, useT } from '../../kit/index.ts';
import { tell } from '../sync/dialogs.ts';
import { layouts } from '../sync/layouts.ts';
import { shownName } from '../sync/names.ts';
import { publishedAtom, refreshPublished } from '../sync/published.ts';
import { currentAtom, layoutsAtom } from '../sync/state.ts';
import { refreshList } from '../sync/stored.ts';
import { Detail } from './Detail.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { LayoutCard } from './LayoutCard.tsx';
import { type Entry, keyOf } from './useLayoutBody.ts';
import { type Imported, openPublished, readFile } from './verbs.ts';
import './manager.css';

const open = (entry: Entry): Promise<void> =>
  tell(() => (entry.kind === 'own' ? layouts.open(entry.layout.id) : openPublished(entry.layout)));

/** The person's own layouts and those that were published for the person. */
function useEntries(): { own: Entry[]; published: Entry[] } {
  const own = useAtomValue(layoutsAtom);
  const published = useAtomValue(publishedAtom);
  useEffect(() => {
    void tell(async () => void (await Promise.all([refreshList(), refreshPublished()])));
  }, []);
  return {
    own: own.map((layout) => ({ kind: 'own', layout })),
    published: published.map((layout) => ({ kind: 'published', layout })),
  };
}

/** Arrows go from card to card, whatever section it is in. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('.ws-card')];
  const at = cards.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = cards[at + step];
  next?.focus();
  next?.click();
}

/** The title with the ways in and out. */
function Head({ end, give }: { end: () => void; give: (imported: Imported) => void }) {
  const t = useT('workspace');
  return (
    <header>
      <h2>{t('manager.title')}</h2>
      <FileButton
        label={t('manager.import')}
        accept={JSON_FILES}
        take={(file) => void readFile(file).then(give)}
      >
        <Icon name="download" size={14} />
      </FileButton>
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('dialog.close')}
        title={t('dialog.close')}
        onClick={end}
      >
        <Icon name="close" size={14} />
      </button>
    </header>
  );
}

/** Every layout with how it looks: open, rename, copy, publish, its versions, import and export. */
export function LayoutsDialog({ close }: { close: () => void }) {
  const t = useT('workspace');
  const dialog = useRef<HTMLDialogElement>(null);
  const current = useAtomValue(currentAtom);
  const { own, published } = useEntries();
  const [chosen, setChosen] = useState<string>();
  const [imported, setImported] = useState<Imported>();
  useEffect(() => dialog.current?.showModal(), []);
  const all = [...own, ...published];
  const onScreen = all.find(({ kind, layout }) => kind === 'own' && layout.id === current?.id);
  const entry = all.find((each) => keyOf(each) === chosen) ?? onScreen ?? all[0];
  const end = () => dialog.current?.close();
  const card = (each: Entry) => (
    <LayoutCard
      key={keyOf(each)}
      entry={each}
      chosen={each === entry && !imported}
      current={each === onScreen}
      choose={() => {
        setImported(undefined);
        setChosen(keyOf(each));
      }}
      open={() => void open(each).then(end)}
    />
  );
  return (
    <dialog ref={dialog} className="ws-dialog ws-manager" aria-label={t('manager.title')} onClose={close}>
      <Head end={end} give={setImported} />
      <div className="ws-manager-body">
        <div
          className="ws-manager-list"
          role="listbox"
          aria-label={t('manager.title')}
          tabIndex={-1}
          onKeyDown={walk}
        >
          {own.map(card)}
          {own.length === 0 && (
            <p className="pd-muted">{t('manager.none', { name: shownName(current?.name ?? '') })}</p>
          )}
          {published.length > 0 && <h3>{t('share.heading')}</h3>}
          {published.map(card)}
        </div>
        <section className="ws-manager-detail" aria-live="polite">
          {imported ? (
            <ImportPanel imported={imported} done={end} cancel={() => setImported(undefined)} />
          ) : (
            entry && (
              <Detail key={keyOf(entry)} entry={entry} open={() => void open(entry).then(end)} end={end} />
            )
          )}
        </section>
      </div>
    </dialog>
  );
}
