import type { ReactNode } from 'react';
import type { PreviewRow, StatementPreview } from '../../../contract/statementPreview.ts';
import { formatCount, formatInstant, formatMoney, Scrolled, useT } from '../../kit/index.ts';

const COLUMNS = 7;

interface RowProps extends Pick<StatementPreview, 'currency'> {
  row: PreviewRow;
  zone: string;
  /** Its balance parts from that of its neighbour. */
  isBroken: boolean;
}

/** A row that is none says why in place of its figures. */
function Row({ row, currency, zone, isBroken }: RowProps) {
  const t = useT('bank');
  const { number, faults, skipped, direction, amount, text } = row;
  const why = faults
    ? faults.map((fault) => t(`bankBatch.faults.${fault}`)).join(' · ')
    : skipped && t(`bankBatch.skipped.${skipped}`);
  if (why !== undefined)
    return (
      <tr className={faults ? 'reading-fault' : 'reading-skipped'}>
        <th scope="row">{number}</th>
        <td colSpan={COLUMNS - 1} title={text}>
          <b className={faults ? 'pd-down' : undefined}>{why}</b> <span className="pd-muted">{text}</span>
        </td>
      </tr>
    );
  const money = formatMoney(amount, currency);
  const words = [row.payer, row.description].filter(Boolean).join(' · ');
  return (
    <tr className={isBroken ? 'reading-broken' : undefined}>
      <th scope="row">{number}</th>
      <td>{formatInstant(row.bookedAt, row.wholeDay ? 'date' : 'dateTime', zone)}</td>
      <td className="pd-number">{direction === 1 && money}</td>
      <td className="pd-number">{direction === 2 && money}</td>
      <td className={`pd-number${isBroken ? ' pd-down' : ''}`}>{formatMoney(row.balance, currency)}</td>
      <td className="pd-mono" title={row.utr ?? undefined}>
        {row.utr}
      </td>
      <td className="reading-words" title={words}>
        {words}
      </td>
    </tr>
  );
}

interface LinesProps {
  label: string;
  preview: StatementPreview;
  rows: readonly PreviewRow[];
  /** After so many rows others are left out: how many. */
  gap?: { after: number; count: number } | undefined;
}

/** Lines of a file as they would be read, each by its number in the file. */
export function Lines({ label, preview, rows, gap }: LinesProps) {
  const t = useT('bank');
  const { currency, format, proof } = preview;
  const broken = new Set(proof.breaks.flatMap(({ above, below }) => [above, below]));
  const drawn = rows.map((row) => (
    <Row
      key={row.number}
      row={row}
      currency={currency}
      zone={format.zone}
      isBroken={broken.has(row.number)}
    />
  ));
  const left: ReactNode = gap && gap.count > 0 && (
    <tr key="gap" className="reading-skipped">
      <th scope="row">…</th>
      <td colSpan={COLUMNS - 1}>{t('bankBatch.preview.gap', { count: formatCount(gap.count) })}</td>
    </tr>
  );
  return (
    <Scrolled className="reading-lines" label={label}>
      <table>
        <thead>
          <tr>
            {(['line', 'date', 'in', 'out', 'balance', 'reference', 'text'] as const).map((name) => (
              <th
                key={name}
                scope="col"
                className={name === 'in' || name === 'out' || name === 'balance' ? 'pd-number' : undefined}
              >
                {t(`bankBatch.preview.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{gap ? [...drawn.slice(0, gap.after), left, ...drawn.slice(gap.after)] : drawn}</tbody>
      </table>
    </Scrolled>
  );
}
