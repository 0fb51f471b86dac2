import type { PlatformBalance } from '../../contract/platformBalance.ts';
import { systemDetail } from '../../contract/resources/finance/systemDetail.ts';
import { FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import {
  DictTag,
  Money,
  State,
  Unanswered,
  type WidgetProps,
  dictLabel,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

const EVERY_MS = 60_000;
/** What each of the platform's balances is of. */
const { currency: CURRENCY, upstreamId: UPSTREAM } = systemDetail.fields;
const FIELDS = { currency: CURRENCY, upstreamId: UPSTREAM };

const nameOf = ({ account, upstreamName }: PlatformBalance): string =>
  upstreamName ?? dictLabel('platformAccount', account);

/** What each of the platform's own accounts holds in one currency. */
export default function SystemAssets({ settings, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const currency = String(settings.currency);
  const { where } = useFigureScope({ fields: FIELDS });
  const query = useLive<PlatformBalance[]>('systemDetail/balances', {}, EVERY_MS);
  const { data } = query;
  useWidgetNote(currency);
  if (!data) return <Unanswered query={query} />;
  const rows = data.filter(
    (row) => row.currency === currency && (where.upstreamId?.includes(row.upstreamId ?? '') ?? true),
  );
  if (rows.length === 0) return <State kind="empty" text={t('system-assets.none', { currency })} />;
  const open =
    ({ account, upstreamId, upstreamName }: PlatformBalance) =>
    () => {
      if (upstreamId)
        link.publish({ resource: 'upstream', id: upstreamId, ...(upstreamName && { label: upstreamName }) });
      openTab('systemDetail', {
        account: [account],
        currency: [currency],
        ...(upstreamId && { upstreamId: [upstreamId] }),
      });
    };
  return (
    <FigureTable
      label={t('system-assets.title')}
      columns={[
        {
          id: 'account',
          title: t('system-assets.account'),
          start: true,
          render: nameOf,
          plain: nameOf,
          open,
        },
        {
          id: 'kind',
          title: t('system-assets.kind'),
          start: true,
          from: 300,
          render: ({ account }) => <DictTag dict="platformAccount" value={account} />,
          plain: ({ account }) => dictLabel('platformAccount', account),
        },
        {
          id: 'balance',
          title: t('system-assets.balance'),
          render: ({ balance }) => <Money amount={balance} currency={currency} />,
          plain: ({ balance }) => balance,
          open,
        },
      ]}
      rows={rows}
      keyOf={({ account, upstreamId }) => `${account}:${upstreamId ?? ''}`}
    />
  );
}
