import { FIGURES, reportGaps } from '../../../contract/resources/reports/reportGaps.ts';
import { DictTag, Money, formatCount, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../RowPeek.tsx';
import { type Compared, figuresOf } from './figuresOf.ts';
import type { Side } from './upstreamDay.ts';
import './compared.css';

/** What the table shows better. */
const SHOWN = [...FIGURES, ...Object.keys(reportGaps)];

/** Of a day that is not compared: why. */
const WHY: Readonly<Record<string, string>> = {
  onlyOurs: 'upstreamEntry.compared.noTheirs',
  onlyTheirs: 'upstreamEntry.compared.noOurs',
  dayNotOver: 'upstreamEntry.compared.notOver',
};

interface ValueProps {
  figure: Compared['figure'];
  value: string | null;
  currency: string;
  gap?: boolean;
}

function Value({ figure, value, currency, gap = false }: ValueProps) {
  if (value === null) return <span className="pd-muted">–</span>;
  if (!figure.endsWith('Count')) return <Money amount={value} currency={currency} signed={gap && 'gap'} />;
  const count = formatCount(Number(value));
  if (!gap || Number(value) === 0) return <span className="pd-number">{count}</span>;
  return <span className="pd-number pd-down">{Number(value) > 0 ? `+${count}` : count}</span>;
}

/** An upstream's day: each figure as it is computed, as the upstream reports it, and what they differ by. */
export function UpstreamDayPeek(props: PeekProps) {
  const t = useT('reports');
  const { row, resource, words } = props;
  const currency = String(row?.currency ?? '');
  const why = WHY[String(row?.agreement)];
  return (
    <RowPeek
      {...props}
      without={SHOWN}
      first={
        row && (
          <section className="report-compared" aria-label={t('upstreamEntry.compared.title')}>
            <p className="report-mark">
              <DictTag dict="reportAgreement" value={row.agreement} />
              {why && <span className="pd-muted">{t(why)}</span>}
            </p>
            <table className="sheet-balances pd-number" aria-label={t('upstreamEntry.compared.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('upstreamEntry.compared.figure')}</th>
                  <th scope="col">{t('upstreamEntry.compared.ours')}</th>
                  <th scope="col">{t('upstreamEntry.compared.theirs')}</th>
                  <th scope="col">{t('upstreamEntry.compared.gap')}</th>
                </tr>
              </thead>
              <tbody>
                {figuresOf(resource.id as Side, row).map(({ figure, ours, theirs, gap }) => (
                  <tr key={figure}>
                    <th scope="row">{words.field(figure)}</th>
                    <td>
                      <Value figure={figure} value={ours} currency={currency} />
                    </td>
                    <td>
                      <Value figure={figure} value={theirs} currency={currency} />
                    </td>
                    <td>
                      <Value figure={figure} value={gap} currency={currency} gap />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      }
    />
  );
}
