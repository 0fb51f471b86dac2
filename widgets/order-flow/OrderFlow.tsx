import { FlowReport } from '../../src/kit/figures/FlowReport.tsx';
import type { WidgetProps } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

/** How many orders came from which merchant, and what was collected. */
export default function OrderFlow(props: WidgetProps<typeof manifest>) {
  return <FlowReport by="merchantId" {...props} />;
}
