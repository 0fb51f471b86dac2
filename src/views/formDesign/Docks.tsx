import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textIn } from '../../../contract/forms/fields.ts';
import { type DrawnForm, fieldsOf, type FormVersionShown } from '../../../contract/forms/form.ts';
import { keptForm } from '../../../contract/forms/schema.ts';
import { State, call, currentLocale, formatInstant, useT } from '../../kit/index.ts';
import { createSubmission } from '../../resource/form/submission.ts';
import { changesOf } from './draft.ts';

const NOTE_MOST = 200;
const NAME_MOST = 100;

/** A call that is sent again under its key while nobody knows what became of it. */
export function useSend<A>(path: string, done: (answer: A) => void) {
  const [submission] = useState(createSubmission);
  return useMutation({
    async mutationFn(body: object) {
      try {
        return await call<A>(path, body, { customCatch: true, idempotencyKey: submission.keyOf(body) });
      } catch (fault) {
        submission.failed(fault);
        throw fault;
      }
    },
    onSuccess: done,
  });
}

/** What would be another for whoever fills the form in. */
function Changes({ before, after }: { before: DrawnForm | undefined; after: DrawnForm }) {
  const t = useT('develop');
  const language = currentLocale();
  const changes = changesOf(before ?? { sections: [] }, after);
  if (changes.length === 0) return <p className="pd-muted">{t('formDesign.noChanges')}</p>;
  return (
    <ul className="forms-changes plain-list">
      {changes.map(({ kind, field, names }) => (
        <li key={field.key} data-kind={kind}>
          <b>{textIn(field.title, language)}</b>
          <span className="pd-muted">{t(`formDesign.changes.${kind}`)}</span>
          {names.length > 0 && (
            <span>
              {names.map((name) => t(`formDesign.rules.${name === 'initial' ? 'initial' : name}`)).join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PublishDockProps {
  versions: readonly FormVersionShown[];
  form: DrawnForm;
  /** Keeps what is drawn first. */
  save: () => Promise<{ id: string; version: number } | undefined>;
  done: (formVersion: number) => void;
}

/** What would change, before anybody fills it in; orders keep the version that they were filled in by. */
export function PublishDock({ versions, form, save, done }: PublishDockProps) {
  const t = useT('develop');
  const [note, setNote] = useState('');
  const last = versions[0];
  const next = (last?.formVersion ?? 0) + 1;
  const { mutate, error, isPending } = useSend<{ formVersion: number }>('formDesign/publish', (answer) =>
    done(answer.formVersion),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = isPending ? undefined : await save();
    if (address) mutate({ ...address, note });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Changes before={last && keptForm(last.schema)} after={form} />
      <label className="sheet-field">
        {t('formDesign.note')}
        <input
          className="pd-input"
          value={note}
          maxLength={NOTE_MOST}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <p className="pd-muted">{t('formDesign.keepsTheirs')}</p>
      {error && <State kind="error" inline text={error.message} />}
      <button type="submit" className="pd-button pd-button-primary" disabled={isPending}>
        {t('formDesign.publishN', { n: next })}
      </button>
    </form>
  );
}

/** All versions, each with what it changed of the one before. */
export function VersionsDock({ versions }: { versions: readonly FormVersionShown[] }) {
  const t = useT('develop');
  const [open, setOpen] = useState<string>();
  if (versions.length === 0) return <State kind="empty" text={t('formDesign.noVersions')} />;
  return (
    <ol className="forms-versions plain-list" reversed>
      {versions.map((version, at) => {
        const form = keptForm(version.schema);
        const before = versions[at + 1];
        const by = [version.publishedBy, formatInstant(version.publishedAt)].filter(Boolean).join(' · ');
        return (
          <li key={version.id}>
            <button
              type="button"
              className="line-button forms-version"
              aria-expanded={open === version.id}
              onClick={() => setOpen(open === version.id ? undefined : version.id)}
            >
              <b className="pd-number">{t('formDesign.version', { n: version.formVersion })}</b>
              <span className="pd-muted">{t('formDesign.fieldCount', { count: fieldsOf(form).length })}</span>
              <span className="pd-muted pd-number">{by}</span>
            </button>
            {version.note && <p>{version.note}</p>}
            {open === version.id && <Changes before={before && keptForm(before.schema)} after={form} />}
          </li>
        );
      })}
    </ol>
  );
}

/** What a form is called, in the language of the screen. */
export function NameDock({ done }: { done: (id: string) => void }) {
  const t = useT('develop');
  const [name, setName] = useState('');
  const { mutate, error, isPending } = useSend<{ id: string }>('formDesign/add', ({ id }) => done(id));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && name.trim()) mutate({ name: name.trim(), purpose: 'manualOrder' });
      }}
    >
      <label className="sheet-field">
        {t('formDesign.fields.name')}
        <input
          className="pd-input"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
          value={name}
          maxLength={NAME_MOST}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {error && <State kind="error" inline text={error.message} />}
      <button type="submit" className="pd-button pd-button-primary" disabled={isPending || !name.trim()}>
        {t('formDesign.actions.add')}
      </button>
    </form>
  );
}
