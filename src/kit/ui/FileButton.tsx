import { type ReactNode, useRef } from 'react';

interface Props {
  label: string;
  /** Extensions and types, as the browser's own dialog filters by them. */
  accept: string;
  /** Takes the file that was picked. */
  take: (file: File) => void;
  /** In front of the label. */
  children?: ReactNode;
}

/** A button that asks for a file; the same file can be picked again. */
export function FileButton({ label, accept, take, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="pd-button" onClick={() => input.current?.click()}>
        {children}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [given] = event.target.files ?? [];
          event.target.value = '';
          if (given) take(given);
        }}
      />
    </>
  );
}

/** What exported files are read back as. */
export const JSON_FILES = '.json,application/json';
