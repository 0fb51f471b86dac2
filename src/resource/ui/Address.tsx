import { Fragment } from 'react';

/** An address, whole where it is kept as a path of this server, broken between its parts rather than within a word. */
export function Address({ text }: { text: string }) {
  const whole = text.startsWith('/') ? new URL(text, location.origin).href : text;
  return whole.split(/(?<=[/?&=.:])(?![/?&=.:])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
