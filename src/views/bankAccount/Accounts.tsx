import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { AccountPeek } from './AccountPeek.tsx';

export default function Accounts(props: ViewProps) {
  return <ResourceView {...props} resource="bankAccount" peek={AccountPeek} />;
}
