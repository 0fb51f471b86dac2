import { lookAlikeText } from './lookAlikeText.ts';

/** A name; one with letters that people take for others has a mark that says which. */
export function NameText({ text }: { text: string }) {
  const hint = lookAlikeText(text);
  if (hint === undefined) return text;
  return (
    <>
      {text} <i className="look-alike" role="img" aria-label={hint} title={hint} />
    </>
  );
}
