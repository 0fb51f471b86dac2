import { type RefObject, useRef, useState } from 'react';
import { NOTE_CORRECTABLE_MS, type OrderNote } from '../../../contract/orderNote.ts';
import { formatInstant, preferences, serverNow, toast, translate, useCaller, useT } from '../../kit/index.ts';
import { instantText } from '../../kit/ui/instantText.ts';
import { NoteField } from './NoteField.tsx';
import { NoteText } from './NoteText.tsx';
import { changeNotes, type NoteTarget, useNotes } from './useNotes.ts';
import './notes.css';

const isCorrectable = ({ at }: OrderNote): boolean => Date.parse(at) + NOTE_CORRECTABLE_MS > serverNow();

async function withdraw(target: NoteTarget, noteId: string): Promise<void> {
  await changeNotes('withdraw', target, { noteId }).then(
    () => toast.success(translate('orders:notes.withdrawn')),
    // A refusal has been a toast.
    () => undefined,
  );
}

/** What a note was before its author changed it. */
function Former({ note }: { note: OrderNote }) {
  const t = useT('orders');
  if (note.former.length === 0) return null;
  return (
    <details className="note-former">
      <summary>{t(note.status === 'withdrawn' ? 'notes.formerWithdrawn' : 'notes.formerCorrected')}</summary>
      {note.former.map(({ at, body }) => (
        <div key={at}>
          <time className="pd-number pd-muted" dateTime={at}>
            {formatInstant(at)}
          </time>
          {body !== null && <NoteText body={body} mentions={[]} />}
        </div>
      ))}
    </details>
  );
}

interface NoteProps {
  note: OrderNote;
  target: NoteTarget;
  /** Where the focus goes when a correction is left. */
  section: RefObject<HTMLElement | null>;
}

/** What its author can do about it. */
function Own({ note, target, correct }: Omit<NoteProps, 'section'> & { correct: () => void }) {
  const t = useT('orders');
  return (
    <span className="note-own">
      {isCorrectable(note) && (
        <button type="button" className="link-button" onClick={correct}>
          {t('notes.correct')}
        </button>
      )}
      <button type="button" className="link-button" onClick={() => void withdraw(target, note.id)}>
        {t('notes.withdraw')}
      </button>
    </span>
  );
}

function Note({ note, target, section }: NoteProps) {
  const t = useT('orders');
  const { can, profile } = useCaller();
  const [isOpen, setOpen] = useState(false);
  const { author, body, mentions, status } = note;
  const isMine = author.id === profile.id && can('orderNote:write') && body !== null;
  const close = () => {
    setOpen(false);
    section.current?.focus();
  };
  return (
    <li className="note" data-note={status}>
      <p className="note-head">
        <b title={author.account}>{author.realName || author.account}</b>
        <time className="pd-number pd-muted" dateTime={note.at} title={formatInstant(note.at, 'full')}>
          {instantText(note.at, preferences().timeZone, serverNow())}
        </time>
        {status !== 'written' && (
          <span
            className="pd-muted"
            title={note.changedAt ? formatInstant(note.changedAt, 'full') : undefined}
          >
            {t(`notes.status.${status}`)}
          </span>
        )}
        {isMine && !isOpen && <Own note={note} target={target} correct={() => setOpen(true)} />}
      </p>
      {isOpen && body !== null ? (
        <NoteField
          target={target}
          draft={note.id}
          label={t('notes.correct')}
          initial={body}
          send={async (text) => {
            await changeNotes('correct', target, { noteId: note.id, body: text });
            close();
          }}
          leave={close}
        />
      ) : (
        body !== null && <NoteText body={body} mentions={mentions} />
      )}
      <Former note={note} />
    </li>
  );
}

interface NotesProps {
  target: NoteTarget;
  visible: boolean;
  /** Gives the keyboard back to the list. */
  leave?: (() => void) | undefined;
}

/** The notes of the staff on an order, and where the next one is written. */
export function Notes({ target, visible, leave }: NotesProps) {
  const t = useT('orders');
  const { can } = useCaller();
  const section = useRef<HTMLElement>(null);
  const notes = useNotes(target, visible);
  if (!can('orderNote:page')) return null;
  return (
    <section ref={section} className="notes" tabIndex={-1} aria-label={t('notes.title')}>
      <h3 className="line-title">
        {t('notes.title')}
        {notes.length > 0 && <span className="pd-number"> {notes.length}</span>}
      </h3>
      {notes.length > 0 && (
        <ul className="notes-list">
          {notes.map((note) => (
            <Note key={note.id} note={note} target={target} section={section} />
          ))}
        </ul>
      )}
      {can('orderNote:write') && (
        <NoteField
          key={target.id}
          target={target}
          draft={`${target.subject}/${target.id}`}
          label={t('notes.write')}
          isMain
          send={(body) => changeNotes('write', target, { body })}
          leave={leave ?? (() => section.current?.focus())}
        />
      )}
    </section>
  );
}
