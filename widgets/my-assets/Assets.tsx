import type { Totals } from '../../contract/calls.ts';
import { Amount } from '../../contract/money.ts';
import { merchantAsset } from '../../contract/resources/finance/merchantAsset.ts';
import { type FigureColumn, FigureTable, type From } from '../../src/kit/figures/FigureTable.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import {
  Money,
  State,
  Unanswered,
  type WidgetProps,
  useCaller,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';
import { type AssetRow, assetRows, mine } from './rows.ts';

type Props = WidgetProps<typeof manifest>;

const PARTS: readonly (readonly [Exclude<keyof AssetRow, 'currency'>, From?])[] = [
  ['available'],
  ['pending', 520],
  ['frozen', 520],
  ['total'],
];

/** The balances of one merchant by currency. */
function Held({ settings, openTab, owner }: Pick<Props, 'settings' | 'openTab'> & { owner: string[] }) {
  const t = useT('widgets');
  const { currency, where } = useFigureScope({ fields: merchantAsset.fields });
  const whose = { ...(currency && { currency: [currency] }), ...where, merchantId: owner };
  const query = useLive<Totals>('merchantAsset/totals', whose);
  const { data } = query;
  useWidgetNote(data ? t('my-assets.note', { count: data.total }) : '');
  if (!data) return <Unanswered query={query} />;
  const rows = assetRows(data, settings.hideEmpty);
  if (rows.length === 0)
    return (
      <State
        kind="empty"
        text={t('my-assets.none')}
        hint={t(data.total > 0 ? 'my-assets.allEmpty' : 'assets.noneHint')}
      />
    );
  const open = (row: AssetRow) => () => openTab('merchantAsset', { ...whose, currency: [row.currency] });
  const column = ([part, from]: (typeof PARTS)[number]): FigureColumn<AssetRow> => ({
    id: part,
    title: t(`my-assets.${part}`),
    render: (row) => {
      const amount = <Money amount={row[part]} currency={row.currency} />;
      return part === 'total' ? (
        <strong>{amount}</strong>
      ) : (
        <span className={from && 'pd-muted'}>{amount}</span>
      );
    },
    plain: (row) => row[part],
    // Nothing has no list.
    open: (row) => (new Amount(row[part]).isZero() ? undefined : open(row)),
    ...(from && { from }),
  });
  return (
    <FigureTable<AssetRow>
      label={t('my-assets.title')}
      columns={[
        {
          id: 'currency',
          title: t('my-assets.currency'),
          render: (row) => row.currency,
          plain: (row) => row.currency,
          start: true,
          open,
        },
        ...PARTS.map(column),
      ]}
      rows={rows}
      keyOf={(row) => row.currency}
    />
  );
}

/** What the person's own merchant holds; staff belong to none and hold nothing. */
export default function Assets({ settings, openTab }: Props) {
  const t = useT('widgets');
  const owner = mine(useCaller().profile);
  return owner ? (
    <Held settings={settings} openTab={openTab} owner={owner} />
  ) : (
    <State kind="empty" text={t('my-assets.staff')} hint={t('my-assets.staffHint')} />
  );
}
