import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { NoticePeek } from './NoticePeek.tsx';

export default function Notices(props: ViewProps) {
  return <ResourceView {...props} resource="sysNotice" peek={NoticePeek} />;
}
