import type { RowsResult } from '../../contract/calls.ts';
import type { MeasureAnswer } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { channelBinding } from '../../contract/resources/channels/channelBinding.ts';
import { FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { type FigureRow, measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  DictTag,
  State,
  Unanswered,
  type WidgetProps,
  dictLabel,
  formatMoney,
  formatRate,
  useCaller,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { type Binding, type Side, sideOf, type Terms } from './terms.ts';
import type { settings as manifest } from './index.ts';

type Props = WidgetProps<typeof manifest>;

interface Row extends FigureRow {
  binding: Binding;
  terms: Terms;
}

const MOST = 100;
const BY = 'channelId';

interface TableProps {
  bindings: readonly Binding[];
  figures: MeasureAnswer;
  before: MeasureAnswer | undefined;
  side: Side;
  currency: string;
  merchantId: string;
  openTab: Props['openTab'];
}

function Terms({ bindings, figures, before, side, currency, merchantId, openTab }: TableProps) {
  const t = useT('widgets');
  const resource = side === 'pay' ? 'payOrder' : 'collectOrder';
  const where = { currency: [currency], merchantId: [merchantId] };
  const shown = { by: BY, currency, from: figures.from, to: figures.to, where, openTab, before };
  const values = new Map(figures.groups.map((group) => [group.key, group.values]));
  const rows = bindings.flatMap((binding): Row[] => {
    const terms = sideOf(binding, side);
    const { channelId: key, channelName: label } = binding;
    return terms ? [{ key, label, binding, terms, values: values.get(key) ?? {} }] : [];
  });
  if (rows.length === 0) return <State kind="empty" text={t('my-channels.none', { currency })} />;
  const fee = ({ terms }: Row) =>
    [formatRate(terms.rate), Number(terms.fixed) > 0 ? formatMoney(terms.fixed, currency) : '']
      .filter(Boolean)
      .join(' + ');
  const limits = ({ terms }: Row) =>
    `${formatMoney(terms.least, currency)} – ${formatMoney(terms.most, currency)}`;
  return (
    <FigureTable<Row>
      label={t('my-channels.title')}
      columns={[
        nameColumn<Row>(
          resource,
          t('my-channels.channel'),
          { by: BY },
          '',
          ({ key }) =>
            () =>
              openTab('channelBinding', { merchantId: [merchantId], channelId: [key] }),
        ),
        {
          id: 'state',
          title: t('my-channels.state'),
          start: true,
          from: 440,
          render: ({ binding }) => <DictTag dict="statusEnum" value={binding.status} />,
          plain: ({ binding }) => dictLabel('statusEnum', binding.status),
        },
        { id: 'fee', title: t('my-channels.fee'), render: fee, plain: fee },
        {
          id: 'limits',
          title: t('my-channels.limits'),
          from: 640,
          render: (row) => <span className="pd-muted">{limits(row)}</span>,
          plain: limits,
        },
        measureColumn(measureOf(`${resource}.rows`)!, shown, { title: t('measure.orders'), from: 360 }),
        measureColumn(measureOf(`${resource}.rate`)!, shown, { from: 240 }),
      ]}
      rows={rows}
      keyOf={({ key }) => key ?? ''}
    />
  );
}

/** The terms of a merchant's channels and how its orders do on them: of one's own, or of the linked merchant. */
export default function MyChannels({ settings, openTab, link }: Props) {
  const t = useT('widgets');
  const { profile } = useCaller();
  const { context } = link;
  const side: Side = settings.side === 'pay' ? 'pay' : 'collect';
  const currency = String(settings.currency);
  const resource = side === 'pay' ? 'payOrder' : 'collectOrder';
  const scope = useFigureScope({
    fields: channelBinding.fields,
    period: { hours: settings.hours },
    compares: true,
    context,
  });
  const { span, where } = scope;
  const merchantId = profile.merchantId ?? where.merchantId?.[0];
  const owner = { ...where, currency: [currency], ...(merchantId && { merchantId: [merchantId] }) };
  const bindings = useLive<RowsResult<Binding>>('channelBinding/rows', { ...owner, start: 0, end: MOST });
  const { query, before } = useScopedMeasures(
    {
      measures: ['rows', 'rate'].map((name) => `${resource}.${name}`),
      by: BY,
      where: owner,
      limit: 50,
    },
    scope,
  );
  const name = context && context.id === merchantId ? (context.label ?? '') : '';
  useWidgetNote(
    [name, t(`my-channels.choices.side.${side}`), t('period', { currency, span })]
      .filter(Boolean)
      .join(' · '),
  );
  if (!merchantId) return <State kind="empty" text={t('my-channels.unlinked')} />;
  const failed = [bindings, query].find(({ data }) => !data);
  if (!bindings.data || !query.data) return <Unanswered query={failed!} />;
  return (
    <Terms
      bindings={bindings.data.items}
      figures={query.data}
      before={before}
      side={side}
      currency={currency}
      merchantId={merchantId}
      openTab={openTab}
    />
  );
}
