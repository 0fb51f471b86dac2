import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import { useT } from '../../kit/index.ts';
import { Proof } from '../../resource/statements/Proof.tsx';
import { badLines, faultText, faultsOf, readingOf } from './result.ts';

const SHOWN = 200;

/** A batch with the lines that are none, by their number in the file and why. */
export function BatchPeek(props: PeekProps) {
  const t = useT('bank');
  const faults = faultsOf(props.row);
  const reading = readingOf(props.row);
  return (
    <RowPeek {...props} without={['errors', 'reading']}>
      {reading && (
        <>
          <h3 className="dock-section">{t('bankBatch.proof.title')}</h3>
          <Proof proof={reading.proof} currency={reading.currency} held={props.row?.held === true} />
        </>
      )}
      {reading && Object.keys(reading.skipped).length > 0 && (
        <>
          <h3 className="dock-section">{t('bankBatch.skipped.title')}</h3>
          <ul className="sheet-list">
            {Object.entries(reading.skipped).map(([reason, count]) => (
              <li key={reason}>
                <span>{t(`bankBatch.skipped.${reason}`)}</span>
                <span className="pd-number">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className="dock-section">{t('bankBatch.faults.title')}</h3>
      {faults.length === 0 && <p className="pd-muted">{t('bankBatch.faults.none')}</p>}
      <ul className="sheet-list">
        {faults.slice(0, SHOWN).map((each) => (
          <li key={`${each.line}${each.fault}`}>
            <span className="pd-number">{t('bankBatch.faults.line', { line: each.line })}</span>
            <span className="pd-muted">{faultText(each)}</span>
          </li>
        ))}
      </ul>
      {badLines(props.row) > faults.length && (
        <p className="pd-muted">{t('bankBatch.faults.more', { count: faults.length })}</p>
      )}
    </RowPeek>
  );
}
