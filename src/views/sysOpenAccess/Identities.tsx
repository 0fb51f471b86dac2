import type { ViewProps } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { IdentityPeek } from './IdentityPeek.tsx';

export default function Identities(props: ViewProps) {
  return <ResourceView {...props} resource="sysOpenAccess" peek={IdentityPeek} />;
}
