import { type Keymap, setKeymap } from '../../kit/commands/keymap.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { FileButton, JSON_FILES } from '../../kit/ui/FileButton.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { exportKeymap, readKeymap } from './keymapFile.ts';

/** What can be done with the keymap as a whole. */
export function Foot({ keymap }: { keymap: Keymap }) {
  const t = useT('app');
  const own = Object.keys(keymap).length;
  const take = async (given: File): Promise<void> => {
    const read = await readKeymap(given);
    if (!read) return toast.error(t('keys.notKeymap', { name: given.name }), { key: 'keymap' });
    setKeymap(read.keymap);
    const count = Object.keys(read.keymap).length;
    if (read.dropped > 0)
      toast.warning(t('keys.importedPart', { count, dropped: read.dropped }), { key: 'keymap' });
    else toast.success(t('keys.imported', { count }), { key: 'keymap' });
  };
  return (
    <footer>
      <span className="pd-muted">{t('keys.note')}</span>
      <FileButton label={t('keys.import')} accept={JSON_FILES} take={(file) => void take(file)} />
      <button
        type="button"
        className="pd-button"
        disabled={own === 0}
        onClick={() => exportKeymap(keymap, t('keys.title'))}
      >
        {t('keys.export')}
      </button>
      <button type="button" className="pd-button" disabled={own === 0} onClick={() => setKeymap({})}>
        {t('keys.resetAll')}
      </button>
    </footer>
  );
}
