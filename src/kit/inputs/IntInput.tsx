import type { IntField } from '../../../contract/field.ts';
import { type InputProps, controlProps, textOf } from './input.ts';

/** A whole number; emptied it is none. */
export function IntInput(props: InputProps<IntField>) {
  const { field, value, onChange } = props;
  return (
    <input
      {...controlProps(props)}
      className="pd-input pd-number"
      type="number"
      min={field.min ?? 0}
      max={field.maximum}
      value={textOf(value)}
      // Turned over a number that has the focus, the wheel would change it.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onChange={({ target }) => onChange?.(target.value === '' ? undefined : Number(target.value))}
    />
  );
}
