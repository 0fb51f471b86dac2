import { type FormEvent, useState } from 'react';
import { useT } from '../../src/kit/index.ts';
import { proposedEnd } from './days.ts';

export interface EntryValues {
  startTime: string;
  endTime: string;
  content: string;
}

interface EntryFormProps {
  initial: EntryValues;
  submitText: string;
  /** Resolves with true once it is kept. */
  submit: (values: EntryValues) => Promise<boolean>;
  cancel?: () => void;
}

const LONGEST = 500;

/** From when to when, and what. */
export function EntryForm({ initial, submitText, submit, cancel }: EntryFormProps) {
  const t = useT('widgets');
  const [values, setValues] = useState(initial);
  const [busy, setBusy] = useState(false);
  const { startTime, endTime, content } = values;
  const isLate = endTime <= startTime;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isLate || content.trim() === '') return;
    setBusy(true);
    const kept = await submit({ ...values, content: content.trim() });
    setBusy(false);
    if (kept && !cancel) setValues({ ...values, content: '' });
  };
  return (
    <form
      className="sched-form"
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && cancel) cancel();
      }}
    >
      <input
        className="pd-input"
        aria-label={t('schedule.content')}
        placeholder={t('schedule.content')}
        maxLength={LONGEST}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- editing was asked for by a press on its button
        autoFocus={cancel !== undefined}
        value={content}
        onChange={({ target }) => setValues({ ...values, content: target.value })}
      />
      <span className="sched-times">
        <input
          className="pd-input pd-number"
          type="time"
          aria-label={t('schedule.start')}
          value={startTime}
          onChange={({ target }) =>
            target.value &&
            setValues({ ...values, startTime: target.value, endTime: proposedEnd(target.value) })
          }
        />
        –
        <input
          className="pd-input pd-number"
          type="time"
          aria-label={t('schedule.end')}
          aria-invalid={isLate}
          value={endTime}
          onChange={({ target }) => target.value && setValues({ ...values, endTime: target.value })}
        />
        <button type="submit" className="pd-button" disabled={busy || isLate || content.trim() === ''}>
          {submitText}
        </button>
        {cancel && (
          <button type="button" className="dash-quiet" onClick={cancel}>
            {t('dialog.cancel')}
          </button>
        )}
      </span>
      {isLate && (
        <p role="alert" className="sched-problem">
          {t('schedule.late')}
        </p>
      )}
    </form>
  );
}
