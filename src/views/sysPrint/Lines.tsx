import { useState } from 'react';
import { FormLine } from '../../resource/ui/FormLine.tsx';

interface NumberLineProps {
  label: string;
  value: number;
  least?: number;
  most?: number;
  set: (value: number) => void;
}

/** A number that is taken as it is typed while it lies within its limits; what does not is dropped on the way out. */
export function NumberLine({ label, value, least = 0, most, set }: NumberLineProps) {
  const [typed, setTyped] = useState<string>();
  const fits = (number: number) => number >= least && (most === undefined || number <= most);
  return (
    <FormLine label={label}>
      {(id) => (
        <input
          id={id}
          className="pd-input pd-number"
          type="number"
          min={least}
          max={most}
          step={0.5}
          value={typed ?? value}
          aria-invalid={typed !== undefined && !fits(Number(typed))}
          onChange={({ target }) => {
            setTyped(target.value);
            if (Number.isFinite(target.valueAsNumber) && fits(target.valueAsNumber))
              set(target.valueAsNumber);
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </FormLine>
  );
}

export function TextLine({
  label,
  value,
  rows = 2,
  set,
}: {
  label: string;
  value: string;
  rows?: number;
  set: (value: string) => void;
}) {
  return (
    <FormLine label={label}>
      {(id) => (
        <textarea
          id={id}
          className="pd-input"
          rows={rows}
          maxLength={500}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FormLine>
  );
}
