import { DICTS } from '../../../contract/dicts.ts';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { DictTag, type Translate, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { Marked } from './Marked.tsx';
import { titleOf } from './chapterList.ts';

/** Values of a dictionary that fit in a table; of a longer one the list itself shows them. */
const TAGS = 12;

function Values({ field }: { field: Field }) {
  if (field.kind === 'ref') return titleOf(field.to);
  if (field.kind !== 'dict') return null;
  const items = (DICTS as Readonly<Record<string, readonly { value: string | number }[]>>)[field.dict] ?? [];
  return items.slice(0, TAGS).map(({ value }) => <DictTag key={value} dict={field.dict} value={value} />);
}

const traitsOf = (field: Field, t: Translate): string =>
  [
    field.required && !field.readonly && t('field.required'),
    field.readonly && t('field.readonly'),
    field.once && t('field.once'),
    field.filter && t('field.filter'),
    field.sort && t('field.sort'),
  ]
    .filter(Boolean)
    .join(' · ');

interface FieldTableProps {
  resource: Resource;
  terms: readonly string[];
  /** Unfolded, because what is looked for is in it. */
  open: boolean;
}

/** The fields of a list as its definition has them. */
export function FieldTable({ resource, terms, open }: FieldTableProps) {
  const t = useT('help');
  const words = wordsOf(resource);
  const fields = Object.entries(resource.fields);
  return (
    <details className="help-fields" open={open || undefined}>
      <summary>{t('fields', { count: fields.length })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t('field.kind')}</th>
            <th scope="col">{t('field.traits')}</th>
            <th scope="col">{t('field.values')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, field]) => (
            <tr key={name}>
              <th scope="row">
                <Marked text={words.field(name)} terms={terms} />
              </th>
              <td>{t(`fieldKind.${field.kind}`)}</td>
              <td>{traitsOf(field, t)}</td>
              <td className="help-values">
                <Values field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
