import { ConfigProvider } from 'antd';
import { type FormEvent, useState } from 'react';
import { text } from '../../../contract/field.ts';
import { toast, useCaller, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { type Audience, AudienceInput, audienceIds, isChosen } from '../../kit/sharing/AudienceInput.tsx';
import type { SavedViews } from './useSavedViews.ts';

const NAME = text({ required: true, max: 60 });

const ONLY_ME: Audience = { kind: 'own', id: null };

/** Name and audience of a new view. */
export function SaveViewForm({ all, close }: { all: SavedViews; close: () => void }) {
  const t = useT('grid');
  const { can } = useCaller();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState(ONLY_ME);
  const [problem, setProblem] = useState('');
  const trimmed = name.trim();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!trimmed || !isChosen(audience)) return;
    try {
      await all.save(trimmed, undefined, audienceIds(audience));
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
          <AudienceInput audience={audience} kinds={['own', 'role', 'org']} change={setAudience} />
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
