import { Choice } from '../ui/Choice.tsx';
import { DictTag } from '../ui/DictTag.tsx';
import { type InputProps, controlProps } from './input.ts';
import { PickList } from './loaded.ts';

type Value = string | number;

interface OptionInputProps extends InputProps {
  options: readonly { value: Value; text: string }[];
  /** Whose items they are, to be shown as its tags. */
  dict?: string;
  /** How many there are when all are offered: the control stays what it was when the offer arrives. */
  count?: number;
}

/** More options than these are picked from a list, not laid out. */
const LAID_OUT = 6;

function Radios({ id, label, value, onChange, options, disabled, render, dict }: OptionInputProps) {
  return (
    <span
      className={render === 'tag' ? 'input-radios input-tags' : 'input-radios'}
      id={id}
      role="radiogroup"
      aria-label={label}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={id}
            disabled={disabled}
            checked={String(value ?? '') === String(option.value)}
            onChange={() => onChange?.(option.value)}
          />
          {render === 'tag' && dict !== undefined ? (
            <DictTag dict={dict} value={option.value} />
          ) : (
            option.text
          )}
        </label>
      ))}
    </span>
  );
}

/** One of two: the first is what a tick says. */
function Tick({ value, onChange, options, ...props }: OptionInputProps) {
  const [ticked, cleared] = options;
  return (
    <label className="input-tick">
      <input
        {...controlProps(props)}
        type="checkbox"
        className="grid-check"
        checked={String(value ?? '') === String(ticked?.value)}
        onChange={({ target }) => onChange?.((target.checked ? ticked : cleared)?.value)}
      />
      {ticked?.text}
    </label>
  );
}

/** The product's own list; what need not be given can be emptied, but for a setting, which always has a value. */
function Menu(props: OptionInputProps) {
  const { field, id, label = '', value, onChange, options, render } = props;
  const listed = options.map((option) => ({ ...option, value: String(option.value) }));
  return (
    <Choice
      {...(id && { id })}
      label={label}
      value={String(value ?? '')}
      options={render === 'menu' || field.required ? listed : [{ value: '', text: '–' }, ...listed]}
      set={(chosen) => onChange?.(options.find((each) => String(each.value) === chosen)?.value)}
      disabled={props.disabled === true}
      error={props.error}
    />
  );
}

/** One of several values, in the way that the caller has room for. */
export function OptionInput(props: OptionInputProps) {
  const { field, value, onChange, options, render = 'select' } = props;
  if (render === 'menu') return <Menu {...props} />;
  if (render === 'checkbox' && options.length === 2) return <Tick {...props} />;
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
  return <Menu {...props} />;
}
