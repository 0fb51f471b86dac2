import type { Resource } from '../../../contract/resource.ts';
import { known } from '../../kit/data/known.ts';
import { useT } from '../../kit/index.ts';
import {
  fieldName,
  type Labels,
  membersOf,
  type Side,
  type Sign,
  valueText,
} from '../logs/differenceText.ts';
import './differences.css';

interface DifferencesProps {
  /** Whose fields they are; their names are shown as they are where nobody knows it. */
  resource: Resource | undefined;
  before: Side;
  after: Side;
  /** What the ids in both were called. */
  labels?: Labels;
}

const NO_LABELS: Labels = {};

interface ValueProps extends Required<Pick<DifferencesProps, 'resource' | 'labels'>> {
  name: string;
  side: Side;
  sign: Sign;
}

/** A value; of a set its members one below the other. */
function Value({ resource, labels, name, side, sign }: ValueProps) {
  const members = membersOf(side?.[name], labels, sign);
  if (!members || members.length === 0)
    return members ? '–' : valueText(name, resource?.fields[name], side, labels);
  return (
    <ul className="differences-set">
      {members.map((member) => (
        <li key={member}>{member}</li>
      ))}
    </ul>
  );
}

/** Each field that was changed, before and after; of a set what was taken (−) and what was given (+). */
export function Differences({ resource: given, before, after, labels = NO_LABELS }: DifferencesProps) {
  const t = useT('grid');
  const resource = given && known(given);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const both = Boolean(before && after);
  const isSet = (name: string) => Array.isArray(before?.[name]) || Array.isArray(after?.[name]);
  return (
    <table className="differences">
      <thead>
        <tr>
          <th scope="col">{t('differences.field')}</th>
          {before && <th scope="col">{t('differences.before')}</th>}
          {after && <th scope="col">{t('differences.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{fieldName(resource, name)}</th>
            {before && (
              <td className={both && !isSet(name) ? 'differences-old' : undefined}>
                <Value {...{ resource, labels, name }} side={before} sign={both ? '−' : ''} />
              </td>
            )}
            {after && (
              <td>
                <Value {...{ resource, labels, name }} side={after} sign={both ? '+' : ''} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
