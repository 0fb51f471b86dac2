import { type KeyboardEvent, useState } from 'react';
import { readTime, timeShifted } from './days.ts';

interface TimeBoxProps {
  label: string;
  /** HH:mm. */
  value: string;
  invalid?: boolean;
  set: (value: string) => void;
}

const STEP = 15;

/** A time of day in 24 hours, as the rest of the product writes it: typed in any usual way, or moved by the arrows. */
export function TimeBox({ label, value, invalid = false, set }: TimeBoxProps) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    const time = readTime(typed ?? value);
    setTyped(undefined);
    if (time !== undefined && time !== value) set(time);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setTyped(undefined);
    set(timeShifted(readTime(typed ?? value) ?? value, step));
  };
  return (
    <input
      className="pd-input pd-number"
      inputMode="numeric"
      placeholder="00:00"
      maxLength={5}
      aria-label={label}
      aria-invalid={invalid}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={keys}
    />
  );
}
