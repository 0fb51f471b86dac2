import { useState } from 'react';
import { STATEMENT_FILES } from './names.ts';
import './dropFile.css';

interface DropFileProps {
  file: File | undefined;
  /** What it says while there is none. */
  ask: string;
  note: string;
  take: (file: File) => void;
}

/** Takes a statement that is dropped on it, or chosen. */
export function DropFile({ file, ask, note, take }: DropFileProps) {
  const [over, setOver] = useState(false);
  const given = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) take(first);
  };
  return (
    <label
      className={`upload-drop${over ? ' upload-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        given(event.dataTransfer.files);
      }}
    >
      <input type="file" accept={STATEMENT_FILES} onChange={({ target }) => given(target.files)} />
      <b>{file?.name ?? ask}</b>
      <span className="pd-muted">{note}</span>
    </label>
  );
}
