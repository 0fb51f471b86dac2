import './quick.css';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  Icon,
  Key,
  Popover,
  State,
  localeAtom,
  menuAtom,
  useT,
  useUserSetting,
} from '../../src/kit/index.ts';
import { type Entry, entries } from './entries.ts';
import { keyOf, matching, moved, type Pick, readPicks } from './picks.ts';

/** What is at hand before anything was picked. */
const FIRST = 6;

interface AddProps {
  offered: readonly Entry[];
  add: (entry: Entry) => void;
}

/** Everything that is not picked yet, found by typing. */
function Add({ offered, add }: AddProps) {
  const t = useT('widgets');
  const [typed, setTyped] = useState('');
  const found = matching(offered, typed);
  return (
    <div className="quick-add">
      <input
        className="pd-input"
        data-first
        placeholder={t('quick-access.search')}
        aria-label={t('quick-access.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !found[0]) return;
          event.preventDefault();
          add(found[0]);
        }}
      />
      <ul>
        {found.map((entry) => (
          <li key={keyOf(entry)}>
            <button type="button" onClick={() => add(entry)}>
              <Icon name={entry.icon} size={14} />
              {entry.title}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="pd-muted">{t('quick-access.nothing')}</p>}
    </div>
  );
}

interface EntryProps {
  entry: Entry;
  at: number;
  arranging: boolean;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
}

const DRAGGED = 'application/x-paydesk-pick';

/** One entry: pressed it opens, while arranging it moves by drag or by the arrows and goes by Delete. */
function QuickEntry({ entry, at, arranging, move, remove }: EntryProps) {
  const t = useT('widgets');
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1 }[event.key];
    if (to !== undefined) move(at, to);
    else if (event.key === 'Delete') remove(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li
      data-pick={keyOf(entry)}
      draggable={arranging}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, String(at))}
      onDragOver={(event) => {
        if (arranging && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={({ dataTransfer }) => move(Number(dataTransfer.getData(DRAGGED)), at)}
    >
      <button
        type="button"
        className="quick-entry"
        aria-roledescription={arranging ? t('quick-access.movable') : undefined}
        onClick={arranging ? undefined : entry.run}
        onKeyDown={arranging ? keys : undefined}
      >
        <Icon name={entry.icon} size={16} />
        <span>{entry.title}</span>
        {!arranging && entry.keys && <Key keys={entry.keys} />}
      </button>
      {arranging && (
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('quick-access.remove', { name: entry.title })}
          title={t('quick-access.remove', { name: entry.title })}
          onClick={() => remove(at)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </li>
  );
}

interface ToolsProps extends AddProps {
  arranging: boolean;
  arrange: (on: boolean) => void;
}

/** Ways to change what is picked. */
function Tools({ offered, add, arranging, arrange }: ToolsProps) {
  const t = useT('widgets');
  return (
    <footer>
      <Popover
        className="dash-quiet"
        face={
          <>
            <Icon name="plus" size={14} />
            {t('quick-access.add')}
          </>
        }
        label={t('quick-access.add')}
      >
        {() => <Add offered={offered} add={add} />}
      </Popover>
      <button
        type="button"
        className="dash-quiet"
        aria-pressed={arranging}
        title={t('quick-access.hint')}
        onClick={() => arrange(!arranging)}
      >
        <Icon name={arranging ? 'check' : 'edit'} size={14} />
        {t(arranging ? 'quick-access.done' : 'quick-access.arrange')}
      </button>
    </footer>
  );
}

/** Ways that a person takes often, picked and arranged by themselves. */
export default function QuickAccess() {
  const t = useT('widgets');
  useAtomValue(menuAtom);
  useAtomValue(localeAtom);
  const [stored, store] = useUserSetting('quickAccess', readPicks);
  const [arranging, setArranging] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = entries();
  const known = new Map(all.map((entry) => [keyOf(entry), entry]));
  const picks: readonly Pick[] = stored ?? all.filter(({ kind }) => kind === 'menu').slice(0, FIRST);
  const shown = picks.flatMap((pick) => known.get(keyOf(pick)) ?? []);
  const save = (next: readonly Pick[]) => store(next.map(({ kind, id }) => ({ kind, id })));
  const picked = new Set(picks.map(keyOf));
  const move = (from: number, to: number) => {
    const next = moved(shown, from, to);
    if (next === shown) return;
    save(next);
    const key = keyOf(shown[from]!);
    // The entry that moves keeps the focus.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-pick="${CSS.escape(key)}"] .quick-entry`)?.focus(),
    );
  };
  return (
    <div className="quick">
      {shown.length === 0 ? (
        <State kind="empty" text={t('quick-access.empty')} />
      ) : (
        <ul ref={list} className="quick-list">
          {shown.map((entry, at) => (
            <QuickEntry
              key={keyOf(entry)}
              entry={entry}
              at={at}
              arranging={arranging}
              move={move}
              remove={(index) => save(shown.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      <Tools
        offered={all.filter((entry) => !picked.has(keyOf(entry)))}
        add={(entry) => save([...picks, entry])}
        arranging={arranging}
        arrange={setArranging}
      />
    </div>
  );
}
