import { Fragment } from 'react';
import { Icon } from './Icon.tsx';
import { Popover } from './Popover.tsx';
import { PopoverItem } from './PopoverItem.tsx';

interface ChoiceProps {
  /** Accessible name; also what is there while nothing is chosen. */
  label: string;
  value: string | undefined;
  /** Those of one group come after each other, under its name. */
  options: readonly { value: string; text: string; group?: string | undefined }[];
  set: (value: string) => void;
  className?: string;
  id?: string;
  disabled?: boolean;
  /** Id of the message that says why what is chosen is refused; present only while it is. */
  error?: string | undefined;
}

/** One of a few, in the product's own dress: a button that says what is chosen, and the list under it. */
export function Choice({
  label,
  value,
  options,
  set,
  className = 'pd-input',
  id,
  disabled = false,
  error,
}: ChoiceProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover
      {...(id && { buttonId: id })}
      className={`choice ${className}${error ? ' choice-wrong' : ''}`}
      describedBy={error}
      label={chosen ? `${label}: ${chosen.text}` : label}
      title={label}
      disabled={disabled}
      role="menu"
      face={
        <>
          <span className={chosen ? '' : 'pd-muted'}>{chosen?.text ?? label}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {(close) =>
        options.map((option, at) => (
          <Fragment key={option.value}>
            {option.group && option.group !== options[at - 1]?.group && (
              <div role="presentation" className="pop-heading">
                {option.group}
              </div>
            )}
            <PopoverItem
              checked={option.value === value}
              onClick={() => {
                close();
                set(option.value);
              }}
            >
              {option.text}
            </PopoverItem>
          </Fragment>
        ))
      }
    </Popover>
  );
}
