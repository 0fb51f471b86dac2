import { useAtomValue } from 'jotai';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type Measure, type MeasureAnswer } from '../../../contract/measure.ts';
import { langTag } from '../../../contract/locales.ts';
import { localeAtom } from '../i18n/locale.ts';
import { useFigures } from '../widgetHost.ts';
import { formatMeasure, heightOf, plainMeasure } from './measureText.ts';

const HOURS = 24;
const DAYS = 7;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Px of a cell from which its figure is legible in it. */
const LEGIBLE = { width: 34, height: 22 };
/** Share of the most from which the ground is darker than its text. */
const DARK = 0.55;

interface HeatMapProps {
  label: string;
  measure: Measure;
  currency: string;
  data: MeasureAnswer;
  /** Px of the whole. */
  height: number;
  width: number;
}

/** The names of the days of a week, Monday first. */
function useDays(): string[] {
  const locale = useAtomValue(localeAtom);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(langTag(locale), { weekday: 'short', timeZone: 'UTC' });
    return Array.from({ length: DAYS }, (_, day) => format.format(MONDAY + day * DAY_MS));
  }, [locale]);
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

const hours = Array.from({ length: HOURS }, (_, hour) => hour);

function useHeatFigures(
  { data, measure }: Pick<HeatMapProps, 'data' | 'measure'>,
  days: readonly string[],
): void {
  useFigures(
    useMemo(
      () => ({
        head: ['', ...hours.map(hourText)],
        rows: days.map((day, row) => [
          day,
          ...hours.map((hour) => plainMeasure(data.steps[row * HOURS + hour]?.values[measure.id])),
        ]),
      }),
      [data, days, measure],
    ),
  );
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** What fits into a cell of a value. */
function cellText(measure: Measure, height: number | null): string {
  if (height === null || height === 0) return '';
  return measure.kind === 'rate' ? String(Math.round(height * 100)) : short.format(height);
}

interface HeatCellProps {
  name: string;
  /** Of the most, 0 to 1. */
  share: number;
  text: string;
  current: boolean;
  focus: () => void;
}

function HeatCell({ name, share, text, current, focus }: HeatCellProps) {
  return (
    <td
      tabIndex={current ? 0 : -1}
      onFocus={focus}
      className={`pd-number${share > DARK ? ' heat-high' : ''}`}
      style={{ '--heat': `${Math.round(share * 100)}%` } as CSSProperties}
      title={name}
      aria-label={name}
    >
      {text}
    </td>
  );
}

/** A measure by hour and weekday: the darker the more. The arrows go from cell to cell. */
export function HeatMap({ label, measure, currency, data, height, width }: HeatMapProps) {
  const days = useDays();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(0);
  const values = data.steps.map((step) => step.values[measure.id]);
  const heights = values.map(heightOf);
  const most = Math.max(0, ...heights.map((each) => each ?? 0));
  useHeatFigures({ data, measure }, days);
  const isLegible = width / HOURS >= LEGIBLE.width && height / DAYS >= LEGIBLE.height;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: HOURS, ArrowUp: -HOURS }[event.key];
    const next = at + (step ?? 0);
    if (step === undefined || next < 0 || next >= HOURS * DAYS) return;
    event.preventDefault();
    setAt(next);
    grid.current?.querySelectorAll<HTMLElement>('td')[next]?.focus();
  };
  return (
    <table ref={grid} className="heat" aria-label={label} onKeyDown={move}>
      <thead>
        <tr>
          <th aria-hidden="true" />
          {hours.map((hour) => (
            <th key={hour} scope="col" className="pd-number">
              {hour % (isLegible ? 1 : 3) === 0 ? hourText(hour) : ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, row) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {hours.map((hour) => {
              const index = row * HOURS + hour;
              const tall = heights[index] ?? null;
              return (
                <HeatCell
                  key={hour}
                  name={`${day} ${hourText(hour)}:00 · ${formatMeasure(measure, values[index], currency)}`}
                  share={most === 0 ? 0 : (tall ?? 0) / most}
                  text={isLegible ? cellText(measure, tall) : ''}
                  current={index === at}
                  focus={() => setAt(index)}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
