import { Fragment } from 'react';

/** An address, broken between its parts rather than within a word. */
export function Address({ text }: { text: string }) {
  return text.split(/(?<=[/?&=.:])(?![/?&=.:])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
