import { useAtomValue } from 'jotai';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { workScope } from '../../kit/commands/keys.ts';
import { useCommandList } from '../../kit/commands/useCommands.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { Key } from '../../kit/ui/Key.tsx';
import { VirtualList } from '../../kit/ui/VirtualList.tsx';
import { type Group, type Option, groupsOf } from './options.ts';
import { calledBy, phraseGroups, phrasesOf } from './phrases.ts';
import { loadPinyin, pinyinAtom } from '../../kit/i18n/pinyin.ts';
import { noteRecent } from './recent.ts';
import { typedAhead } from './typedAhead.ts';
import { useActiveOption } from './useActiveOption.ts';
import { useFind } from './useFind.ts';
import './palette.css';

/** Height of a heading with the air above it, in px. */
const HEADING = 36;

type Row = Option | { heading: string };
const isOption = (row: Row): row is Option => 'run' in row;

function Face({ option }: { option: Option }) {
  const { icon, label, mono, hint, refused, kind, chord } = option;
  return (
    <>
      <Icon name={icon} size={14} />
      <span className={mono ? 'pd-mono' : undefined}>{label}</span>
      {hint && <span className="pd-muted palette-hint">{hint}</span>}
      {refused && <span className="palette-refused">{refused}</span>}
      {kind && <span className="pd-muted">{kind}</span>}
      {chord && <Key keys={chord} />}
    </>
  );
}

interface OptionsProps {
  id: string;
  groups: readonly Group[];
  active: Option | undefined;
  reveal: boolean;
  hover: (option: Option) => void;
  pick: (option: Option) => void;
}

function Options({ id, groups, active, reveal, hover, pick }: OptionsProps) {
  const t = useT('app');
  const rows = groups.flatMap<Row>(({ heading, options }) => [{ heading }, ...options]);
  const options = rows.filter(isOption);
  return (
    <VirtualList
      items={rows}
      keyOf={(row) => (isOption(row) ? row.key : `heading:${row.heading}`)}
      role="listbox"
      id={id}
      aria-label={t('palette.title')}
      active={active && rows.indexOf(active)}
      reveal={reveal}
      above={HEADING}
      row={(row) =>
        isOption(row)
          ? {
              role: 'option',
              id: `${id}-${row.key}`,
              className: 'palette-option',
              'aria-selected': row === active,
              'aria-disabled': row.disabled === true,
              'aria-setsize': options.length,
              'aria-posinset': options.indexOf(row) + 1,
              'data-value': row.key,
              onPointerMove: () => !row.disabled && hover(row),
              onClick: () => !row.disabled && pick(row),
            }
          : {
              role: 'presentation',
              className: 'palette-heading',
              'aria-setsize': undefined,
              'aria-posinset': undefined,
            }
      }
    >
      {(row) => (isOption(row) ? <Face option={row} /> : row.heading)}
    </VirtualList>
  );
}

/** What a text means: commands, views, what the server finds by it, and what may follow a command's name in it. */
function useGroups(text: string, scope: string | undefined) {
  const t = useT('app');
  const commands = useCommandList();
  // Labels are found by their pronunciation once its table is there.
  useAtomValue(pinyinAtom);
  const called = calledBy(
    useMemo(() => phrasesOf(scope), [scope]),
    text,
  );
  const whole = useFind(text);
  // The longest of the names that the text may begin with leaves the least.
  const [rest = ''] = called.map((each) => each.rest).toSorted((a, b) => a.length - b.length);
  const about = useFind(rest, { rows: true });
  const phrases = phraseGroups(called, about.found);
  return {
    groups: groupsOf({ phrases, found: whole.found, commands, scope, text }, t),
    busy: whole.busy || about.busy,
    fault: whole.fault ?? about.fault,
  };
}

/** A panel's command and what follows a name mean something else in the next panel. */
function note({ key, found }: Option): void {
  if (/^(?:view|found|):/.test(key)) noteRecent({ key, ...(found && { found }) });
}

/** Every command, every view, and any order or merchant by its number or name. */
export function Palette({ close }: { close: () => void }) {
  const t = useT('app');
  const id = useId();
  const [text, setText] = useState(typedAhead);
  const [scope] = useState(workScope);
  const { groups, busy, fault } = useGroups(text, scope);
  const dialog = useRef<HTMLDialogElement>(null);
  // In the commit in which it takes the place of what heard the keys so far: none of them falls between the two.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
    setText(typedAhead());
    void loadPinyin();
  }, []);
  // Close first, so that focus is back in its panel when the command runs.
  const pick = (option: Option) => {
    dialog.current?.close();
    note(option);
    option.run();
  };
  const { active, reveal, hover, onKeyDown } = useActiveOption(groups, text, pick);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onClose={close}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="palette-input">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.key}`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          placeholder={t('palette.placeholder')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list">
        {fault && (
          <p className="palette-none" role="status">
            {fault}
          </p>
        )}
        {groups.length === 0 && !fault && (
          <p className="palette-none">{busy ? t('palette.searching') : t('palette.none', { text })}</p>
        )}
        <Options id={id} groups={groups} active={active} reveal={reveal} hover={hover} pick={pick} />
      </div>
      <div className="palette-foot pd-muted">{t('palette.hint')}</div>
    </dialog>
  );
}
