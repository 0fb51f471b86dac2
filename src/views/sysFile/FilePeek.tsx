import { Key, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import './files.css';
import { Preview } from './preview/Preview.tsx';

/** What is in a file, and what is known of it. */
export function FilePeek(props: PeekProps & { view: () => void }) {
  const t = useT('platform');
  const { row, view, ...peek } = props;
  const name = `${String(row?.fileName ?? '')}${String(row?.suffix ?? '')}`;
  return (
    <RowPeek
      {...peek}
      row={row}
      first={
        row && (
          <section className="file-preview" aria-label={t('sysFile.preview')}>
            <Preview key={row.id} id={row.id} suffix={String(row.suffix)} name={name} />
            <span className="file-ways">
              <button type="button" className="pd-button" onClick={view}>
                {t('sysFile.actions.view')} <Key keys="v" />
              </button>
              <DownloadButton id={row.id} name={name} />
            </span>
          </section>
        )
      }
    />
  );
}
