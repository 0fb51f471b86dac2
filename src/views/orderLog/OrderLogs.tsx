import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

export default function OrderLogs(props: ViewProps) {
  return <ResourceView {...props} resource="orderLog" follows />;
}
