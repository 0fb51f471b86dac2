import type { ReactNode } from 'react';
import type { Row } from '../../../../contract/calls.ts';
import { textIn, valueText } from '../../../../contract/forms/fields.ts';
import {
  type DrawnField,
  type FilledForm,
  type FormShown,
  LINES_LEAST,
} from '../../../../contract/forms/form.ts';
import { keptForm } from '../../../../contract/forms/schema.ts';
import type { Resource } from '../../../../contract/resource.ts';
import { DictTag, Money, State, currentLocale, dictLabel, useT } from '../../../kit/index.ts';
import { Fact } from '../../ui/Fact.tsx';
import { filledOf, purposeOf, useForm } from './drawnForm.ts';

function Value({ drawn, value, row }: { drawn: DrawnField; value: unknown; row: Row }): ReactNode {
  const t = useT('grid');
  if (drawn.kind === 'money') return <Money amount={String(value)} currency={String(row.currency ?? '')} />;
  if (drawn.kind === 'dict' && drawn.dict !== 'currency')
    return <DictTag dict={drawn.dict ?? ''} value={value} />;
  const text = valueText(drawn, value, currentLocale(), dictLabel, (yes) => t(yes ? 'yes' : 'no'));
  return <span className={['int', 'decimal', 'date'].includes(drawn.kind) ? 'pd-number' : ''}>{text}</span>;
}

function Facts({ shown, filled, row }: { shown: FormShown; filled: FilledForm; row: Row }) {
  const language = currentLocale();
  return keptForm(shown.schema).sections.map((section, at) => {
    const title = textIn(section.title, language) || (at === 0 ? shown.name : '');
    const given = section.fields.filter(({ key }) => filled.values[key] !== undefined);
    if (given.length === 0) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no name of their own, and a version never changes
      // oxlint-disable-next-line react/no-array-index-key
      <section key={at} aria-label={title || undefined}>
        {title && (
          <h3 className="dock-section">
            {title}
            {at === 0 && <span className="pd-muted pd-number"> v{shown.formVersion}</span>}
          </h3>
        )}
        <dl className="facts">
          {given.map((drawn) => (
            <Fact
              key={drawn.key}
              label={textIn(drawn.title, language)}
              long={drawn.kind === 'lines' && (drawn.longest ?? 0) >= LINES_LEAST}
            >
              <Value drawn={drawn} value={filled.values[drawn.key]} row={row} />
            </Fact>
          ))}
        </dl>
      </section>
    );
  });
}

function Filled({ resource, row, filled }: { resource: Resource; row: Row; filled: FilledForm }) {
  const { data, error } = useForm(purposeOf(resource)!, filled.version);
  if (error) return <State kind="error" inline text={error.message} />;
  return data && <Facts shown={data} filled={filled} row={row} />;
}

/** What was filled in of a drawn form, with the titles of the version that it was filled in by. */
export function DrawnFacts({ resource, row }: { resource: Resource; row: Row }) {
  const filled = filledOf(row);
  return filled && <Filled key={filled.version} resource={resource} row={row} filled={filled} />;
}
