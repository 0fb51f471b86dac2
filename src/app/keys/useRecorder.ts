import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chordsOf, isModifierKey } from '../../kit/commands/chord.ts';
import { STROKES_MOST } from '../../kit/commands/keymap.ts';

/** What an input method or a dead key makes of a key. */
const NO_KEY = /^(?:process|dead|unidentified)$/i;

interface Ends {
  /** Takes what was pressed; empty: the command has no key. */
  keep: (keys: string) => void;
  cancel: () => void;
}

/** Records keys as they are pressed: Enter takes them, Esc gives up, Backspace first takes back and then clears. */
export function useRecorder({ keep, cancel }: Ends) {
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Nothing that is pressed here is a command, nor closes the dialog.
    event.preventDefault();
    event.stopPropagation();
    if (isModifierKey(event.key) || NO_KEY.test(event.key)) return;
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (bare && event.key === 'Escape') return cancel();
    if (bare && event.key === 'Enter') return strokes.length > 0 ? keep(strokes.join(' ')) : cancel();
    if (bare && event.key === 'Backspace') {
      return strokes.length > 0 ? setStrokes(strokes.slice(0, -1)) : keep('');
    }
    const [chord] = chordsOf(event.nativeEvent);
    if (chord === undefined) return;
    setStrokes(strokes.length < STROKES_MOST ? [...strokes, chord] : [chord]);
  };
  return { box, keys: strokes.join(' '), onKeyDown };
}
