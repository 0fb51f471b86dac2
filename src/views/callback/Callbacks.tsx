import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { CallbackPeek } from './CallbackPeek.tsx';

const CHIPS = ['delivered', 'sentAt', 'merchantId', 'manual', 'httpStatus'];

export default function Callbacks(props: ViewProps) {
  return <ResourceView {...props} resource="callback" chips={CHIPS} peek={CallbackPeek} />;
}
