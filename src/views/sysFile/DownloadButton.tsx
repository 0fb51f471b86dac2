import { download, useT } from '../../kit/index.ts';

/** Saves the file under its name; why it cannot be had is said where calls say it. */
export function DownloadButton({ id, name }: { id: string; name: string }) {
  const t = useT('platform');
  return (
    <button
      type="button"
      className="pd-button"
      onClick={() => void download(`sysFile/preview/${id}`, name).catch(() => undefined)}
    >
      {t('sysFile.actions.download')}
    </button>
  );
}
