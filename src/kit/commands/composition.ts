import { isTyping } from './typing.ts';

/** Longer than an engine takes from the end of a composition to the key that ended it, shorter than a finger from key to key. */
const SAME_KEY_MS = 25;

/** What ends a composition; of these one that comes right after it was meant for the input method. */
const ENDS = new Set(['Enter', 'Escape', ' ', 'Tab']);

/**
 * Keeps from everybody the keys that an input method takes: they spell, pick a candidate or end what is composed, and
 * send, search or choose nothing. Heard before any handler of ours, of React or of a library, since this is the first
 * capturing listener of the window: an input cannot forget to ask. What the browser itself does with the key stays.
 *
 * Chromium and Firefox mark such a key by `isComposing`. WebKit ends the composition first and sends its key afterwards,
 * unmarked but with the code 229. A letter that is 229 outside of a text is a key like any other: with an input method
 * switched on, the letters of commands come like that. @returns its undo
 */
export function guardComposition(target: Window): () => void {
  let endedAt = Number.NEGATIVE_INFINITY;
  const end = ({ timeStamp }: Event): void => {
    endedAt = timeStamp;
  };
  const guard = (event: KeyboardEvent): void => {
    const isOfMethod = event.isComposing || (event.keyCode === 229 && isTyping(event.target));
    const isOfEnd = ENDS.has(event.key) && Math.abs(event.timeStamp - endedAt) < SAME_KEY_MS;
    if (isOfMethod || isOfEnd) event.stopImmediatePropagation();
  };
  target.addEventListener('compositionend', end, true);
  target.addEventListener('keydown', guard, true);
  return () => {
    target.removeEventListener('compositionend', end, true);
    target.removeEventListener('keydown', guard, true);
  };
}
