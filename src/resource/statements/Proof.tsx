import type { StatementProof } from '../../../contract/statementPreview.ts';
import { formatMoney, useT } from '../../kit/index.ts';

interface ProofProps {
  proof: StatementProof;
  currency: string;
  /** No rule matches the statement until a person has released it. */
  held?: boolean;
}

const TONES = { proven: 'pd-up', unproven: 'pd-muted', broken: 'pd-down' } as const;
const COUNTS = new Set(['count', 'debitCount', 'creditCount']);

/** What a statement's own figures say of how it was read: each place where the two part. */
export function Proof({ proof, currency, held = false }: ProofProps) {
  const t = useT('bank');
  const amount = (text: string) => formatMoney(text, currency);
  return (
    <>
      <p className={TONES[proof.state]}>{t(`bankBatch.proof.${proof.state}`)}</p>
      {held && <p>{t('bankBatch.proof.held')}</p>}
      <ul className="sheet-list">
        {proof.breaks.map(({ above, below, expected, printed }) => (
          <li key={`${above} ${below}`}>
            {t('bankBatch.proof.break', {
              above,
              below,
              expected: amount(expected),
              printed: amount(printed),
            })}
          </li>
        ))}
        {proof.disagreements.map(({ figure, expected, printed }) => {
          const shown = COUNTS.has(figure) ? String : amount;
          const name = t(`bankBatch.proof.figures.${figure}`);
          return (
            <li key={figure}>
              {t('bankBatch.proof.figure', { name, expected: shown(expected), printed: shown(printed) })}
            </li>
          );
        })}
      </ul>
    </>
  );
}
