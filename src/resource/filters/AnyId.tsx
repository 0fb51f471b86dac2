import { type RefObject, useEffect, useRef, useState } from 'react';
import { Key, useT } from '../../kit/index.ts';

const TYPING_MS = 300;

interface AnyIdProps {
  value: string;
  onChange: (value: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  /** What it looks for. */
  hint: string;
}

/** The box that finds a row by any of its numbers. */
export function AnyId({ value, onChange, box, hint }: AnyIdProps) {
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
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text.trim());
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {text === '' && <Key keys="/" />}
    </span>
  );
}
