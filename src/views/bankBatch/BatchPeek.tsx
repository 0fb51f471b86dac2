import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import { useT } from '../../kit/index.ts';

interface Fault {
  line: number;
  fault: string;
  detail?: string;
}

const SHOWN = 200;

/** A batch with the lines that are none, by their number in the file and why. */
export function BatchPeek(props: PeekProps) {
  const t = useT('bank');
  const faults = (Array.isArray(props.row?.errors) ? props.row.errors : []) as Fault[];
  return (
    <RowPeek {...props} without={['errors']}>
      <h3 className="dock-section">{t('bankBatch.faults.title')}</h3>
      {faults.length === 0 && <p className="pd-muted">{t('bankBatch.faults.none')}</p>}
      <ul className="sheet-list">
        {faults.slice(0, SHOWN).map(({ line, fault, detail = '' }) => (
          <li key={`${line}${fault}`}>
            <span className="pd-number">{t('bankBatch.faults.line', { line })}</span>
            <span className="pd-muted">{t(`bankBatch.faults.${fault}`, { detail })}</span>
          </li>
        ))}
      </ul>
      {Number(props.row?.failed) > faults.length && (
        <p className="pd-muted">{t('bankBatch.faults.more', { count: faults.length })}</p>
      )}
    </RowPeek>
  );
}
