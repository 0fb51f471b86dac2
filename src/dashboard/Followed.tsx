import { Fragment } from 'react';
import { type Variable, VARIABLES } from '../kit/figures/board.ts';
import { useT } from '../kit/index.ts';
import { VariableInput } from './VariableInput.tsx';
import type { Tile } from './document.ts';
import { only, withValue } from './values.ts';

export type Overrides = Pick<Tile, 'own' | 'ownValues'>;

interface FollowedProps {
  overrides: Overrides;
  change: (overrides: Overrides) => void;
}

/** Which variables of the dashboard a tile follows, and what it has in the place of the others. */
export function Followed({ overrides: { own = [], ownValues = {} }, change }: FollowedProps) {
  const t = useT('widgets');
  const toggle = (name: Variable) => {
    const next = own.includes(name) ? own.filter((each) => each !== name) : [...own, name];
    change({ own: next, ownValues: only(ownValues, next) });
  };
  return (
    <fieldset className="dash-followed">
      <legend>{t('variable.followed')}</legend>
      {VARIABLES.map((name) => (
        <Fragment key={name}>
          <label>
            <input
              type="checkbox"
              className="grid-check"
              checked={!own.includes(name)}
              onChange={() => toggle(name)}
            />
            {t(`variable.${name}`)}
          </label>
          {own.includes(name) && (
            <VariableInput
              name={name}
              label={t(`variable.${name}`)}
              values={ownValues}
              none={t('variable.asSet')}
              set={(value) => change({ own, ownValues: withValue(ownValues, name, value) })}
            />
          )}
        </Fragment>
      ))}
    </fieldset>
  );
}
