import { type InputProps, controlProps } from './input.ts';

/** Yes or no: a box that is ticked. */
export function FlagInput(props: InputProps) {
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      className="input-flag"
      checked={props.value === true}
      onChange={({ target }) => props.onChange?.(target.checked)}
    />
  );
}
