import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FlowShown } from '../../../contract/approvalFlow.ts';
import type { Row } from '../../../contract/calls.ts';
import {
  FindBox,
  State,
  Unanswered,
  type ViewProps,
  call,
  openView,
  useCommands,
  useT,
  useUnfinished,
} from '../../kit/index.ts';
import { flowTitle } from '../../resource/flow/flowTexts.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { type Drafts, useDrafts } from './drawing.ts';
import { FlowEditor } from './FlowEditor.tsx';
import { FlowList } from './FlowList.tsx';
import './workflow.css';

const RULES_MOST = 1_000;
const BUTTONS = ['workflow.publish', 'workflow.tryOut', 'workflow.add', 'workflow.remove'];
const MORE = ['workflow.versions', 'workflow.discard', 'line', 'workflow.rules'];
const DANGER: ReadonlySet<string> = new Set(['workflow.remove']);

const useRules = (visible: boolean) =>
  useQuery({
    queryKey: ['approvalRule', 'flows'],
    enabled: visible,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<{ items: Row[] }>('approvalRule/page', { pageSize: RULES_MOST }, { customCatch: true, signal }),
  });

interface FlowProps {
  id: string;
  tabId: string;
  visible: boolean;
  drafts: Drafts;
}

/** One flow with its versions. */
function Flow({ id, tabId, visible, drafts }: FlowProps) {
  const query = useQuery({
    queryKey: ['approvalRule', 'flow', id],
    enabled: visible,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<{ flow: FlowShown }>('approvalRule/detail', undefined, {
        query: { id },
        customCatch: true,
        signal,
      }),
  });
  const flow = query.data?.flow;
  if (!flow) return <Unanswered query={query} />;
  return <FlowEditor flow={flow} tabId={tabId} drafts={drafts} />;
}

const idIn = (value: unknown): string | undefined =>
  value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;

/** How many flows are drawn and not published; marks the panel as one that would lose them. */
function Unpublished({ count }: { count: number }) {
  const t = useT('platform');
  const mark = useRef<HTMLSpanElement>(null);
  useUnfinished(mark);
  return (
    <span ref={mark} className="flows-unpublished pd-number">
      {t('workflow.unpublishedFlows', { count })}
    </span>
  );
}

/** Flows left, the drawn steps of the chosen one right. */
export default function Workflow({ tabId, visible, args, state, saveState }: ViewProps) {
  const t = useT('platform');
  const [find, setFind] = useState('');
  const [wanted, setWanted] = useState(() => idIn(args) ?? idIn(state));
  const query = useRules(visible);
  const drafts = useDrafts();
  const items = query.data?.items;
  const needle = find.trim().toLowerCase();
  const shown = items?.filter((rule) =>
    flowTitle(t, { command: rule.command, currency: rule.currency, merchantName: rule.merchantName })
      .toLowerCase()
      .includes(needle),
  );
  const chosen = items?.some(({ id }) => id === wanted) ? wanted : shown?.[0]?.id;
  useEffect(() => {
    if (wanted) saveState({ id: wanted });
  }, [wanted, saveState]);
  useCommands(tabId, [
    {
      id: 'workflow.rules',
      label: () => t('workflow.actions.rules'),
      icon: 'external',
      run: () => openView('approvalRule'),
    },
  ]);
  return (
    <div className="view">
      <div className="view-bar">
        <FindBox label={t('workflow.find')} value={find} set={setFind} />
        <Toolbar tabId={tabId} buttons={BUTTONS} more={MORE} danger={DANGER} primary="workflow.publish" />
        {drafts.of.size > 0 && <Unpublished count={drafts.of.size} />}
      </div>
      <div className="view-body flows">
        {!shown ? (
          <Unanswered query={query} />
        ) : shown.length === 0 ? (
          <State kind="empty" text={t(items?.length ? 'workflow.noMatch' : 'workflow.none')} />
        ) : (
          <>
            <FlowList rules={shown} chosen={chosen} choose={setWanted} drawn={drafts.of} />
            {chosen && <Flow key={chosen} id={chosen} tabId={tabId} visible={visible} drafts={drafts} />}
          </>
        )}
      </div>
    </div>
  );
}
