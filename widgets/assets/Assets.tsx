import type { Measure } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { merchantAsset } from '../../contract/resources/finance/merchantAsset.ts';
import { FigureTable, type From } from '../../src/kit/figures/FigureTable.tsx';
import { type FigureRow, measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  State,
  Unanswered,
  type WidgetProps,
  formatCount,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

const MEASURES = ['total', 'available', 'pending', 'frozen'].map(
  (name) => measureOf(`merchantAsset.sum-${name}`)!,
);
const [TOTAL, AVAILABLE, PENDING, FROZEN] = MEASURES;
const MOST = 50;

/** What all merchants in scope hold: by currency, or of one currency by merchant, the largest first. */
export default function Assets({ settings, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const byMerchant = settings.by === 'merchant';
  const by = byMerchant ? 'merchantId' : 'currency';
  const currency = String(settings.currency);
  const scope = useFigureScope({
    fields: merchantAsset.fields,
    context: settings.linked ? link.context : null,
    by,
  });
  const where = {
    ...(byMerchant ? { currency: [currency] } : scope.currency && { currency: [scope.currency] }),
    ...scope.where,
  };
  const query = useMeasures({ measures: MEASURES.map(({ id }) => id), by, where, limit: MOST });
  const { data } = query;
  const count = data ? formatCount(data.groupCount) : '';
  useWidgetNote(data && byMerchant ? t('assets.note', { count, currency }) : '');
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0)
    return <State kind="empty" text={t('assets.none')} hint={t('assets.noneHint')} />;
  const shown = { by, currency, from: null, to: null, where, openTab };
  const open =
    ({ key, label }: FigureRow) =>
    () => {
      if (byMerchant && key)
        link.publish({ resource: 'merchant', id: key, merchantId: key, ...(label && { label }) });
      openTab('merchantAsset', { ...where, [by]: [key] });
    };
  const column = (measure: Measure, from?: From) =>
    measureColumn(measure, shown, { ...(from && { from }), muted: measure !== TOTAL });
  return (
    <FigureTable<FigureRow>
      label={t('assets.title')}
      columns={[
        nameColumn('merchantAsset', t(`assets.${settings.by}`), { by }, t('measure.all', { count }), open),
        column(AVAILABLE!, 360),
        column(PENDING!, 520),
        column(FROZEN!, 640),
        column(TOTAL!),
      ]}
      rows={data.groups}
      keyOf={({ key }) => key ?? ''}
      total={byMerchant ? { label: null, values: data.total } : undefined}
    />
  );
}
