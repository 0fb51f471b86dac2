import type { Several } from '../../../contract/field.ts';
import { type DictOption, useDict } from '../data/dict.ts';
import { type InputProps, controlProps } from './input.ts';
import { PickList } from './PickList.tsx';

type Value = string | number;

interface Option {
  value: Value;
  text: string;
}

/** More than these are picked from a list, not laid out. */
const LAID_OUT = 8;

/** What is ticked, in the order of what there is; undefined where nothing is. */
const inOrder = (options: readonly Option[], list: readonly unknown[]): Value[] | undefined => {
  const chosen = options.map(({ value }) => value).filter((value) => list.includes(value));
  return chosen.length > 0 ? chosen : undefined;
};

function Ticks({ options, ...props }: InputProps & { options: readonly Option[] }) {
  const { id, label, value, disabled, onChange, error } = props;
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  if (options.length > LAID_OUT)
    return (
      <PickList
        {...controlProps(props)}
        mode="multiple"
        options={options.map((each) => ({ value: each.value, label: each.text }))}
        showSearch={{ optionFilterProp: 'label' }}
        value={list}
        onChange={(next) => onChange?.(inOrder(options, next as unknown[]))}
      />
    );
  return (
    <span className="input-radios" id={id} role="group" aria-label={label} aria-describedby={error}>
      {options.map((each) => (
        <label key={each.value}>
          <input
            type="checkbox"
            className="grid-check"
            disabled={disabled}
            checked={list.includes(each.value)}
            onChange={({ target }) =>
              onChange?.(
                inOrder(
                  options,
                  target.checked ? [...list, each.value] : list.filter((other) => other !== each.value),
                ),
              )
            }
          />
          {each.text}
        </label>
      ))}
    </span>
  );
}

const itemOf = ({ value, label }: DictOption): Option => ({ value, text: label });

function Items({ dict, ...props }: InputProps & { dict: string }) {
  return <Ticks {...props} options={useDict(dict).map(itemOf)} />;
}

/** Several of a few: boxes to tick, or a list where there are many. */
export function SeveralInput({ several, ...props }: InputProps & { several: Several }) {
  if ('dict' in several) return <Items {...props} dict={several.dict} />;
  const { choiceText = (value: string) => value } = props;
  const options = several.choices.map((value) => ({ value, text: choiceText(value) }));
  return <Ticks {...props} options={options} />;
}
