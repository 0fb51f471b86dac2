import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { currentLocale, translate } from '../../kit/index.ts';
import { focusPanel } from '../core/focus.ts';
import { panels } from '../core/panels.ts';
import { LONGEST_NAME, tabNameText, withTabName } from '../envelope/tabName.ts';
import { panelTitle } from '../panelTitle.ts';
import './tabName.css';

/** The tab whose name is being typed. */
const renamingAtom = atom<string | undefined>(undefined);

export const renameTab = (tabId: string): void => getDefaultStore().set(renamingAtom, tabId);

const end = (): void => getDefaultStore().set(renamingAtom, undefined);

/** Renames the tab in the language on screen; an empty name gives it back the one of its view. */
function keep(tabId: string, typed: string): void {
  const name = typed.trim().slice(0, LONGEST_NAME);
  const { name: before } = panels.get(tabId) ?? {};
  // What its view calls it was not typed: it goes on following the view and the language.
  if (name !== panelTitle(tabId) || name === tabNameText(before))
    panels.setName(tabId, withTabName(before, currentLocale(), name));
  end();
}

function NameInput({ tabId }: { tabId: string }) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The tab around it takes Delete for a wish to close.
    event.stopPropagation();
    if (event.key === 'Enter') keep(tabId, event.currentTarget.value);
    else if (event.key === 'Escape') end();
    else return;
    event.preventDefault();
    focusPanel(tabId);
  };
  return (
    <input
      className="ws-tab-input"
      defaultValue={panelTitle(tabId)}
      maxLength={LONGEST_NAME}
      aria-label={translate('workspace:flexlayout.rename_tab')}
      autoFocus
      draggable
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => keep(tabId, event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      // The tab is dragged, what is selected in its name is not.
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The library draws each name a second time, out of sight, for what is dragged: that one is never an input. */
const STAMP = '.flexlayout__tab_button_stamp';

/** A tab's name in the strip; a double click or F2 makes it an input. */
export function TabName({ tabId, name }: { tabId: string; name: string }) {
  const span = useRef<HTMLSpanElement>(null);
  const [stamp, setStamp] = useState(false);
  useLayoutEffect(() => setStamp(Boolean(span.current?.closest(STAMP))), []);
  const renaming = useAtomValue(
    useMemo(() => selectAtom(renamingAtom, (current) => current === tabId), [tabId]),
  );
  if (renaming && !stamp) return <NameInput tabId={tabId} />;
  return (
    <span
      ref={span}
      className="ws-tab-name"
      onDoubleClick={(event) => {
        // The strip around it would maximise the pane.
        event.stopPropagation();
        renameTab(tabId);
      }}
    >
      {name}
    </span>
  );
}
