import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { FOREIGN } from '../../../contract/print/printed.ts';
import { type Command, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { Designer } from './Designer.tsx';
import { PrintPeek } from './PrintPeek.tsx';

const wantedIn = (state: unknown): string | undefined =>
  state !== null && typeof state === 'object' && 'design' in state && typeof state.design === 'string'
    ? state.design
    : undefined;

/** The list of templates; in its place the designer of the one that is drawn. */
export default function Prints(props: ViewProps) {
  const t = useT('platform');
  const g = useT('grid');
  const { can } = useCaller();
  const [id, setId] = useState(() => wantedIn(props.state));
  const open = (next: string | undefined) => {
    setId(next);
    props.saveState(next === undefined ? {} : { design: next });
  };
  if (id !== undefined && can('sysPrint:update'))
    return <Designer {...props} id={id} leave={() => open(undefined)} />;
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] =>
    can('sysPrint:update')
      ? [
          {
            id: 'sysPrint.design',
            label: () => t('sysPrint.design.open'),
            icon: 'edit',
            keys: ['d'],
            when() {
              const row = current();
              if (!row) return g('select.one');
              return row.source === FOREIGN ? t('sysPrint.design.foreign') : true;
            },
            run: () => open(current()?.id),
          },
        ]
      : [];
  return <ResourceView {...props} resource="sysPrint" peek={PrintPeek} verbs={verbs} />;
}
