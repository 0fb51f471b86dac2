import { isMenuIcon } from '../../../contract/icons.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

/** @throws Refused validation of a name that is no icon's */
export function checkIcon({ deps, caller, values }: Pick<WriteContext, 'deps' | 'caller' | 'values'>): void {
  const { icon } = values;
  if (typeof icon === 'string' && icon !== '' && !isMenuIcon(icon))
    throw refuseField(deps, caller, 'icon', 'unknownIcon');
}
