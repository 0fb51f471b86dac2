import { type BoardFilter, type BoardValues, FILTERS } from '../kit/figures/board.ts';
import { useLabels } from '../kit/inputs/useOptions.ts';
import { Icon, useT } from '../kit/index.ts';
import { RESOURCES, heldOf } from './values.ts';

function Filter({ name, ids }: { name: BoardFilter; ids: readonly string[] }) {
  const nameOf = useLabels(RESOURCES[name], ids);
  const [first] = ids;
  if (first === undefined) return null;
  return <span>{`${nameOf(first)}${ids.length > 1 ? ` +${ids.length - 1}` : ''}`}</span>;
}

/** What was set for one tile in the place of the dashboard's; period and currency are in its note already. */
export function OwnValues({ values }: { values: BoardValues }) {
  const t = useT('widgets');
  const held = heldOf(values);
  if (held.length === 0) return null;
  const title = t('variable.own', { names: held.map((name) => t(`variable.${name}`)).join(', ') });
  return (
    <span className="tile-own" title={title}>
      <Icon name="pin" size={12} />
      <span className="pd-hidden">{title}</span>
      {FILTERS.map((name) => (
        <Filter key={name} name={name} ids={values[name] ?? []} />
      ))}
    </span>
  );
}
