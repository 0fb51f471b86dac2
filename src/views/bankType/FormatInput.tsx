import { useState } from 'react';
import { SideButtons, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import type { InputProps } from '../../kit/inputs/input.ts';
import { FormatForm } from './FormatForm.tsx';
import './format.css';

const SIDES = ['form', 'json'] as const;

/** A bank's format of statements: as a form that a sample file fills, or as the JSON that it is kept as. */
export function FormatInput(props: InputProps) {
  const t = useT('bank');
  const [side, turn] = useState<(typeof SIDES)[number]>('form');
  return (
    <div className="format-input">
      <SideButtons label={t('bankType.format.sides.label')} sides={SIDES} side={side} turn={turn}>
        {(each) => t(`bankType.format.sides.${each}`)}
      </SideButtons>
      {side === 'json' ? <FieldInput {...props} /> : <FormatForm {...props} />}
    </div>
  );
}
