import { useId } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { typedText } from './typedDate.ts';
import { useTypedDate } from './useTypedDate.ts';

export interface DateBoxProps {
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

/** A date, typed in any of the ways people write one or taken from a month; what it means shows as it is left. */
export function DateBox(props: DateBoxProps) {
  const { id, label, value, time, end = false, invalid = false, disabled = false, describedBy } = props;
  const t = useT('grid');
  const fault = useId();
  const { input, bad, text, today, type, take, onKeyDown, pick } = useTypedDate(props);
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
          value={text}
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
              today={today}
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
