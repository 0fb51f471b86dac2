import { measureOf } from '../../contract/measures.ts';
import { bankBill } from '../../contract/resources/bank/bankBill.ts';
import { FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { type FigureRow, measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { WithTrend } from '../../src/kit/figures/WithTrend.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import { Unanswered, type WidgetProps, formatCount, useT, useWidgetNote } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

const NAMES = ['rows', 'sum-credit', 'sum-debit', 'sum-net', 'unmatched', 'unmatchedCredit'];
const [LINES, CREDIT, DEBIT, NET, UNMATCHED, OPEN_CREDIT] = NAMES.map(
  (name) => measureOf(`bankBill.${name}`)!,
);
const BY = 'bankAccountId';

/** What moved on each bank account by its statements, and what of it no order explains yet. */
export default function BankStatistics({ settings, height, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const currency = String(settings.currency);
  const scope = useFigureScope({
    fields: bankBill.fields,
    period: { hours: settings.hours },
    compares: true,
  });
  const where = { currency: [currency], ...scope.where };
  const { query, before } = useScopedMeasures(
    {
      measures: NAMES.map((name) => `bankBill.${name}`),
      by: BY,
      where,
      limit: 50,
    },
    scope,
  );
  const { data } = query;
  const { span } = scope;
  useWidgetNote(t('period', { currency, span }));
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0) return <NoFigures resource="bankBill" currency={currency} scope={scope} />;
  const { from, to } = data;
  const shown = { by: BY, currency, from, to, where, openTab, before };
  const open =
    ({ key }: FigureRow) =>
    () =>
      openTab('bankBill', { ...where, [BY]: [key], bookedAt: { from, to } });
  const all = t('measure.all', { count: formatCount(data.groupCount) });
  const table = (
    <FigureTable<FigureRow>
      label={t('bank-statistics.title')}
      columns={[
        nameColumn('bankBill', t('bank-statistics.account'), { by: BY }, all, open),
        measureColumn(LINES!, shown, { title: t('bank-statistics.lines'), from: 440 }),
        measureColumn(CREDIT!, shown, { title: t('bank-statistics.credit') }),
        measureColumn(DEBIT!, shown, { title: t('bank-statistics.debit'), from: 360 }),
        measureColumn(NET!, shown, { title: t('bank-statistics.net'), from: 640, muted: true }),
        measureColumn(UNMATCHED!, shown, { title: t('bank-statistics.unmatched'), from: 300 }),
        measureColumn(OPEN_CREDIT!, shown, {
          title: t('bank-statistics.openCredit'),
          from: 520,
          muted: true,
        }),
      ]}
      rows={data.groups}
      keyOf={({ key }) => key ?? ''}
      total={{ label: null, values: data.total }}
    />
  );
  const trend = { measure: CREDIT!, by: BY, where, scope, currency, openTab };
  return (
    <WithTrend height={height} lines={data.groups.length + 2} shape="stacked" {...trend}>
      {table}
    </WithTrend>
  );
}
