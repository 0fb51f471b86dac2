import { type RefObject, useEffect, useRef, useState } from 'react';
import { Key, useT } from '../../kit/index.ts';
import { pasteLines } from './pasteLines.ts';

const TYPING_MS = 300;
const LEAVES = new Set(['Enter', 'ArrowDown']);

interface AnyIdProps {
  value: string;
  onChange: (value: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  /** From the box into the list: to its first row, or back to the row of before. */
  onEnter?: (first: boolean) => void;
  /** What it looks for. */
  hint: string;
}

/** The box that finds a row by any of its numbers. */
export function AnyId({ value, onChange, box, onEnter, hint }: AnyIdProps) {
  const [text, setText] = useState(value);
  const t = useT('grid');
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <span className="any-id">
      <input
        ref={box}
        className="pd-input"
        type="search"
        aria-label={hint}
        placeholder={hint}
        title={`${hint} · ${t('filter.focus')}`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const next = pasteLines(event);
          if (next !== undefined) setText(next);
        }}
        onKeyDown={(event) => {
          const back = event.key === 'Escape';
          if (!(back || LEAVES.has(event.key))) return;
          // What is open beside the list stays: this Esc is the box's.
          event.preventDefault();
          const next = back ? '' : text.trim();
          setText(next);
          if (next !== value) onChange(next);
          onEnter?.(!back);
        }}
      />
      {text === '' && <Key keys="/" />}
    </span>
  );
}
