import { type ReactNode, useId } from 'react';

interface FormLineProps {
  label: string;
  /** The control, which takes the id that its label names. */
  children: (id: string) => ReactNode;
}

/** A label over its control, for forms that draw something rather than edit a row. */
export function FormLine({ label, children }: FormLineProps) {
  const id = useId();
  return (
    <div className="sheet-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
