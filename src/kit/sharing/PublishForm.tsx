import { ConfigProvider } from 'antd';
import { type FormEvent, useState } from 'react';
import { type Field, flag, text } from '../../../contract/field.ts';
import { type LayoutKind, type Publication, type PublishedLayout, layoutApi } from '../data/layout.ts';
import { useT } from '../i18n/i18n.ts';
import { FieldInput } from '../inputs/FieldInput.tsx';
import { Choice } from '../ui/Choice.tsx';
import { toast } from '../ui/toast.ts';
import { type Audience, AudienceInput, audienceIds, isChosen } from './AudienceInput.tsx';
import './sharing.css';

interface PublishFormProps {
  kind: LayoutKind;
  name: string;
  /** What others get; asked for when it is published. */
  body: () => Promise<string>;
  /** The person's own publications, whose next version it may be. */
  mine: readonly PublishedLayout[];
  /** The list of what is published has changed. */
  refresh: () => Promise<unknown>;
  done: () => void;
}

const NAME = text({ required: true, max: 60 });
const DEFAULT = flag({ required: true });

interface Draft {
  /** Of the publication whose next version it is; empty for a new one. */
  target: string;
  name: string;
  audience: Audience;
  isDefault: boolean;
}

function draftOf({ id, name, roleId, orgId, isDefault }: PublishedLayout): Draft {
  const audience: Audience = orgId === null ? { kind: 'role', id: roleId } : { kind: 'org', id: orgId };
  return { target: id, name, audience, isDefault };
}

function publicationOf(draft: Draft, known: PublishedLayout | undefined): Omit<Publication, 'kind' | 'body'> {
  const { roleId, orgId } = audienceIds(draft.audience);
  return {
    ...(known && { id: known.id }),
    name: draft.name.trim(),
    ...(roleId !== null && { roleId }),
    ...(orgId !== null && { orgId }),
    isDefault: draft.isDefault,
    version: known?.version ?? 0,
  };
}

interface FieldsProps {
  kind: LayoutKind;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

/** Name, audience and whether it is what others start with. */
function Fields({ kind, draft, change }: FieldsProps) {
  const t = useT('workspace');
  const grid = useT('grid');
  const row = (key: string, label: string, field: Field, value: unknown, set: (value: unknown) => void) => (
    <>
      <label htmlFor={`publish-${key}`}>{label}</label>
      <FieldInput id={`publish-${key}`} label={label} field={field} value={value} onChange={set} />
    </>
  );
  return (
    <>
      {row('name', t(`share.${kind}.name`), NAME, draft.name, (value) =>
        change({ name: typeof value === 'string' ? value : '' }),
      )}
      <span>{grid('views.for')}</span>
      <AudienceInput
        audience={draft.audience}
        kinds={['role', 'org']}
        change={(audience) => change({ audience })}
      />
      {row('default', t(`share.${kind}.asDefault`), DEFAULT, draft.isDefault, (value) =>
        change({ isDefault: value === true }),
      )}
    </>
  );
}

/** Publishes a layout to those who hold a role, or to an organisation's staff: a new one, or the next version of one. */
export function PublishForm({ kind, name, body, mine, refresh, done }: PublishFormProps) {
  const t = useT('workspace');
  const first: Draft = { target: '', name, audience: { kind: 'role', id: null }, isDefault: false };
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState('');
  const known = mine.find(({ id }) => id === draft.target);
  const choose = (target: string) => {
    const found = mine.find(({ id }) => id === target);
    setDraft(found ? draftOf(found) : first);
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.name.trim() || !isChosen(draft.audience)) return setProblem(t('share.missing'));
    try {
      await layoutApi.publish({ ...publicationOf(draft, known), kind, body: await body() });
      await refresh();
      toast.success(t('share.published', { name: draft.name.trim() }));
      done();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  const targets = mine.map((each) => ({
    value: each.id,
    text: t('share.next', { name: each.name, version: each.version + 1 }),
  }));
  return (
    // Lists of choices open within the dialog, which is over everything else of the page.
    <ConfigProvider getPopupContainer={(trigger) => trigger?.closest('dialog') ?? document.body}>
      <form className="pd-publish" onSubmit={(event) => void submit(event)}>
        {mine.length > 0 && (
          <Choice
            label={t('share.as')}
            value={draft.target}
            options={[{ value: '', text: t(`share.${kind}.fresh`) }, ...targets]}
            set={choose}
          />
        )}
        <Fields kind={kind} draft={draft} change={(change) => setDraft({ ...draft, ...change })} />
        <footer>
          <p className="pd-problem" role="alert">
            {problem}
          </p>
          <button type="button" className="pd-button" onClick={done}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="pd-button pd-button-primary">
            {t('share.publish')}
          </button>
        </footer>
      </form>
    </ConfigProvider>
  );
}
