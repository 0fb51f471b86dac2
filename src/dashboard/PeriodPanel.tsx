import { useState } from 'react';
import { instant } from '../../contract/field.ts';
import { parsePeriod } from '../../contract/period.ts';
import { DateInput } from '../kit/inputs/DateInput.tsx';
import { PopoverItem, useT } from '../kit/index.ts';

interface PeriodPanelProps {
  /** The text of what is chosen; empty for the first choice. */
  value: string;
  choices: readonly { value: string; text: string }[];
  set: (value: string) => void;
  close: () => void;
}

const END = instant();

/** Seconds without fractions, as periods are written. */
const whole = (end: string): string => end.replace(/\.000Z$/, 'Z');

/** Named periods, and one between two instants. */
export function PeriodPanel({ value, choices, set, close }: PeriodPanelProps) {
  const t = useT('widgets');
  const given = parsePeriod(value);
  const [from, setFrom] = useState(given?.from);
  const [to, setTo] = useState(given?.to);
  const text = from && to ? `${whole(from)}/${whole(to)}` : '';
  const isPeriod = parsePeriod(text) !== undefined;
  const choose = (next: string) => {
    close();
    set(next);
  };
  const end = (name: 'from' | 'to', at: string | undefined, change: (next: string | undefined) => void) => (
    <div className="dash-field dash-end">
      <label htmlFor={`period-${name}`}>{t(`variable.${name}`)}</label>
      <DateInput
        id={`period-${name}`}
        label={t(`variable.${name}`)}
        field={END}
        value={at}
        end={name === 'to'}
        onChange={(next) => change(typeof next === 'string' ? next : undefined)}
      />
    </div>
  );
  return (
    <div className="dash-periods">
      <div className="dash-period-list" role="group">
        {choices.map((choice) => (
          <PopoverItem
            key={choice.value}
            checked={choice.value === value}
            onClick={() => choose(choice.value)}
          >
            {choice.text}
          </PopoverItem>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isPeriod) choose(text);
        }}
      >
        {end('from', from, setFrom)}
        {end('to', to, setTo)}
        <p className="dash-problem" role="alert">
          {from && to && !isPeriod ? t('variable.noPeriod') : ''}
        </p>
        <footer>
          <button type="submit" className="pd-button pd-button-primary" disabled={!isPeriod}>
            {t('variable.apply')}
          </button>
        </footer>
      </form>
    </div>
  );
}
