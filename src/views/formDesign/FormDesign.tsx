import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import {
  DictTag,
  FindBox,
  State,
  Unanswered,
  type ViewProps,
  VirtualList,
  call,
  commands,
  localised,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { DeleteSheet } from '../../resource/DeleteSheet.tsx';
import { wordsOf } from '../../resource/actions/texts.ts';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { type Design, Designer } from './Designer.tsx';
import { NameDock } from './Docks.tsx';
import '../../resource/ui/sideList.css';
import './formDesign.css';

const FORMS_MOST = 500;
const DRAFT = dictValue('formStatusEnum', 'draft');
const BUTTONS = [
  'formDesign.save',
  'formDesign.publish',
  'formDesign.duplicate',
  'formDesign.withdraw',
  'formDesign.undo',
  'formDesign.redo',
];
const MORE = [
  'formDesign.section',
  'formDesign.versions',
  'formDesign.retire',
  'line',
  'formDesign.add',
  'formDesign.delete',
];
const DANGER: ReadonlySet<string> = new Set(['formDesign.retire', 'formDesign.delete']);

const useForms = (visible: boolean) =>
  useQuery({
    queryKey: ['formDesign', 'forms'],
    enabled: visible,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<{ items: Row[] }>('formDesign/page', { pageSize: FORMS_MOST }, { customCatch: true, signal }),
  });

/** One form with its versions; drawn again when another version is published. */
function Form({ id, tabId, visible }: { id: string; tabId: string; visible: boolean }) {
  const query = useQuery({
    queryKey: ['formDesign', 'form', id],
    enabled: visible,
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      call<Design>('formDesign/detail', undefined, { query: { id }, customCatch: true, signal }),
  });
  const design = query.data;
  if (!design) return <Unanswered query={query} />;
  const name = localised(design.name);
  return (
    <Designer
      key={`${id}/${design.formVersion}/${design.status}`}
      design={{ ...design, name }}
      tabId={tabId}
    />
  );
}

const idIn = (value: unknown): string | undefined =>
  value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;

interface FormListProps {
  forms: readonly Row[];
  chosen: string | undefined;
  choose: (id: string) => void;
}

function FormList({ forms, chosen, choose }: FormListProps) {
  const t = useT('develop');
  return (
    <VirtualList
      className="side-list forms-list"
      aria-label={t('formDesign.title')}
      items={forms}
      keyOf={({ id }) => id}
      active={forms.findIndex(({ id }) => id === chosen)}
      textOf={({ name }) => localised(String(name))}
      walk
    >
      {(row) => (
        <button
          type="button"
          className="line-button side-row"
          aria-current={row.id === chosen || undefined}
          onClick={() => choose(row.id)}
        >
          <span className="forms-name">{localised(String(row.name))}</span>
          {Number(row.formVersion) > 0 && (
            <span className="pd-muted pd-number">v{String(row.formVersion)}</span>
          )}
          <DictTag dict="formStatusEnum" value={row.status} />
        </button>
      )}
    </VirtualList>
  );
}

type Sheet = 'add' | 'delete';

/** The verbs of the list, about the form that is chosen. */
function useListVerbs(tabId: string, row: Row | undefined, setSheet: (sheet: Sheet) => void): void {
  const t = useT('develop');
  const { can } = useCaller();
  useEffect(() => commands.refresh(tabId), [tabId, row]);
  useCommands(tabId, [
    {
      id: 'formDesign.add',
      label: () => t('formDesign.actions.add'),
      icon: 'plus',
      keys: ['n'],
      when: () => can('formDesign:add'),
      run: () => setSheet('add'),
    },
    {
      id: 'formDesign.delete',
      label: () => t('formDesign.actions.delete'),
      icon: 'close',
      when: () => can('formDesign:delete') && (row?.status === DRAFT || t('formDesign.keptForOrders')),
      run: () => setSheet('delete'),
    },
  ]);
}

/** Forms left, the chosen one in its designer right. */
export default function FormDesign({ tabId, visible, args, state, saveState }: ViewProps) {
  const t = useT('develop');
  const client = useQueryClient();
  const [find, setFind] = useState('');
  const [wanted, setWanted] = useState(() => idIn(args) ?? idIn(state));
  const [sheet, setSheet] = useState<Sheet>();
  const [resource] = useState(() => resourceOf('formDesign'));
  const query = useForms(visible);
  const items = query.data?.items;
  const needle = find.trim().toLowerCase();
  const shown = items?.filter(({ name }) => localised(String(name)).toLowerCase().includes(needle));
  const row = items?.find(({ id }) => id === wanted) ?? shown?.[0];
  const chosen = row?.id;
  useEffect(() => {
    if (wanted) saveState({ id: wanted });
  }, [wanted, saveState]);
  useListVerbs(tabId, row, setSheet);
  const close = () => setSheet(undefined);
  const done = (id?: string) => {
    close();
    setWanted(id);
    void client.invalidateQueries({ queryKey: ['formDesign'] });
  };
  return (
    <div className="view">
      <div className="view-bar">
        <FindBox label={t('formDesign.find')} value={find} set={setFind} />
        <Toolbar tabId={tabId} buttons={BUTTONS} more={MORE} danger={DANGER} primary="formDesign.publish" />
      </div>
      <div className="view-body forms">
        {shown ? <FormList forms={shown} chosen={chosen} choose={setWanted} /> : <Unanswered query={query} />}
        {shown && !chosen && (
          <State kind="empty" text={t(items?.length ? 'formDesign.noMatch' : 'formDesign.none')} />
        )}
        {chosen && <Form key={chosen} id={chosen} tabId={tabId} visible={visible} />}
        {sheet === 'delete' && row && (
          <DeleteSheet
            resource={resource}
            rows={[row]}
            words={wordsOf(resource)}
            close={close}
            done={() => done()}
          />
        )}
        {sheet === 'add' && (
          <aside className="dock" aria-label={t('formDesign.actions.add')}>
            <DockHead title={t('formDesign.actions.add')} close={close} />
            <DockBody>
              <NameDock done={done} />
            </DockBody>
          </aside>
        )}
      </div>
    </div>
  );
}
