import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping, workDocument } from '../../kit/index.ts';

/** The panel whose note field is to have the focus, until it has it. */
const wantedAtom = atom<string | undefined>(undefined);
/** A peek that has not come by then comes too late for it. */
const PATIENCE_MS = 5_000;

/** What is typed until the field is there, and how to stop hearing it. */
let held: { text: string; stop: () => void } | undefined;

/** @returns what was typed */
function release(): string {
  const text = held?.text ?? '';
  held?.stop();
  held = undefined;
  getDefaultStore().set(wantedAtom, undefined);
  return text;
}

/** Letters that are meant for the note are no verbs of the list, though the field is not there yet. */
function hold(view: Window): void {
  const take = (event: KeyboardEvent): void => {
    if (!held || isTyping(event.target)) return;
    if (event.key === 'Escape') return void release();
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.text += event.key;
  };
  view.addEventListener('keydown', take, true);
  const timer = setTimeout(release, PATIENCE_MS);
  held = {
    text: '',
    stop() {
      clearTimeout(timer);
      view.removeEventListener('keydown', take, true);
    },
  };
}

/** Puts the focus into the note field of the panel, once there is one. */
export function focusNote(tabId: string): void {
  release();
  hold(workDocument().defaultView ?? window);
  getDefaultStore().set(wantedAtom, tabId);
}

/** The field takes the focus when its panel is asked for it, and what was typed meanwhile. */
export function useNoteFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  type: (text: string) => void,
): void {
  const wanted = useAtomValue(wantedAtom);
  const insert = useEffectEvent(type);
  useEffect(() => {
    const element = field.current;
    const scope = element?.closest<HTMLElement>('[data-scope]')?.dataset.scope;
    if (wanted === undefined || scope !== wanted) return;
    element?.focus();
    insert(release());
  }, [wanted, field]);
}
