import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trialBalance } from '../../../contract/resources/finance/trialBalance.ts';
import type { MerchantTies, TrialBalance } from '../../../contract/trialBalance.ts';
import {
  SideButtons,
  Icon,
  State,
  type ViewProps,
  call,
  commands,
  formatInstant,
  isCallError,
  preferences,
  serverNow,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { FilterBar } from '../../resource/filters/FilterBar.tsx';
import { wireFilters } from '../../resource/filters/model.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { Accounts } from './Accounts.tsx';
import type { Behind } from './behind.ts';
import { Merchants, tiesOut } from './Merchants.tsx';
import { SIDES, type Side, type TrialState, parseState } from './state.ts';
import './trialBalance.css';

const CHIPS = ['createdAt', 'merchantId', 'currency'];
const FRESH_MS = 5_000;
const words = wordsOf(trialBalance);

type Answer = TrialBalance | MerchantTies;
const isAccounts = (data: Answer): data is TrialBalance => 'lines' in data;

/** Asks as of the moment of the asking: what is relative is resolved then. */
function useBalance({ filters, side }: TrialState, visible: boolean) {
  return useQuery({
    queryKey: ['trialBalance', side, JSON.stringify(filters), preferences().timeZone],
    queryFn: ({ signal }) =>
      call<Answer>(
        `trialBalance/${side}`,
        wireFilters(filters, serverNow(), preferences().timeZone, trialBalance.fields),
        { customCatch: true, signal },
      ),
    enabled: visible,
    staleTime: FRESH_MS,
    retry: false,
  });
}

function Foot({ data }: { data: Answer }) {
  const t = useT('finance');
  const [ties, breaks] = isAccounts(data)
    ? [
        data.checks.filter((check) => check.reconciles).length,
        data.checks.filter((check) => !check.reconciles).length,
      ]
    : [data.rows.filter(tiesOut).length, data.rows.filter((row) => !tiesOut(row)).length];
  const [good, bad] = isAccounts(data) ? ['allTie', 'someBreak'] : ['tied', 'untied'];
  const to = formatInstant(data.to);
  return (
    <footer className="trial-foot pd-number">
      <span className="pd-muted" role="status">
        {data.from
          ? t('trialBalance.since', { from: formatInstant(data.from), to })
          : t('trialBalance.until', { to })}
      </span>
      {breaks === 0 ? (
        <span className="pd-up" data-verdict="ties">
          <Icon name="check" size={12} /> {t(`trialBalance.${good}`, { count: ties })}
        </span>
      ) : (
        <span className="pd-down" role="alert" data-verdict="breaks">
          <Icon name="warning" size={12} /> {t(`trialBalance.${bad}`, { count: breaks })}
        </span>
      )}
    </footer>
  );
}

function Body({ data, behind }: { data: Answer; behind: Behind }) {
  const t = useT('finance');
  if ((isAccounts(data) ? data.lines : data.rows).length === 0)
    return <State kind="empty" text={t('trialBalance.empty')} />;
  return isAccounts(data) ? (
    <Accounts data={data} behind={behind} />
  ) : (
    <Merchants data={data} behind={behind} />
  );
}

/** The two sides by key and in the palette, and the balance read again. */
function useVerbs(tabId: string, side: Side, turn: (side: Side) => void, reread: () => void): void {
  const t = useT('finance');
  const other: Side = side === 'accounts' ? 'merchants' : 'accounts';
  // The status bar names the other side.
  useEffect(() => commands.refresh(tabId), [tabId, side]);
  useCommands(tabId, [
    {
      id: 'trialBalance.turn',
      label: () => t(`trialBalance.actions.${other}`),
      icon: 'columns',
      keys: ['m'],
      run: () => turn(other),
    },
    {
      id: 'trialBalance.refresh',
      label: () => t('trialBalance.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
  ]);
}

function Sides({ side, turn }: { side: Side; turn: (side: Side) => void }) {
  const t = useT('finance');
  return (
    <SideButtons label={t('trialBalance.tabs.label')} sides={SIDES} side={side} turn={turn}>
      {(each) => t(`trialBalance.tabs.${each}`)}
    </SideButtons>
  );
}

export default function TrialBalanceView({ tabId, args, state: saved, saveState, visible }: ViewProps) {
  const [state, setState] = useState(() => parseState(saved, args));
  useEffect(() => saveState(state), [saveState, state]);
  const { data, isPending, isFetching, error, refetch } = useBalance(state, visible);
  const turn = (side: Side) => setState((now) => ({ ...now, side }));
  useVerbs(tabId, state.side, turn, () => void refetch());
  const refused = isCallError(error) ? error : undefined;
  const merchants = state.filters.merchantId;
  const behind: Behind | undefined = data && {
    from: data.from,
    to: data.to,
    ...(Array.isArray(merchants) && { merchantId: merchants.map(String) }),
  };
  return (
    <div className="view">
      <div className="view-bar">
        <FilterBar
          resource={trialBalance}
          filters={state.filters}
          onChange={(filters) => setState((now) => ({ ...now, filters }))}
          always={CHIPS}
          label={words.field}
          hint=""
        />
        <Sides side={state.side} turn={turn} />
        <Toolbar tabId={tabId} buttons={[]} more={['trialBalance.refresh']} />
      </div>
      <div className={`trial-body${isFetching && data ? ' trial-late' : ''}`} aria-busy={isFetching}>
        {isPending && <State kind="loading" />}
        {!isPending && !data && (
          <State
            kind={refused?.code === 403 ? 'forbidden' : 'error'}
            text={refused?.message}
            traceId={refused?.traceId}
            retry={() => void refetch()}
          />
        )}
        {data && error && <State kind="stale" inline retry={() => void refetch()} />}
        {data && behind && <Body data={data} behind={behind} />}
      </div>
      {data && <Foot data={data} />}
    </div>
  );
}
