import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { sysMenu } from '../../../contract/resources/platform/sysMenu.ts';
import { type ViewProps, useT } from '../../kit/index.ts';
import { TreeView } from '../../resource/tree/TreeView.tsx';

const BUTTON = dictValue('menuTypeEnum', 'button');
/** Directories are open, so that the views are seen; their buttons are for who opens one. */
const LEVELS = 1;
const iconOf = (row: Row): string => String(row.icon ?? '');

export default function Menus(props: ViewProps) {
  const t = useT('platform');
  const takesNone = (row: Row): string | undefined =>
    row.type === BUTTON ? t('sysMenu.noneBelow') : undefined;
  return (
    <TreeView {...props} resource={sysMenu} parent="pid" open={LEVELS} icon={iconOf} takesNone={takesNone} />
  );
}
