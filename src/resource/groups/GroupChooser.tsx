import { memo, useSyncExternalStore } from 'react';
import { Icon, Popover, part, usePartReady, useT } from '../../kit/index.ts';
import type { GroupChoicesProps } from './GroupChoices.tsx';

const GroupChoices = part(async () => ({ default: (await import('./GroupChoices.tsx')).GroupChoices }));

/** Fields that the list is grouped by. */
export const GroupChooser = memo(function GroupChooser(props: GroupChoicesProps) {
  const t = useT('grid');
  const { view } = props.model;
  const { length } = useSyncExternalStore(view.subscribe, view.by);
  const isReady = usePartReady(GroupChoices);
  return (
    <Popover
      className={`pd-icon-button group-chooser${length > 0 ? ' format-set' : ''}`}
      label={t('groups.choose')}
      face={<Icon name="menu" />}
    >
      {() => isReady && <GroupChoices {...props} />}
    </Popover>
  );
});
