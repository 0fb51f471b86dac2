import './overview.css';
import type { ReactNode } from 'react';
import { type Measure, rateValue } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { Delta } from '../../src/kit/figures/Delta.tsx';
import { openFigure, type Shown } from '../../src/kit/figures/measureColumns.tsx';
import { formatMeasure, formatShare, measureTitle, plainMeasure } from '../../src/kit/figures/measureText.ts';
import { WithTrend } from '../../src/kit/figures/WithTrend.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  Unanswered,
  type WidgetProps,
  currentLocale,
  formatCount,
  formatMoney,
  useFigures,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { compactMoney } from './compactMoney.ts';
import type { settings as manifest } from './index.ts';

const NAMES = ['collected', 'fees', 'rate', 'rows', 'review', 'open'] as const;
const MEASURES = NAMES.map((name) => measureOf(`collectOrder.${name}`)!);
/** What waits now has no former figure. */
const WAITING: readonly string[] = ['collectOrder.review', 'collectOrder.open'];
/** Px of a tile from which its figures are large, as in its style sheet, and of the figures themselves. */
const LARGE = 340;
const [ABOVE, ABOVE_LARGE] = [150, 190];

/** How many of a rate. */
interface Parts {
  part: number;
  whole: number;
}

interface FigureProps {
  label: string;
  value: string;
  exact: string;
  warns: boolean;
  open: (() => void) | undefined;
  children?: ReactNode;
}

function Figure({ label, value, exact, warns, open, children }: FigureProps) {
  return (
    <button type="button" className="ov-figure" title={exact} disabled={!open} onClick={open}>
      <span className="pd-muted">{label}</span>
      <strong className={`pd-number${warns ? ' ov-warning' : ''}`}>{value}</strong>
      {children}
    </button>
  );
}

/** The figures of a period, each with its change since the one before and the orders behind it. */
export default function Overview({ settings, height, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const currency = String(settings.currency);
  const scope = useFigureScope({
    fields: collectOrder.fields,
    period: { hours: settings.hours },
    compares: true,
  });
  const { period, span } = scope;
  const compared = scope.compared ?? { ...period, before: true };
  const where = { currency: [currency], ...scope.where };
  const measures = MEASURES.map(({ id }) => id);
  const { query, before } = useScopedMeasures({ measures, where }, { period, compared });
  const { data } = query;
  const titleOf = (measure: Measure) =>
    measure.id === 'collectOrder.rows' ? t('platform-overview.orders') : measureTitle(measure);
  useWidgetNote(t('period', { currency, span }));
  useFigures(
    data && {
      head: ['', span],
      rows: MEASURES.map((measure) => [titleOf(measure), plainMeasure(data.total[measure.id])]),
    },
  );
  if (!data) return <Unanswered query={query} />;
  const shown: Shown = { by: '', currency, from: data.from, to: data.to, where, openTab };
  const textsOf = (measure: Measure) => {
    const value = data.total[measure.id];
    if (measure.kind === 'money') {
      const amount = plainMeasure(value);
      const exact = formatMoney(amount, currency, { code: true });
      return { value: compactMoney(amount, currency, currentLocale()), exact };
    }
    if (measure.kind === 'count')
      return { value: formatCount(Number(value ?? 0)), exact: formatMeasure(measure, value, currency) };
    const { part, whole } = value as Parts;
    const exact = t('platform-overview.rateBase', { success: formatCount(part), ended: formatCount(whole) });
    return { value: formatShare(rateValue(value)), exact };
  };
  const figures = (
    <div className="ov">
      {MEASURES.map((measure) => (
        <Figure
          key={measure.id}
          label={titleOf(measure)}
          {...textsOf(measure)}
          warns={measure.id === 'collectOrder.review' && Number(data.total[measure.id]) > 0}
          open={openFigure(measure, { label: null, values: data.total }, shown)}
        >
          {!WAITING.includes(measure.id) && (
            <Delta
              measure={measure}
              now={data.total[measure.id]}
              before={before?.total[measure.id]}
              currency={currency}
            />
          )}
        </Figure>
      ))}
    </div>
  );
  const above = height >= LARGE ? ABOVE_LARGE : ABOVE;
  const trend = { measure: MEASURES[0]!, by: '', where, scope, currency, openTab };
  return (
    <WithTrend height={height} above={above} shape="bar" {...trend}>
      {figures}
    </WithTrend>
  );
}
