import { Choice } from '../ui/Choice.tsx';
import { type InputProps, controlProps } from './input.ts';
import { PickList } from './loaded.ts';

type Value = string | number;

interface OptionInputProps extends InputProps {
  options: readonly { value: Value; text: string }[];
  /** How many there are when all are offered: the control stays what it was when the offer arrives. */
  count?: number;
}

/** More options than these are picked from a list, not laid out. */
const LAID_OUT = 6;

function Radios({ id, label, value, onChange, options, disabled }: OptionInputProps) {
  return (
    <span className="input-radios" id={id} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={id}
            disabled={disabled}
            checked={String(value ?? '') === String(option.value)}
            onChange={() => onChange?.(option.value)}
          />
          {option.text}
        </label>
      ))}
    </span>
  );
}

/** One of several values, in the way that the caller has room for. */
export function OptionInput(props: OptionInputProps) {
  const { field, id, label = '', value, onChange, options, render = 'select' } = props;
  const text = String(value ?? '');
  const choose = (chosen: string) => onChange?.(options.find((each) => String(each.value) === chosen)?.value);
  if (render === 'menu') {
    const listed = options.map((option) => ({ ...option, value: String(option.value) }));
    return (
      <Choice
        {...(id && { id })}
        label={label}
        value={text}
        options={listed}
        set={choose}
        disabled={props.disabled === true}
      />
    );
  }
  if (render === 'select')
    return (
      <PickList
        {...controlProps(props)}
        required={field.required}
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        onChange={onChange}
        options={options.map((option) => ({ value: option.value, label: option.text }))}
      />
    );
  if ((props.count ?? options.length) <= LAID_OUT) return <Radios {...props} />;
  return (
    <select
      {...controlProps(props)}
      className="pd-input"
      value={text}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">–</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
