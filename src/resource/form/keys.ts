import type { KeyboardEvent } from 'react';

/**
 * A line of text sends the form; lists, switches and texts of many lines have a use of their own for Enter, and send
 * it with Ctrl.
 */
const sends = ({ target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || (target as Element).matches('input:not([role="combobox"], [type="checkbox"])');

const isChord = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);

/** A list with nothing typed in it, which would open by the keys that send the form. */
const restsOnList = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.role === 'combobox' && target.value === '';

/** The keys of a form: handlers for its element. */
export function formKeys(submit: () => void, leave: () => void) {
  const onKeyDown = (event: KeyboardEvent): void => {
    // What is typed in a list is picked by the same keys first.
    if (event.defaultPrevented && !isChord(event)) return;
    const act = event.key === 'Escape' ? leave : event.key === 'Enter' && sends(event) && submit;
    if (!act || event.repeat) return;
    event.preventDefault();
    act();
  };
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (!isChord(event) || !restsOnList(event)) return;
    event.stopPropagation();
    onKeyDown(event);
  };
  return { onKeyDown, onKeyDownCapture };
}
