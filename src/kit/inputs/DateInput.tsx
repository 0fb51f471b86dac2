import { useId } from 'react';
import { preferences } from '../preferences.ts';
import { inputInstant, inputText } from '../ui/instantText.ts';
import { DateBox } from './dates/DateBox.tsx';
import { type InputProps, textOf } from './input.ts';

/** A day, or an instant as the wall clock of the chosen zone has it. */
export function DateInput({
  field,
  id,
  label = '',
  value,
  onChange,
  disabled = false,
  error,
  end,
  onEnter,
}: InputProps) {
  const { timeZone } = preferences();
  const own = useId();
  const isDay = field.kind === 'date';
  return (
    <DateBox
      id={id ?? own}
      label={label}
      value={isDay ? textOf(value) : inputText(textOf(value), timeZone)}
      time={!isDay}
      invalid={error !== undefined}
      disabled={disabled}
      describedBy={error}
      {...(end && { end })}
      {...(onEnter && { onEnter })}
      onChange={(wall) => onChange?.(wall && !isDay ? inputInstant(wall, timeZone) : wall)}
    />
  );
}
