import { type FormEvent, useState } from 'react';
import { useT } from '../../src/kit/index.ts';
import { isOvernight, proposedEnd } from './days.ts';
import { TimeBox } from './TimeBox.tsx';

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

/** What is to be known of the times. */
function Remarks({ startTime, endTime }: Pick<EntryValues, 'startTime' | 'endTime'>) {
  const t = useT('widgets');
  if (endTime === startTime)
    return (
      <p role="alert" className="sched-problem">
        {t('schedule.late')}
      </p>
    );
  if (!isOvernight({ startTime, endTime })) return null;
  return (
    <p role="status" className="sched-note pd-muted">
      {t('schedule.overnight')}
    </p>
  );
}

/** From when to when, and what. */
export function EntryForm({ initial, submitText, submit, cancel }: EntryFormProps) {
  const t = useT('widgets');
  const [values, setValues] = useState(initial);
  const [busy, setBusy] = useState(false);
  const { startTime, endTime, content } = values;
  const isEmpty = endTime === startTime;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isEmpty || content.trim() === '') return;
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
        <TimeBox
          label={t('schedule.start')}
          value={startTime}
          set={(start) => setValues({ ...values, startTime: start, endTime: proposedEnd(start) })}
        />
        –
        <TimeBox
          label={t('schedule.end')}
          invalid={isEmpty}
          value={endTime}
          set={(end) => setValues({ ...values, endTime: end })}
        />
        <button
          type="submit"
          className="pd-button"
          disabled={busy || isEmpty || content.trim() === ''}
          title={content.trim() === '' ? t('schedule.what') : undefined}
        >
          {submitText}
        </button>
        {cancel && (
          <button type="button" className="dash-quiet" onClick={cancel}>
            {t('dialog.cancel')}
          </button>
        )}
      </span>
      <Remarks {...values} />
    </form>
  );
}
