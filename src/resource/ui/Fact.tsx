import type { ReactNode } from 'react';

/** One line of a list of facts: what it is called and what it is; a long one takes the whole width. */
export function Fact({
  label,
  long = false,
  mono = false,
  children,
}: {
  label: string;
  long?: boolean;
  mono?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={long ? 'fact fact-long' : 'fact'}>
      <dt>{label}</dt>
      <dd className={mono ? 'pd-mono' : undefined}>{children}</dd>
    </div>
  );
}
