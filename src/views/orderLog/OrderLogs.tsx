import type { ViewProps } from '../../kit/index.ts';
import { LogPeek } from '../../resource/logs/LogPeek.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';

export default function OrderLogs(props: ViewProps) {
  return <ResourceView {...props} resource="orderLog" follows peek={LogPeek} />;
}
