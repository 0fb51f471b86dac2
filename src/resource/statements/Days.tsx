import type { PreviewDay, StatementPreview } from '../../../contract/statementPreview.ts';
import { formatCount, formatMoney, Scrolled, useT } from '../../kit/index.ts';

interface FiguresProps {
  of: Omit<PreviewDay, 'day'>;
  currency: string;
}

function Figures({ of, currency }: FiguresProps) {
  return (
    <>
      <td className="pd-number">{formatCount(of.credits)}</td>
      <td className="pd-number">{formatMoney(of.credited, currency)}</td>
      <td className="pd-number">{formatCount(of.debits)}</td>
      <td className="pd-number">{formatMoney(of.debited, currency)}</td>
    </>
  );
}

/** What came in and went out on each day, and on all of them. */
export function Days({ preview: { days, totals, currency } }: { preview: StatementPreview }) {
  const t = useT('bank');
  return (
    <Scrolled className="reading-lines reading-days" label={t('bankBatch.preview.days')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('bankBatch.preview.day')}</th>
            {(['in', 'out'] as const).flatMap((side) => [
              <th key={`${side} count`} scope="col" className="pd-number">
                {t('bankBatch.preview.count')}
              </th>,
              <th key={side} scope="col" className="pd-number">
                {t(`bankBatch.preview.columns.${side}`)}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {days.length > 1 && (
            <tr className="reading-total">
              <th scope="row">{t('bankBatch.preview.all', { count: formatCount(days.length) })}</th>
              <Figures of={totals} currency={currency} />
            </tr>
          )}
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <Figures of={day} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
