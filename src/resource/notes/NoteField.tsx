import { type KeyboardEvent, useRef, useState } from 'react';
import { NOTE_LONGEST, noteLength } from '../../../contract/orderNote.ts';
import { Key, drafts, formatCount, useCaller, useT } from '../../kit/index.ts';
import { MentionList, optionId } from './MentionList.tsx';
import { useNoteFocus } from './noteFocus.ts';
import { useMention } from './useMention.ts';
import type { NoteTarget } from './useNotes.ts';

const SEND = 'mod+enter';
/** From here on the field says how much is left. */
const NEARLY = 200;
const NOWHERE = { current: null };

interface FieldProps {
  target: NoteTarget;
  /** Of the draft, which outlives the field. */
  draft: string;
  label: string;
  initial?: string;
  /** Takes the focus when the panel's key asks for it. */
  isMain?: boolean;
  /** Resolves once it is sent. */
  send: (body: string) => Promise<void>;
  /** Esc: the draft stays. */
  leave: () => void;
}

const textIn = (key: string): string | undefined => {
  const body = drafts.get(key)?.body;
  return typeof body === 'string' ? body : undefined;
};

/** A text with its draft, by person and field. */
function useDraft(name: string, initial: string): [string, (text: string) => void] {
  const key = `${useCaller().profile.id}/note/${name}`;
  const [text, setText] = useState(() => textIn(key) ?? initial);
  const set = (next: string): void => {
    setText(next);
    drafts.put(key, next === initial ? undefined : { body: next });
  };
  return [text, set];
}

/** Where a note is written: Ctrl+Enter sends it, Esc leaves it as a draft. */
export function NoteField({ target, draft, label, initial = '', isMain = false, send, leave }: FieldProps) {
  const t = useT('orders');
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(draft, initial);
  const mention = useMention(target, field, text, setText);
  const [isSending, setSending] = useState(false);
  useNoteFocus(isMain ? field : NOWHERE, (typed) => typed && setText(text + typed));
  const left = NOTE_LONGEST - noteLength(text);
  const isReady = text.trim() !== '' && left >= 0 && !isSending;

  async function submit(): Promise<void> {
    if (!isReady) return;
    setSending(true);
    try {
      await send(text);
      setText('');
    } catch {
      // The refusal is a toast, and the text stays.
    } finally {
      setSending(false);
    }
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (mention.press(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  }

  return (
    <div className="note-write">
      <textarea
        ref={field}
        className="pd-input note-field"
        rows={1}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={mention.people.length > 0 ? mention.listId : undefined}
        aria-activedescendant={
          mention.people.length > 0 ? optionId(mention.listId, mention.active) : undefined
        }
        placeholder={isMain ? t('notes.hint') : label}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          mention.look(currentTarget);
        }}
        onSelect={({ currentTarget }) => mention.look(currentTarget)}
        onBlur={mention.close}
        onKeyDown={press}
      />
      <MentionList {...mention} />
      {text !== '' && (
        <div className="note-send">
          {left < NEARLY && (
            <span className={left < 0 ? 'pd-down pd-number' : 'pd-muted pd-number'}>
              {t('notes.left', { count: left, shown: formatCount(left) })}
            </span>
          )}
          <button type="button" className="pd-button" disabled={!isReady} onClick={() => void submit()}>
            {t('notes.send')} <Key keys={SEND} />
          </button>
        </div>
      )}
    </div>
  );
}
