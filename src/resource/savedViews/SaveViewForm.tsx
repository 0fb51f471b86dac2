import { ConfigProvider } from 'antd';
import { type FormEvent, useState } from 'react';
import { ref, text } from '../../../contract/field.ts';
import { Choice, toast, useCaller, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import type { SavedViews } from './useSavedViews.ts';

const NAME = text({ required: true, max: 60 });
const ROLE = ref('sysRole');
const ORG = ref('sysOrg');

type Audience = 'own' | 'role' | 'org';

/** Whom a view is for: its owner alone, or those who hold a role, or an organisation's staff. */
function AudienceInput({
  audience,
  setAudience,
  id,
  setId,
}: {
  audience: Audience;
  setAudience: (audience: Audience) => void;
  id: string | null;
  setId: (id: string | null) => void;
}) {
  const t = useT('grid');
  return (
    <>
      <Choice
        label={t('views.for')}
        value={audience}
        options={(['own', 'role', 'org'] as const).map((value) => ({ value, text: t(`views.${value}`) }))}
        set={(value) => {
          setAudience(value as Audience);
          setId(null);
        }}
      />
      {audience !== 'own' && (
        <FieldInput
          label={t(`views.${audience}`)}
          field={audience === 'role' ? ROLE : ORG}
          value={id}
          onChange={(value) => setId(typeof value === 'string' ? value : null)}
        />
      )}
    </>
  );
}

/** Name and audience of a new view. */
export function SaveViewForm({ all, close }: { all: SavedViews; close: () => void }) {
  const t = useT('grid');
  const { can } = useCaller();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<Audience>('own');
  const [id, setId] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const trimmed = name.trim();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!trimmed || (audience !== 'own' && id === null)) return;
    try {
      await all.save(trimmed, undefined, {
        roleId: audience === 'role' ? id : null,
        orgId: audience === 'org' ? id : null,
      });
      toast.success(t('views.saved', { name: trimmed }), { key: 'savedView' });
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <ConfigProvider
      getPopupContainer={(trigger) => trigger?.closest<HTMLElement>('[popover]') ?? document.body}
    >
      <form className="view-save" onSubmit={(event) => void submit(event)}>
        <FieldInput
          label={t('views.name')}
          field={NAME}
          value={name}
          onChange={(value) => setName(typeof value === 'string' ? value : '')}
        />
        {can('dashboard:publish') && (
          <AudienceInput audience={audience} setAudience={setAudience} id={id} setId={setId} />
        )}
        <p className="tone-danger" role="alert">
          {problem}
        </p>
        <button type="submit" className="pd-button pd-button-primary" disabled={!trimmed}>
          {t('views.saveAs')}
        </button>
      </form>
    </ConfigProvider>
  );
}
