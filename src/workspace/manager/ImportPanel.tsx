import { useT } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { Repairs } from '../parts/Repairs.tsx';
import { tell } from '../sync/dialogs.ts';
import { Preview } from './Preview.tsx';
import { type Imported, addImported } from './verbs.ts';

interface ImportPanelProps {
  imported: Imported;
  done: () => void;
  cancel: () => void;
}

/** A layout out of a file before it becomes one's own: how it looks, and what of it could not be read. */
export function ImportPanel({ imported, done, cancel }: ImportPanelProps) {
  const t = useT('workspace');
  const { envelope, repairs, file } = imported;
  const add = async (read: Envelope) => {
    await tell(() => addImported(read));
    done();
  };
  return (
    <>
      <h3>{envelope?.name ?? file}</h3>
      {envelope && <Preview envelope={envelope} />}
      {repairs.length > 0 ? (
        <>
          <p role="alert">
            {t(envelope ? 'manager.importRepaired' : 'manager.importRefused', {
              file,
              count: repairs.length,
            })}
          </p>
          <Repairs repairs={repairs} />
        </>
      ) : (
        <p className="pd-muted">{t('manager.importFine', { file })}</p>
      )}
      <footer>
        <button type="button" className="pd-button" onClick={cancel}>
          {t('dialog.cancel')}
        </button>
        {envelope && (
          <button type="button" className="pd-button pd-button-primary" onClick={() => void add(envelope)}>
            {t('manager.importAction')}
          </button>
        )}
      </footer>
    </>
  );
}
