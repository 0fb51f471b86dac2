import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { cellText } from '../grid/columns.ts';
import { known } from '../../kit/data/known.ts';
import { Fact } from '../ui/Fact.tsx';
import type { Words } from './texts.ts';

/** What a person must see of the one row before deciding about it: whose it is, where the money goes, what proves it. */
export function Decisive({
  resource,
  row,
  names,
  words,
}: {
  resource: Resource;
  row: Row;
  names: readonly string[];
  words: Words;
}) {
  const { fields } = known(resource);
  return (
    <dl className="facts sheet-figures">
      {names
        .filter((name) => fields[name])
        .map((name) => {
          const field = fields[name]!;
          return (
            <Fact key={name} label={words.field(name)} mono={field.mono === true}>
              {cellText(name, field, row, true) || '–'}
            </Fact>
          );
        })}
    </dl>
  );
}
