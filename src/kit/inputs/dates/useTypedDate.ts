import { type KeyboardEvent, useRef, useState } from 'react';
import { serverNow } from '../../data/token.ts';
import { preferences } from '../../preferences.ts';
import { inputText } from '../../ui/instantText.ts';
import type { DateBoxProps } from './DateBox.tsx';
import { monthStep, moveWall, readTyped, typedText } from './typedDate.ts';

const COMPLETE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/;

/** Where the arrows lead: up and down a day, an hour from within the time; PageUp and PageDown a month. */
function moved(key: string, wall: string, inTime: boolean): string | undefined {
  const unit = inTime ? 'h' : 'd';
  if (key === 'ArrowUp') return moveWall(wall, 1, unit);
  if (key === 'ArrowDown') return moveWall(wall, -1, unit);
  return monthStep(key, wall);
}

/** What is typed, until it is taken for a date. */
function useTyped({ value, time, end = false, today, onChange, onUnreadable }: DateBoxProps) {
  const [typed, setTyped] = useState<string>();
  const [bad, setBad] = useState(false);
  const wallNow = inputText(new Date(serverNow()).toISOString(), preferences().timeZone);
  const now = today ? `${today}${wallNow.slice(10)}` : wallNow;
  const read = (text: string) => readTyped(text, { now, time, end });
  return {
    bad,
    today: now.slice(0, 10),
    text: typed ?? typedText(value, end),
    /** True while it is not spelt out as the box itself writes dates. */
    isShort: typed !== undefined && !COMPLETE.test(typed.trim()),
    /** The wall clock that the keys start from. */
    from: (typed === undefined ? value : read(typed)) || now.slice(0, time ? 16 : 10),
    /** Takes what is typed; false where it names no date. */
    take(): boolean {
      if (typed === undefined) return true;
      const wall = read(typed);
      if (wall === undefined && typed.trim() !== '') {
        setBad(true);
        onUnreadable?.();
        return false;
      }
      setTyped(undefined);
      if ((wall ?? '') !== value) onChange(wall);
      return true;
    },
    type(text: string): void {
      setTyped(text);
      setBad(false);
      const wall = COMPLETE.test(text.trim()) ? read(text) : undefined;
      if (wall && wall !== value) onChange(wall);
    },
    /** Another date takes the place of what is typed. */
    replace(wall: string): void {
      setTyped(undefined);
      setBad(false);
      onChange(wall);
    },
  };
}

/** What is typed into a date box and what its keys and its calendar make of it. */
export function useTypedDate(props: DateBoxProps) {
  const { value, time, end = false, onEnter } = props;
  const input = useRef<HTMLInputElement>(null);
  const { isShort, from, take, replace, ...typed } = useTyped(props);
  const enter = (event: KeyboardEvent) => {
    const good = take();
    if (good && onEnter) {
      event.preventDefault();
      onEnter();
    } else if (!good || isShort) {
      // What the text was taken for is seen before the key means anything else.
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') return enter(event);
    const caret = event.currentTarget.selectionStart ?? 0;
    const next = moved(event.key, from, time && caret > 10);
    if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    replace(next);
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  const pick = (day: string) => {
    // A day taken for an end is meant whole; a time that was chosen stays.
    const kept = value.length === 16 && !(end && value.endsWith('T00:00')) ? value.slice(10) : undefined;
    const whole = end ? `${moveWall(day, 1, 'd')}T00:00` : `${day}T00:00`;
    replace(time ? (kept ? day + kept : whole) : day);
    input.current?.focus();
  };
  return { ...typed, input, take, onKeyDown, pick };
}
