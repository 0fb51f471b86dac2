import { useState } from 'react';
import { type Colleague, mentionsIn } from '../../../contract/orderNote.ts';
import { useT } from '../../kit/index.ts';
import { undisguised } from './undisguised.ts';

/** Characters that are shown before the rest is asked for. */
const SHORTENED = 600;

/** The text cut at the people whom it mentions. */
function partsOf(
  body: string,
  mentions: readonly Colleague[],
): { at: number; text: string; isPerson: boolean }[] {
  const known = new Set(mentions.map(({ account }) => account));
  const parts: { at: number; text: string; isPerson: boolean }[] = [];
  let at = 0;
  for (const mention of mentionsIn(body).filter(({ account }) => known.has(account))) {
    const end = mention.at + mention.account.length + 1;
    parts.push({ at, text: body.slice(at, mention.at), isPerson: false });
    parts.push({ at: mention.at, text: body.slice(mention.at, end), isPerson: true });
    at = end;
  }
  return [...parts, { at, text: body.slice(at), isPerson: false }];
}

/** What somebody wrote, as text whatever it holds; its direction reaches nothing around it. */
export function NoteText({ body, mentions }: { body: string; mentions: readonly Colleague[] }) {
  const t = useT('orders');
  const [isWhole, setWhole] = useState(false);
  const isLong = body.length > SHORTENED;
  const shown = isLong && !isWhole ? `${body.slice(0, SHORTENED).trimEnd()}…` : body;
  return (
    <>
      <p className="note-text" dir="auto">
        {partsOf(shown, mentions).map(({ at, text, isPerson }) =>
          isPerson ? (
            <b key={at} className="note-mention">
              {text}
            </b>
          ) : (
            undisguised(text)
          ),
        )}
      </p>
      {isLong && (
        <button type="button" className="link-button" onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'notes.brief' : 'notes.whole')}
        </button>
      )}
    </>
  );
}
