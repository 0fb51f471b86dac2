import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { serverNow } from '../../data/token.ts';
import { useT } from '../../i18n/i18n.ts';
import { preferences } from '../../preferences.ts';
import { Icon } from '../../ui/Icon.tsx';
import { inputText } from '../../ui/instantText.ts';
import { Popover } from '../../ui/Popover.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { monthStep, moveWall, readTyped, typedText } from './typedDate.ts';

interface DateBoxProps {
  /** For a label's `htmlFor`. */
  id: string;
  label: string;
  /** A wall clock of the chosen zone, `yyyy-MM-ddTHH:mm` or `yyyy-MM-dd`; empty where none is chosen. */
  value: string;
  /** With a time of day, else days alone. */
  time: boolean;
  /** The end of a range: a day typed alone is meant whole. */
  end?: boolean;
  /** Today, where it is another zone's than the chosen one. */
  today?: string;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
  onChange: (wall: string | undefined) => void;
  /** What is typed names no date; the box says so. */
  onUnreadable?: () => void;
  /** Enter, once what was typed is taken. */
  onEnter?: () => void;
}

const COMPLETE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/;

/** Where the arrows lead: up and down a day, an hour from within the time; PageUp and PageDown a month. */
function moved(key: string, wall: string, inTime: boolean): string | undefined {
  const unit = inTime ? 'h' : 'd';
  if (key === 'ArrowUp') return moveWall(wall, 1, unit);
  if (key === 'ArrowDown') return moveWall(wall, -1, unit);
  return monthStep(key, wall);
}

/** A date, typed in any of the ways people write one or taken from a month; what it means shows as it is left. */
export function DateBox(props: DateBoxProps) {
  const {
    id,
    label,
    value,
    time,
    end = false,
    invalid = false,
    disabled = false,
    describedBy,
    onChange,
    onEnter,
  } = props;
  const t = useT('grid');
  const fault = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [bad, setBad] = useState(false);
  const wallNow = inputText(new Date(serverNow()).toISOString(), preferences().timeZone);
  const now = props.today ? `${props.today}${wallNow.slice(10)}` : wallNow;
  const read = (text: string) => readTyped(text, { now, time, end });

  /** Takes what is typed; false where it names no date. */
  const take = (): boolean => {
    if (typed === undefined) return true;
    const wall = read(typed);
    if (wall === undefined && typed.trim() !== '') {
      setBad(true);
      props.onUnreadable?.();
      return false;
    }
    setTyped(undefined);
    if ((wall ?? '') !== value) onChange(wall);
    return true;
  };
  const type = (text: string) => {
    setTyped(text);
    setBad(false);
    const wall = COMPLETE.test(text.trim()) ? read(text) : undefined;
    if (wall && wall !== value) onChange(wall);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      const open = typed !== undefined && !COMPLETE.test(typed.trim());
      const good = take();
      if (good && onEnter) {
        event.preventDefault();
        onEnter();
      } else if (!good || open) {
        // What the text was taken for is seen before the key means anything else.
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    const from = (typed === undefined ? value : read(typed)) || now.slice(0, time ? 16 : 10);
    const next = moved(event.key, from, time && (event.currentTarget.selectionStart ?? 0) > 10);
    if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const caret = event.currentTarget.selectionStart ?? 0;
    setTyped(undefined);
    setBad(false);
    onChange(next);
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  const pick = (day: string) => {
    setTyped(undefined);
    setBad(false);
    // A day taken for an end is meant whole; a time that was chosen stays.
    const kept = value.length === 16 && !(end && value.endsWith('T00:00')) ? value.slice(10) : undefined;
    const whole = end ? `${moveWall(day, 1, 'd')}T00:00` : `${day}T00:00`;
    onChange(time ? (kept ? day + kept : whole) : day);
    input.current?.focus();
  };
  const shown = typed ?? typedText(value, end);
  return (
    <>
      <span className="date-box">
        <input
          ref={input}
          id={id}
          className="pd-input pd-number"
          autoComplete="off"
          spellCheck={false}
          placeholder={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
          title={t(time ? 'date.helpTime' : 'date.help')}
          value={shown}
          disabled={disabled}
          aria-invalid={bad || invalid}
          aria-describedby={bad ? fault : describedBy}
          onChange={(event) => type(event.target.value)}
          onBlur={take}
          onKeyDown={onKeyDown}
        />
        <Popover
          className="pd-icon-button"
          label={t('date.choose', { name: label })}
          disabled={disabled}
          face={<Icon name="calendar" />}
        >
          {(close) => (
            <MonthGrid
              chosen={typedText(value, end).slice(0, 10) || undefined}
              today={now.slice(0, 10)}
              pick={(day) => {
                close();
                pick(day);
              }}
            />
          )}
        </Popover>
      </span>
      {bad && (
        <span id={fault} className="pd-down" role="alert">
          {t(time ? 'date.unreadableTime' : 'date.unreadable')}
        </span>
      )}
    </>
  );
}
