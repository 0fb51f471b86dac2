import { type KeyboardEvent, useMemo, useRef } from 'react';
import { Icon, currentLocale, langTag, useT } from '../../src/kit/index.ts';
import { lunarDay, monthDays, monthShifted, shifted } from './days.ts';

interface MonthProps {
  day: string;
  today: string;
  /** Open and done entries by day. */
  counts: ReadonlyMap<string, { open: number; done: number }>;
  lunar: boolean;
  choose: (day: string) => void;
}

const WEEK = 7;

function useWords(day: string) {
  const locale = langTag(currentLocale());
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const date = (text: string) => new Date(`${text}T00:00:00Z`);
    const week = format({ weekday: 'narrow' });
    const full = format({ dateStyle: 'full' });
    return {
      month: format({ year: 'numeric', month: 'long' }).format(date(day)),
      week: monthDays(day)
        .slice(0, WEEK)
        .map((each) => week.format(date(each))),
      full: (each: string) => full.format(date(each)),
    };
  }, [locale, day]);
}

interface MonthHeadProps extends Pick<MonthProps, 'day' | 'today' | 'choose'> {
  name: string;
}

/** The month by name, with the ways to others. */
function MonthHead({ name, day, today, choose }: MonthHeadProps) {
  const t = useT('widgets');
  return (
    <header>
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('schedule.before')}
        title={t('schedule.before')}
        onClick={() => choose(monthShifted(day, -1))}
      >
        <span className="sched-back">
          <Icon name="right" size={14} />
        </span>
      </button>
      <strong>{name}</strong>
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('schedule.after')}
        title={t('schedule.after')}
        onClick={() => choose(monthShifted(day, 1))}
      >
        <Icon name="right" size={14} />
      </button>
      <button type="button" className="dash-quiet" disabled={day === today} onClick={() => choose(today)}>
        {t('schedule.today')}
      </button>
    </header>
  );
}

/** A month as a grid of days: the arrows go from day to day, the page keys from month to month. */
export function Month({ day, today, counts, lunar, choose }: MonthProps) {
  const t = useT('widgets');
  const words = useWords(day);
  const grid = useRef<HTMLDivElement>(null);
  const keys = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => string>> = {
      ArrowLeft: () => shifted(day, -1),
      ArrowRight: () => shifted(day, 1),
      ArrowUp: () => shifted(day, -WEEK),
      ArrowDown: () => shifted(day, WEEK),
      PageUp: () => monthShifted(day, -1),
      PageDown: () => monthShifted(day, 1),
    };
    const next = steps[event.key]?.();
    if (!next) return;
    event.preventDefault();
    choose(next);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus());
  };
  return (
    <section className="sched-month">
      <MonthHead name={words.month} day={day} today={today} choose={choose} />
      <div ref={grid} className="sched-days" role="group" aria-label={words.month} onKeyDown={keys}>
        {words.week.map((name, index) => (
          <span key={index} className="pd-muted" aria-hidden="true">
            {name}
          </span>
        ))}
        {monthDays(day).map((each) => {
          const count = counts.get(each);
          const counted = count ? t('schedule.count', { count: count.open + count.done }) : '';
          return (
            <button
              key={each}
              type="button"
              tabIndex={each === day ? 0 : -1}
              aria-pressed={each === day}
              aria-current={each === today ? 'date' : undefined}
              aria-label={[words.full(each), counted].filter(Boolean).join(', ')}
              data-other={each.slice(0, 7) !== day.slice(0, 7) || undefined}
              onClick={() => choose(each)}
            >
              <span className="pd-number">{Number(each.slice(8))}</span>
              {lunar && <small className="pd-muted">{lunarDay(each)}</small>}
              {count && <i className={count.open > 0 ? 'sched-open' : 'sched-done'} />}
            </button>
          );
        })}
      </div>
    </section>
  );
}
