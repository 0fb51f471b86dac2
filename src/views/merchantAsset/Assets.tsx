import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { CheckSheet } from './CheckSheet.tsx';

export default function Assets(props: ViewProps) {
  const t = useT('finance');
  const { can } = useCaller();
  const [ids, setIds] = useState<readonly string[]>();
  const sheet = ({ close }: Pick<SheetPorts, 'close'>) =>
    ids && <CheckSheet key={ids.join()} ids={ids} close={close} />;
  const verbs = (
    current: () => Row | undefined,
    chosen: () => readonly Row[],
    count: () => number,
  ): Omit<Command, 'scope'>[] => {
    const meant = () => (chosen().length > 0 ? chosen() : [current()].filter((row) => row !== undefined));
    if (!can('merchantAsset:check')) return [];
    return [
      {
        id: 'merchantAsset.check',
        label: () => t('merchantAsset.actions.check'),
        icon: 'check',
        keys: ['k'],
        rowless: true,
        when: () => {
          const [loaded, all] = [meant().length, count()];
          if (loaded === 0) return t('merchantAsset.select.check');
          return all > loaded ? t('merchantAsset.check.part', { loaded, all }) : true;
        },
        run: () => setIds(meant().map(({ id }) => id)),
      },
    ];
  };
  return (
    <ResourceView
      {...props}
      resource="merchantAsset"
      follows
      verbs={verbs}
      sheet={ids ? { close: () => setIds(undefined), draw: sheet } : undefined}
    />
  );
}
