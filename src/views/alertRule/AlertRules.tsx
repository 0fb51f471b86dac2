import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { alertColumns } from '../../resource/alerts/columns.ts';
import { Trial } from './Trial.tsx';

const CHIPS = ['state', 'measure', 'status'];

export default function AlertRules(props: ViewProps) {
  return (
    <ResourceView
      {...props}
      resource="alertRule"
      chips={CHIPS}
      wide={alertColumns}
      phone={alertColumns}
      form={Trial}
    />
  );
}
