import type { ViewProps } from '../../kit/index.ts';
import { OwnInputs } from '../../resource/form/ownInputs.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { FormatInput } from './FormatInput.tsx';

const INPUTS = { parser: FormatInput };

export default function BankTypes(props: ViewProps) {
  return (
    <OwnInputs value={INPUTS}>
      <ResourceView {...props} resource="bankType" />
    </OwnInputs>
  );
}
