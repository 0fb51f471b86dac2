import { ConfigProvider } from 'antd';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { text } from '../../../contract/field.ts';
import { toast, useCaller, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { type Audience, AudienceInput, audienceIds, isChosen } from '../../kit/sharing/AudienceInput.tsx';
import type { SavedView } from './api.ts';
import type { SavedViews } from './useSavedViews.ts';

const NAME = text({ required: true, max: 60 });

const ONLY_ME: Audience = { kind: 'own', id: null };

const audienceOf = ({ roleId, orgId }: SavedView): Audience => {
  if (roleId !== null) return { kind: 'role', id: roleId };
  return orgId === null ? ONLY_ME : { kind: 'org', id: orgId };
};

interface SaveViewFormProps {
  all: SavedViews;
  close: () => void;
  /** The view whose name and audience change; absent where the list becomes a new one. */
  known?: SavedView;
}

/** Name and audience of a view. */
export function SaveViewForm({ all, close, known }: SaveViewFormProps) {
  const t = useT('grid');
  const { can } = useCaller();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const [name, setName] = useState(known?.name ?? '');
  const [audience, setAudience] = useState(known ? audienceOf(known) : ONLY_ME);
  const [problem, setProblem] = useState('');
  const trimmed = name.trim();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!trimmed || !isChosen(audience)) return;
    try {
      if (known) await all.rename(known, trimmed, audienceIds(audience));
      else await all.save(trimmed, undefined, audienceIds(audience));
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
      <form ref={form} className="view-save" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{t('views.name')}</label>
        <FieldInput
          id={id}
          placeholder={t('views.example')}
          field={NAME}
          value={name}
          onChange={(value) => setName(typeof value === 'string' ? value : '')}
        />
        {can('dashboard:publish') && (
          <AudienceInput audience={audience} kinds={['own', 'role', 'org']} change={setAudience} />
        )}
        {!known && <p className="pd-muted">{t('views.kept')}</p>}
        <p className="tone-danger" role="alert">
          {problem}
        </p>
        <button type="submit" className="pd-button pd-button-primary" disabled={!trimmed}>
          {t(known ? 'views.save' : 'views.saveAs')}
        </button>
      </form>
    </ConfigProvider>
  );
}
