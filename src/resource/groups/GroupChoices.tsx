import { useSyncExternalStore } from 'react';
import { isGroupable } from '../../../contract/listGroups.ts';
import { Choice, useT } from '../../kit/index.ts';
import { known } from '../../kit/data/known.ts';
import type { GridModel } from '../grid/model.ts';
import { groupList } from './groupList.ts';

export interface GroupChoicesProps {
  model: GridModel;
  label: (field: string) => string;
}

/** The first and the second field to group by. */
export function GroupChoices({ model, label }: GroupChoicesProps) {
  const t = useT('grid');
  const by = useSyncExternalStore(model.view.subscribe, model.view.by);
  const fields = Object.entries(known(model.resource).fields)
    .filter(([, field]) => isGroupable(field))
    .map(([name]) => name);
  const optionsBut = (other: string | undefined) => [
    { value: '', text: t('groups.none') },
    ...fields.filter((name) => name !== other).map((name) => ({ value: name, text: label(name) })),
  ];
  const put = (first: string | undefined, second: string | undefined) =>
    groupList(model, [first, second].filter((name) => name !== undefined && name !== '') as string[]);
  return (
    <div className="group-choices">
      <span>{t('groups.first')}</span>
      <Choice
        label={t('groups.first')}
        value={by[0] ?? ''}
        options={optionsBut(by[1])}
        set={(name) => put(name, by[1])}
      />
      {by.length > 0 && (
        <>
          <span>{t('groups.second')}</span>
          <Choice
            label={t('groups.second')}
            value={by[1] ?? ''}
            options={optionsBut(by[0])}
            set={(name) => put(by[0], name)}
          />
        </>
      )}
    </div>
  );
}
