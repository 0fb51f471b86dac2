import { memo } from 'react';
import { Icon, Popover, part, usePartReady, useT } from '../../kit/index.ts';
import type { ChooserProps } from './ColumnChoices.tsx';

const ColumnChoices = part(async () => ({ default: (await import('./ColumnChoices.tsx')).ColumnChoices }));

/** Which columns a person sees, in which order and at which edge; widths are set in the header itself. */
export const ColumnChooser = memo(function ColumnChooser(props: ChooserProps) {
  const t = useT('grid');
  const isReady = usePartReady(ColumnChoices);
  return (
    <Popover className="pd-icon-button" label={t('columns.choose')} face={<Icon name="columns" />}>
      {() => isReady && <ColumnChoices {...props} />}
    </Popover>
  );
});
