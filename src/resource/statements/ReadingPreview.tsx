import type { StatementFormat } from '../../../contract/statementFormat.ts';
import type { StatementPreview } from '../../../contract/statementPreview.ts';
import { formatCount, formatMoney, useT } from '../../kit/index.ts';
import { Proof } from './Proof.tsx';
import { Chips, type Doubt } from './Chips.tsx';
import { Days } from './Days.tsx';
import { Lines } from './Lines.tsx';
import './preview.css';

interface ReadingPreviewProps {
  preview: StatementPreview;
  doubtful?: readonly Doubt[];
  /** Changes the manner in place; `settled` is what a person has decided by it. */
  change?: ((format: StatementFormat, settled: string) => void) | undefined;
  /** It is being read anew. */
  busy?: boolean;
}

function Counts({ preview }: { preview: StatementPreview }) {
  const t = useT('bank');
  const { lines, faults, skipped, currency } = preview;
  const { credits, credited, debits, debited } = preview.totals;
  const sides = [
    ['in', credits, credited],
    ['out', debits, debited],
  ] as const;
  const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const reasons = Object.entries(skipped)
    .map(([reason, count]) => `${t(`bankBatch.skipped.${reason}`)} ${formatCount(count)}`)
    .join(' · ');
  return (
    <p className="reading-counts">
      <b>{t('bankBatch.preview.lines', { count: lines, shown: formatCount(lines) })}</b>
      {sides.map(([side, count, sum]) => (
        <span key={side}>
          <span className="pd-muted">{t(`bankBatch.preview.columns.${side}`)}</span> {formatCount(count)} ·{' '}
          <b className="pd-number">{formatMoney(sum, currency)}</b>
        </span>
      ))}
      {faults > 0 && (
        <span className="pd-down">{t('bankBatch.preview.bad', { shown: formatCount(faults) })}</span>
      )}
      {left > 0 && (
        <span className="pd-muted" title={reasons}>
          {t('bankBatch.preview.left', { shown: formatCount(left) })}: {reasons}
        </span>
      )}
    </p>
  );
}

/** How a statement would be read: what its own figures say of that, its manner, its days and its lines. */
export function ReadingPreview({ preview, doubtful = [], change, busy = false }: ReadingPreviewProps) {
  const t = useT('bank');
  const { first, last, doubts, proof, currency } = preview;
  const others = Object.values(preview.skipped).reduce((sum, count) => sum + count, 0);
  const left = preview.lines + preview.faults + others - first.length - last.length;
  return (
    <section className="reading" aria-label={t('bankBatch.preview.title')} aria-busy={busy}>
      <Proof proof={proof} currency={currency} />
      <Counts preview={preview} />
      <Chips preview={preview} doubtful={doubtful} change={change} />
      {doubtful.map((name) => (
        <p key={name} className="reading-undecided" role="status">
          {t(`bankBatch.preview.doubtful.${name}`)}
        </p>
      ))}
      {doubts.length > 0 && (
        <>
          <h4>{t('bankBatch.preview.doubts', { count: formatCount(doubts.length) })}</h4>
          <Lines label={t('bankBatch.preview.doubtsTitle')} preview={preview} rows={doubts} />
        </>
      )}
      <h4>{t('bankBatch.preview.firstLast')}</h4>
      <Lines
        label={t('bankBatch.preview.firstLast')}
        preview={preview}
        rows={[...first, ...last]}
        gap={{ after: first.length, count: left }}
      />
      <h4>{t('bankBatch.preview.days')}</h4>
      <Days preview={preview} />
    </section>
  );
}
