import { useCallback, useMemo } from 'react';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { type ViewProps, useCaller, useLink, useT } from '../../kit/index.ts';
import { ActionSheet } from '../../resource/actions/ActionSheet.tsx';
import { JobStrip } from '../../resource/actions/JobStrip.tsx';
import { Results } from '../../resource/actions/Results.tsx';
import { wordsOf } from '../../resource/actions/texts.ts';
import { type Pending, useActions } from '../../resource/actions/useActions.ts';
import { useExport } from '../../resource/actions/useExport.ts';
import { useJobs } from '../../resource/actions/useJobs.ts';
import { FilterBar } from '../../resource/filters/FilterBar.tsx';
import { ColumnChooser } from '../../resource/grid/ColumnChooser.tsx';
import { Footer } from '../../resource/grid/Footer.tsx';
import { GridState } from '../../resource/grid/GridState.tsx';
import { ResourceGrid } from '../../resource/grid/ResourceGrid.tsx';
import { useCurrent } from '../../resource/grid/useCurrent.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { usePanel } from '../../resource/grid/usePanel.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { orderColumns, orderRowClasses } from './columns.ts';
import { OrderPeek } from './OrderPeek.tsx';
import { SettleBody } from './SettleBody.tsx';
import { commandId, useOrderCommands } from './useOrderCommands.ts';

const FIRST_FILTERS = {};
const CHIPS = ['status', 'createdAt', 'upstreamId', 'merchantId', 'amount'];
const BUTTONS = ['claim', 'settle', 'notify'].map(commandId);
const MORE = [
  'unclaim',
  'batchSettle',
  'line',
  'fundDetail',
  'callback',
  'line',
  'export',
  'line',
  'reverse',
  'cancel',
].map((id) => (id === 'line' ? id : commandId(id)));
const DANGER = new Set(['reverse', 'cancel'].map(commandId));
const words = wordsOf(collectOrder);
const settleBody = (pending: Pending) =>
  pending.action === 'settle' ? <SettleBody pending={pending} /> : undefined;

export default function Orders(props: ViewProps) {
  const { tabId, visible } = props;
  const t = useT('orders');
  const { profile } = useCaller();
  const panel = usePanel(collectOrder, props, FIRST_FILTERS);
  const { model, handle, box, focusGrid, current } = panel;
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid });
  const exportRows = useExport(model, words, jobs, handle);
  const { publish } = useLink(tabId);
  const columns = useMemo(() => {
    const short = (field: string) => t(`collectOrder.short.${field}`, { defaultValue: words.field(field) });
    return orderColumns(words.field, short, () => t('collectOrder.me'));
  }, [t]);
  const rowClasses = useMemo(() => orderRowClasses(profile.id), [profile.id]);
  const stand = useCurrent(panel, (row) =>
    publish({
      resource: 'collectOrder',
      id: row.id,
      label: String(row.orderNo),
      orderNo: String(row.orderNo),
      merchantId: String(row.merchantId),
      currency: String(row.currency),
    }),
  );
  const peek = useCallback(() => panel.setPeek(!panel.peek), [panel]);
  useGridCommands({
    tabId,
    model,
    handle,
    box,
    peek,
    back() {
      if (actions.pending) actions.dismiss();
      else if (panel.peek) panel.setPeek(false);
      else return false;
      return true;
    },
    more: useOrderCommands({ actions, words, exportRows, current: () => panel.current }),
  });
  const { filters } = panel.state;
  const name = (id: string) => String(model.blocks.get(id)?.orderNo ?? id);

  return (
    <div className="view">
      <div className="view-bar">
        <FilterBar
          resource={collectOrder}
          filters={filters}
          onChange={(next) => model.setFilters(next)}
          always={CHIPS}
          label={words.field}
          hint={t('collectOrder.anyId')}
          box={box}
        />
        <Toolbar tabId={tabId} buttons={BUTTONS} primary={commandId('claim')} more={MORE} danger={DANGER} />
        <ColumnChooser model={model} handle={handle} />
      </div>
      <div className="view-body">
        <div className="view-grid" ref={panel.area}>
          <ResourceGrid
            model={model}
            columns={columns}
            title={words.title()}
            visible={visible}
            rowClasses={rowClasses}
            startAt={panel.start.at}
            handle={handle}
            onCurrent={stand}
            onOpen={() => panel.setPeek(true)}
          />
          <GridState model={model} label={words.field} />
        </div>
        {actions.pending ? (
          <ActionSheet
            key={actions.pending.key}
            actions={actions}
            pending={actions.pending}
            words={words}
            name={name}
            body={settleBody}
          />
        ) : (
          panel.peek && <OrderPeek row={current} visible={visible} close={() => panel.setPeek(false)} />
        )}
      </div>
      {actions.outcome && (
        <Results
          outcome={actions.outcome}
          retry={(ids) => void actions.retry(ids)}
          show={(id) => model.setFilters({ anyId: name(id) })}
          close={actions.forget}
        />
      )}
      <JobStrip jobs={jobs} />
      <Footer
        model={model}
        visible={visible}
        label={(field) => t(`collectOrder.short.${field}`, { defaultValue: words.field(field) })}
      />
    </div>
  );
}
