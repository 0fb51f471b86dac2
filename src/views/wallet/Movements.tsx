import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import { type Command, Money, type ViewProps, openView, useCaller, useT } from '../../kit/index.ts';
import { SheetFirst } from '../../resource/actions/SheetFirst.tsx';
import { wordsOf } from '../../resource/actions/texts.ts';
import { type Actions, useActions } from '../../resource/actions/useActions.ts';
import type { Filters } from '../../resource/filters/model.ts';
import { JobStrip } from '../../resource/actions/JobStrip.tsx';
import { Footer } from '../../resource/grid/Footer.tsx';
import { type Column, columnsOf } from '../../resource/grid/columns.ts';
import { GridModel } from '../../resource/grid/model.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { PanelGrid } from '../../resource/PanelGrid.tsx';
import { RowPeek } from '../../resource/RowPeek.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { type ColumnPorts, useResourcePanel } from '../../resource/useResourcePanel.ts';
import { FIGURES } from './Balances.tsx';

const COLUMNS = ['type', 'amount', 'balanceAfter', 'account', 'createdAt', 'orderNo'];
const withdrawals = wordsOf(withdrawal);
const nothing = () => undefined;

/** A withdrawal is made here, the list of them is another view. */
const useApply = (onClose: () => void) => {
  const [model] = useState(() => new GridModel(withdrawal, { filters: {} }));
  return useActions({ model, words: withdrawals, onJob: nothing, onClose });
};

function Figures({ asset }: { asset: Row }) {
  const t = useT('finance');
  return (
    <dl className="wallet-figures">
      {FIGURES.map((name) => (
        <div key={name}>
          <dt className="pd-muted">{t(`wallet.${name}`)}</dt>
          <dd>
            <Money amount={String(asset[name])} currency={String(asset.currency)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The columns of a list that is about one balance. */
function movementColumns({ label, short }: ColumnPorts): Column[] {
  const all = new Map(columnsOf(fundDetail, label).map((column) => [column.colId, column]));
  return COLUMNS.map((id) => ({ ...all.get(id)!, headerName: short(id), pinned: null }));
}

const OPTIONS = { columns: movementColumns };

/** What can be done with a balance: a withdrawal of it, and all that ever moved it. */
function useVerbs(asset: Row, filters: Filters, actions: Actions): Omit<Command, 'scope'>[] {
  const t = useT('finance');
  const { can, profile } = useCaller();
  // An agent sees what its merchants hold; what is asked for is its own.
  const others = profile.merchantId !== undefined && profile.merchantId !== asset.merchantId;
  const start = { currency: String(asset.currency), merchantId: asset.merchantId };
  return [
    ...(can('withdrawal:apply')
      ? [
          {
            id: 'wallet.apply',
            label: () => t('wallet.apply'),
            icon: 'upstream',
            keys: ['n'],
            rowless: true,
            when: () => (others ? t('wallet.notYours') : actions.may('apply')),
            run: () => actions.start('apply', start),
          },
        ]
      : []),
    {
      id: 'wallet.all',
      label: () => t('wallet.all'),
      icon: 'finance',
      keys: ['o'],
      rowless: true,
      run: () => openView('fundDetail', filters),
    },
  ];
}

/** One balance: its figures, what can be done with it, and what moved it, latest first. */
export function Movements({ asset, ...props }: ViewProps & { asset: Row }) {
  const { tabId, visible } = props;
  const t = useT('finance');
  const currency = String(asset.currency);
  const filters = { merchantId: [String(asset.merchantId)], currency: [currency] };
  // The wallet keeps which balance it is; of the list below it nothing is kept.
  const own = { args: filters, state: undefined, saveState: nothing, setArgs: nothing, setShown: nothing };
  const panel = useResourcePanel(fundDetail, { ...props, ...own }, OPTIONS);
  const actions = useApply(panel.focusGrid);
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek: () => panel.setPeek(!panel.peek),
    open: () => panel.setPeek(true),
    back() {
      if (!actions.pending && !panel.peek) return false;
      if (actions.pending) actions.dismiss();
      else panel.setPeek(false);
      return true;
    },
    more: useVerbs(asset, filters, actions),
  });
  return (
    <section className="wallet-movements">
      <header className="wallet-head">
        <b className="wallet-title">{t('wallet.movements', { currency })}</b>
        <Figures asset={asset} />
        <Toolbar tabId={tabId} buttons={['wallet.apply', 'wallet.all']} primary="wallet.apply" more={[]} />
      </header>
      <div className="view-body">
        <PanelGrid
          panel={panel}
          words={panel.words}
          title={t('wallet.movements', { currency })}
          columns={panel.columns}
          visible={visible}
          onCurrent={panel.onCurrent}
          tabId={tabId}
        />
        <SheetFirst actions={actions} words={withdrawals} name={String}>
          {panel.peek && (
            <RowPeek
              resource={fundDetail}
              row={panel.current}
              words={panel.words}
              close={() => panel.setPeek(false)}
            />
          )}
        </SheetFirst>
      </div>
      <JobStrip jobs={panel.jobs} />
      <Footer model={panel.model} visible={visible} label={panel.words.field} />
    </section>
  );
}
