import { Select } from 'antd';
import type { ComponentProps, KeyboardEvent } from 'react';
import { Icon } from '../ui/Icon.tsx';

type PickListProps = Omit<ComponentProps<typeof Select>, 'allowClear'> & {
  /** Must have a value: nothing empties it. */
  required?: boolean | undefined;
};

/** What empties a list is for the pointer: between two fields it would take the keys that are meant for the next. */
const outOfTabs = (icon: HTMLElement | null): void => icon?.closest('button')?.setAttribute('tabindex', '-1');

const CLEAR = {
  clearIcon: (
    <span ref={outOfTabs}>
      <Icon name="close" />
    </span>
  ),
};

/** A list to pick from; Backspace empties it where it may be empty. */
export function PickList({ required = false, ...rest }: PickListProps) {
  const { mode, onChange } = rest;
  const empties = (event: KeyboardEvent): void => {
    const typed = event.target instanceof HTMLInputElement ? event.target.value : '';
    // Of several the list itself takes the last one away.
    if (required || mode === 'multiple' || event.key !== 'Backspace' || typed !== '') return;
    onChange?.(undefined, undefined);
  };
  const isWrong = rest['aria-invalid'] === true;
  return (
    <Select
      {...rest}
      {...(isWrong && { status: 'error' })}
      suffixIcon={<Icon name="down" size={12} />}
      allowClear={required ? false : CLEAR}
      onInputKeyDown={empties}
    />
  );
}
