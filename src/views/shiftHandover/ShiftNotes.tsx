import type { HandoverNote } from '../../../contract/shiftHandover.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import { formatInstant, openView, useT } from '../../kit/index.ts';
import { NoteText } from '../../resource/notes/NoteText.tsx';
import '../../resource/notes/notes.css';

/** What the giver wrote in the shift and where it was mentioned, the newest first. */
export function ShiftNotes({ notes }: { notes: readonly HandoverNote[] }) {
  const t = useT('orders');
  if (notes.length === 0) return null;
  return (
    <>
      <h3 className="line-title">
        {t('shiftHandover.notes')} <span className="pd-number">{notes.length}</span>
      </h3>
      <ul className="notes-list">
        {notes.map(({ id, kind, orderId, orderNo, author, at, body }) => (
          <li key={id} className="note">
            <p className="note-head">
              <b>{author}</b>
              <time className="pd-number pd-muted" dateTime={at}>
                {formatInstant(at)}
              </time>
              <button
                type="button"
                className="link-button pd-mono"
                onClick={() => void openView(kind, { anyId: orderNo, [LINKED_ROW]: orderId })}
              >
                {orderNo}
              </button>
            </p>
            <NoteText body={body} mentions={[]} />
          </li>
        ))}
      </ul>
    </>
  );
}
