import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import {
  Unanswered,
  type ViewProps,
  call,
  commands,
  isCallError,
  toast,
  useCaller,
  useCommands,
  useT,
  useUnfinished,
} from '../../kit/index.ts';
import { createSubmission } from '../../resource/form/submission.ts';
import { FaultBanner } from '../../resource/ui/FaultBanner.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { changesOf, type Draft, draftOf, faultsOf, type Stored } from './draft.ts';
import { InfoFields } from './InfoFields.tsx';
import { InfoPreview } from './InfoPreview.tsx';
import './infoSetting.css';

const STORED = 'sysInfoSetting/stored';

interface Verbs {
  tabId: string;
  changed: boolean;
  busy: boolean;
  save: () => Promise<void>;
  discard: () => void;
}

function useVerbs({ tabId, changed, busy, save, discard }: Verbs): void {
  const t = useT('platform');
  const { can } = useCaller();
  useEffect(() => commands.refresh(tabId), [tabId, changed, busy]);
  const when = () => changed || t('sysInfoSetting.unchanged');
  useCommands(tabId, [
    {
      id: 'sysInfoSetting.save',
      label: () => t('sysInfoSetting.actions.save'),
      icon: 'save',
      keys: ['mod+enter'],
      when: () => can('sysInfoSetting:save') && !busy && when(),
      run: save,
    },
    {
      id: 'sysInfoSetting.discard',
      label: () => t('sysInfoSetting.actions.discard'),
      icon: 'undo',
      when,
      run: discard,
    },
  ]);
}

/** What is typed and not saved yet, and its way to the server. */
function useDraft(stored: Stored, again: () => Promise<unknown>, focus: (name: string) => void) {
  const t = useT('platform');
  const [typed, setTyped] = useState<Draft>();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [submission] = useState(createSubmission);
  const draft = typed ?? draftOf(stored);
  const changes = typed ? changesOf(stored, typed) : {};

  function discard(): void {
    setTyped(undefined);
    setShown(false);
    setError('');
  }
  async function save(): Promise<void> {
    setError('');
    setShown(true);
    const [wrong] = Object.keys(faultsOf(draft));
    if (wrong !== undefined) return focus(wrong);
    setBusy(true);
    try {
      await call('sysConfig/saveSysInfo', changes, {
        customCatch: true,
        idempotencyKey: submission.keyOf(changes),
      });
      await again();
      discard();
      toast.success(t('sysInfoSetting.saved'));
    } catch (refused) {
      submission.failed(refused);
      setError(isCallError(refused) ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  }
  return {
    draft,
    set: (change: Partial<Draft>) => setTyped({ ...draft, ...change }),
    changed: Object.keys(changes).length,
    faults: shown ? faultsOf(draft) : {},
    busy,
    error,
    save,
    discard,
  };
}

function Form({ tabId, stored, again }: { tabId: string; stored: Stored; again: () => Promise<unknown> }) {
  const t = useT('platform');
  const { can } = useCaller();
  const root = useRef<HTMLDivElement>(null);
  useUnfinished(root);
  const focus = (name: string) => root.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const { draft, set, changed, faults, busy, error, save, discard } = useDraft(stored, again, focus);
  useVerbs({ tabId, changed: changed > 0, busy, save, discard });
  return (
    <>
      <div className="view-bar">
        <span className="pd-muted" role="status">
          {changed > 0 ? t('sysInfoSetting.changed', { count: changed }) : ''}
        </span>
        <Toolbar
          tabId={tabId}
          buttons={['sysInfoSetting.save', 'sysInfoSetting.discard']}
          more={[]}
          primary="sysInfoSetting.save"
        />
      </div>
      <div ref={root} className="view-body info-setting">
        <div className="info-form">
          {error && <Alert type="error" title={error} role="alert" />}
          <FaultBanner count={Object.keys(faults).length} />
          <InfoFields
            draft={draft}
            faults={faults}
            disabled={!can('sysInfoSetting:save') || busy}
            set={set}
          />
        </div>
        <InfoPreview draft={draft} />
      </div>
    </>
  );
}

/** Title, logo, watermark and what stands under the sign-in, with a picture of how it will look. */
export default function InfoSetting({ tabId }: ViewProps) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [STORED],
    queryFn: ({ signal }) => call<Stored>(STORED, undefined, { customCatch: true, signal }),
  });
  return (
    <div className="view">
      {query.data ? (
        <Form
          tabId={tabId}
          stored={query.data}
          again={() => client.invalidateQueries({ queryKey: [STORED] })}
        />
      ) : (
        <Unanswered query={query} />
      )}
    </div>
  );
}
