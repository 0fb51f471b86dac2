import { Fragment } from 'react';
import { partsOf } from './find.ts';

/** A text in which what was looked for stands out. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return partsOf(text, terms).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  );
}
