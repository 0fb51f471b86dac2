import type { PreviewFailure } from '../../../contract/statementPreview.ts';
import { useT } from '../../kit/index.ts';

interface FailureProps {
  failure: PreviewFailure;
  /** Reads it as its own names of columns say; present where these can be read. */
  byOwnNames?: (() => void) | undefined;
}

/** Why a file cannot be read: the columns that it lacks beside those that it has. */
export function Failure({ failure, byOwnNames }: FailureProps) {
  const t = useT('bank');
  const { why, line, missing = [], found = [], nearest = {} } = failure;
  return (
    <div className="reading-failure" role="alert">
      {missing.length > 0 ? (
        <>
          <p className="pd-down">{t('bankBatch.preview.lacks', { line })}</p>
          <ul className="sheet-list">
            {missing.map((name) => (
              <li key={name}>
                <b>{name}</b>
                <span className="pd-muted">
                  {nearest[name] === undefined
                    ? t('bankBatch.preview.noNearest')
                    : t('bankBatch.preview.nearest', { name: nearest[name] })}
                </span>
              </li>
            ))}
          </ul>
          <p className="pd-muted">{t('bankBatch.preview.has', { found: found.join(' · ') })}</p>
        </>
      ) : (
        <p className="pd-down">
          {t('bankBatch.faults.line', { line })}: {t(`bankBatch.faults.${why}`, { found: found.join(', ') })}
        </p>
      )}
      {byOwnNames && (
        <button type="button" className="pd-button" onClick={byOwnNames}>
          {t('bankBatch.preview.byOwnNames')}
        </button>
      )}
    </div>
  );
}
