import './assets.css';
import type { Totals } from '../../contract/calls.ts';
import { merchantAsset } from '../../contract/resources/finance/merchantAsset.ts';
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
import { assetRows, mine } from './rows.ts';

export default function Assets({ settings, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { profile } = useCaller();
  const { currency, where } = useFigureScope({ fields: merchantAsset.fields });
  const whose = { ...(currency && { currency: [currency] }), ...where, ...mine(profile) };
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
  return (
    <div className="tile-rows">
      <table className="assets">
        <thead>
          <tr>
            <th scope="col">{t('my-assets.currency')}</th>
            <th scope="col">{t('my-assets.available')}</th>
            <th scope="col">{t('my-assets.pending')}</th>
            <th scope="col">{t('my-assets.frozen')}</th>
            <th scope="col">{t('my-assets.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => openTab('merchantAsset', { ...whose, currency: [row.currency] })}
                >
                  {row.currency}
                </button>
              </th>
              <td>
                <Money amount={row.available} currency={row.currency} />
              </td>
              <td className="pd-muted">
                <Money amount={row.pending} currency={row.currency} />
              </td>
              <td className="pd-muted">
                <Money amount={row.frozen} currency={row.currency} />
              </td>
              <td>
                <strong>
                  <Money amount={row.total} currency={row.currency} />
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
