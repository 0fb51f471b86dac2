import { FlowReport } from '../../src/kit/figures/FlowReport.tsx';
import type { WidgetProps } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

/** How many orders went to which upstream, and what was collected. */
export default function UpstreamFlow(props: WidgetProps<typeof manifest>) {
  return <FlowReport by="upstreamId" {...props} />;
}
