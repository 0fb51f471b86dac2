import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Colleague } from '../../../contract/orderNote.ts';
import { loadPinyin, pinyinAtom } from '../../kit/i18n/pinyin.ts';
import { call } from '../../kit/index.ts';
import { type Begun, begunAt, completed, fitting } from './mention.ts';
import type { NoteTarget } from './useNotes.ts';

const FRESH_MS = 60_000;
const NOBODY: readonly Colleague[] = [];

/** The completion of a mention while one is being typed. */
export interface Mentioning {
  listId: string;
  people: readonly Colleague[];
  /** Place of the one that Enter chooses. */
  active: number;
  choose: (person: Colleague) => void;
  /** The caret moved, or the text did. */
  look: (field: HTMLTextAreaElement) => void;
  /** True where the key was the completion's own. */
  press: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  close: () => void;
}

function useColleagues({ subject, id }: NoteTarget, isWanted: boolean): readonly Colleague[] {
  const { data } = useQuery({
    queryKey: ['orderNote', 'colleagues', subject, id],
    enabled: isWanted,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      call<Colleague[]>('orderNote/colleagues', undefined, {
        query: { subject, id },
        customCatch: true,
        signal,
      }),
  });
  return data ?? NOBODY;
}

/** Offers colleagues after an @; the arrows go through them, Enter and Tab take one, Esc closes the list. */
export function useMention(
  target: NoteTarget,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
): Mentioning {
  const listId = useId();
  const [begun, setBegun] = useState<Begun>();
  const [active, setActive] = useState(0);
  const caret = useRef<number>(undefined);
  const all = useColleagues(target, begun !== undefined);
  // The list is made again when the table of pronunciations comes.
  useAtomValue(pinyinAtom);
  const people = begun ? fitting(all, begun.typed) : NOBODY;
  useEffect(() => {
    if (begun) void loadPinyin();
  }, [begun]);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [field, text]);

  function choose(person: Colleague): void {
    if (!begun) return;
    const done = completed(text, begun, person);
    caret.current = done.caret;
    setBegun(undefined);
    setText(done.text);
    field.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    const person = people[active];
    if (!person || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setActive((active + 1) % people.length);
    else if (event.key === 'ArrowUp') setActive((active - 1 + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setBegun(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    listId,
    people,
    active,
    choose,
    press,
    look(element) {
      const next = begunAt(element.value, element.selectionStart);
      if (next?.typed !== begun?.typed || next?.at !== begun?.at) setActive(0);
      setBegun(next);
    },
    close: () => setBegun(undefined),
  };
}
