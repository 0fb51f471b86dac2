import { ConfigProvider } from 'antd';
import { type FormEvent, useState } from 'react';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { Choice, type Publication, type PublishedLayout, layoutApi, toast, useT } from '../../kit/index.ts';
import { type Field, flag, ref, text } from '../../../contract/field.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { refreshPublished } from '../sync/published.ts';

interface PublishFormProps {
  envelope: Envelope;
  name: string;
  /** The person's own publications, whose next version it may be. */
  mine: readonly PublishedLayout[];
  done: () => void;
}

const NAME = text({ required: true, max: 60 });
const ROLE = ref('sysRole');
const ORG = ref('sysOrg');
const DEFAULT = flag({ required: true });

/** What others get: neither what its panels show at this moment nor whom it is of. */
const bare = (envelope: Envelope): string =>
  JSON.stringify({
    ...envelope,
    id: '',
    scope: 'role',
    links: { panels: envelope.links.panels, contexts: {} },
  } satisfies Envelope);

interface Audience {
  roleId: string | null;
  orgId: string | null;
}

interface Draft extends Audience {
  /** Of the publication whose next version it is; empty for a new one. */
  target: string;
  name: string;
  isDefault: boolean;
}

const publication = (draft: Draft, known: PublishedLayout | undefined, envelope: Envelope): Publication => ({
  ...(known && { id: known.id }),
  name: draft.name.trim(),
  kind: 'workspace',
  body: bare(envelope),
  ...(draft.roleId !== null && { roleId: draft.roleId }),
  ...(draft.orgId !== null && { orgId: draft.orgId }),
  isDefault: draft.isDefault,
  version: known?.version ?? 0,
});

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface FieldsProps {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}

/** Name, audience and whether it is what others start with. */
function Fields({ draft, change }: FieldsProps) {
  const t = useT('workspace');
  const row = (key: string, label: string, field: Field, value: unknown, set: (value: unknown) => void) => (
    <>
      <label htmlFor={`publish-${key}`}>{label}</label>
      <FieldInput id={`publish-${key}`} label={label} field={field} value={value} onChange={set} />
    </>
  );
  return (
    <>
      {row('name', t('layout.name'), NAME, draft.name, (value) =>
        change({ name: typeof value === 'string' ? value : '' }),
      )}
      {row('role', t('manager.role'), ROLE, draft.roleId, (value) =>
        change({ roleId: idOf(value), orgId: null }),
      )}
      {row('org', t('manager.org'), ORG, draft.orgId, (value) =>
        change({ orgId: idOf(value), roleId: null }),
      )}
      {row('default', t('manager.asDefault'), DEFAULT, draft.isDefault, (value) =>
        change({ isDefault: value === true }),
      )}
    </>
  );
}

/** Publishes a layout to those who hold a role, or to an organisation's staff: a new one, or the next version of one. */
export function PublishForm({ envelope, name, mine, done }: PublishFormProps) {
  const t = useT('workspace');
  const first: Draft = { target: '', name, roleId: null, orgId: null, isDefault: false };
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState('');
  const choose = (target: string) => {
    const found = mine.find(({ id }) => id === target);
    setDraft(found ? { ...found, target } : first);
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.name.trim() || (draft.roleId === null) === (draft.orgId === null))
      return setProblem(t('manager.publishMissing'));
    try {
      const known = mine.find(({ id }) => id === draft.target);
      await layoutApi.publish(publication(draft, known, envelope));
      await refreshPublished();
      toast.success(t('manager.published', { name: draft.name.trim() }));
      done();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  const targets = mine.map((each) => ({
    value: each.id,
    text: t('manager.publishNext', { name: each.name, version: each.version + 1 }),
  }));
  return (
    // Lists of choices open within the dialog, which is over everything else of the page.
    <ConfigProvider getPopupContainer={(trigger) => trigger?.closest('dialog') ?? document.body}>
      <form className="ws-publish" onSubmit={(event) => void submit(event)}>
        {mine.length > 0 && (
          <Choice
            label={t('manager.publishAs')}
            value={draft.target}
            options={[{ value: '', text: t('manager.publishNew') }, ...targets]}
            set={choose}
          />
        )}
        <Fields draft={draft} change={(change) => setDraft({ ...draft, ...change })} />
        <p className="ws-dialog-problem" role="alert">
          {problem}
        </p>
        <footer>
          <button type="button" className="pd-button" onClick={done}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="pd-button pd-button-primary">
            {t('manager.publish')}
          </button>
        </footer>
      </form>
    </ConfigProvider>
  );
}
