import { Icon, Popover, part, usePartReady, useT } from '../../kit/index.ts';
import type { SavedViews } from './useSavedViews.ts';

const SaveViewForm = part(async () => ({ default: (await import('./SaveViewForm.tsx')).SaveViewForm }));

/** Keeps what the list shows as a view of its own. */
export function SaveView({ all }: { all: SavedViews }) {
  const t = useT('grid');
  const isReady = usePartReady(SaveViewForm);
  return (
    <Popover className="pd-icon-button" label={t('views.saveAs')} face={<Icon name="save" />}>
      {(close) => isReady && <SaveViewForm all={all} close={close} />}
    </Popover>
  );
}
