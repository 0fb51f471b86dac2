import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { langTag } from '../../../../contract/locales.ts';
import { useT } from '../../i18n/i18n.ts';
import { localeAtom } from '../../i18n/locale.ts';
import { Icon } from '../../ui/Icon.tsx';
import { monthStep, moveMonth, moveWall, msOf, weeksOf } from './typedDate.ts';
import './dates.css';

interface MonthGridProps {
  /** `yyyy-MM-dd`, as all days here. */
  chosen: string | undefined;
  today: string;
  pick: (day: string) => void;
}

/** Where a key of the grid leads from a day. */
function stepOf(key: string, day: string): string | undefined {
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
  };
  if (days[key] !== undefined) return moveWall(day, days[key], 'd');
  return monthStep(key, day);
}

interface MonthHeadProps {
  at: string;
  title: string;
  go: (day: string) => void;
}

/** The month's name between the ways to the one before and the one after. */
function MonthHead({ at, title, go }: MonthHeadProps) {
  const t = useT('grid');
  return (
    <header className="month-head">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className="pd-icon-button"
          data-by={by}
          aria-label={t(by < 0 ? 'date.previousMonth' : 'date.nextMonth')}
          title={t(by < 0 ? 'date.previousMonth' : 'date.nextMonth')}
          onClick={() => go(moveMonth(at, by))}
        >
          <Icon name="right" />
        </button>
      ))}
      <b aria-live="polite">{title}</b>
    </header>
  );
}

interface DayProps extends MonthGridProps {
  day: string;
  /** The day that the keyboard is on. */
  at: string;
  name: string;
}

function Day({ day, at, chosen, today, name, pick }: DayProps) {
  return (
    <button
      type="button"
      role="gridcell"
      className="month-day"
      tabIndex={day === at ? 0 : -1}
      {...(day === at && { 'data-start': true })}
      data-other={day.slice(0, 7) !== at.slice(0, 7)}
      aria-selected={day === chosen}
      aria-current={day === today ? 'date' : undefined}
      aria-label={name}
      onClick={() => pick(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
}

/** A month of days in six weeks: the arrows walk, PageUp and PageDown turn the month, Enter takes the day. */
export function MonthGrid({ chosen, today, pick }: MonthGridProps) {
  const tag = langTag(useAtomValue(localeAtom));
  const [at, setAt] = useState(chosen ?? today);
  const grid = useRef<HTMLDivElement>(null);
  const walked = useRef(false);
  useEffect(() => {
    if (walked.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    walked.current = false;
  }, [at]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = stepOf(event.key, at);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    walked.current = true;
    setAt(next);
  };
  const weeks = weeksOf(at);
  const title = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <div className="month">
      <MonthHead at={at} title={title.format(msOf(at))} go={setAt} />
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={title.format(msOf(at))}
        onKeyDown={onKeyDown}
        className="month-grid"
      >
        <div role="row" className="month-week pd-muted">
          {weeks[0]?.map((day) => (
            <span key={day} role="columnheader">
              {weekday.format(msOf(day))}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className="month-week">
            {week.map((day) => (
              <Day
                key={day}
                day={day}
                at={at}
                chosen={chosen}
                today={today}
                name={full.format(msOf(day))}
                pick={pick}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
