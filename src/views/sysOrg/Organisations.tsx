import { sysOrg } from '../../../contract/resources/system/sysOrg.ts';
import type { ViewProps } from '../../kit/index.ts';
import { TreeView } from '../../resource/tree/TreeView.tsx';

/** Whoever looks for one knows its name: all of it is open. */
const LEVELS = 9;

export default function Organisations(props: ViewProps) {
  return <TreeView {...props} resource={sysOrg} parent="pid" open={LEVELS} />;
}
