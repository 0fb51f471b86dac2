import type { Resource } from '../../../contract/resource.ts';
import { known } from '../../kit/data/known.ts';
import { useT } from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { cellText } from '../grid/columns.ts';
import './differences.css';

type Side = Readonly<Record<string, unknown>> | null | undefined;

interface DifferencesProps {
  /** Whose fields they are; their names are shown as they are where nobody knows it. */
  resource: Resource | undefined;
  before: Side;
  after: Side;
}

function shown(resource: Resource | undefined, name: string, side: Side): string {
  const value = side?.[name];
  if (value === null || value === undefined || value === '') return '–';
  const field = resource?.fields[name];
  if (field) return cellText(name, field, { id: '', ...side }, true) || String(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Each field that was changed, before and after. */
export function Differences({ resource: given, before, after }: DifferencesProps) {
  const t = useT('grid');
  const resource = given && known(given);
  const words = resource && wordsOf(resource);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const label = (name: string) => (resource?.fields[name] ? words?.field(name) : name);
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
            <th scope="row">{label(name)}</th>
            {before && (
              <td className={after ? 'differences-old' : undefined}>{shown(resource, name, before)}</td>
            )}
            {after && <td>{shown(resource, name, after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
