import { Icon } from './Icon.tsx';
import { Popover } from './Popover.tsx';
import { PopoverItem } from './PopoverItem.tsx';

interface ChoiceProps {
  /** Accessible name; also what is there while nothing is chosen. */
  label: string;
  value: string | undefined;
  options: readonly { value: string; text: string }[];
  set: (value: string) => void;
  className?: string;
  id?: string;
  disabled?: boolean;
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
}: ChoiceProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover
      {...(id && { buttonId: id })}
      className={`choice ${className}`}
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
        options.map((option) => (
          <PopoverItem
            key={option.value}
            checked={option.value === value}
            onClick={() => {
              close();
              set(option.value);
            }}
          >
            {option.text}
          </PopoverItem>
        ))
      }
    </Popover>
  );
}
