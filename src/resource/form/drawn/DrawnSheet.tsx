import { type ComponentType, useMemo, useRef } from 'react';
import { State, Unanswered } from '../../../kit/index.ts';
import { FormDock } from '../FormDock.tsx';
import { formKeys } from '../keys.ts';
import type { FormSheetProps, PlainSheetProps } from '../FormSheet.tsx';
import { drawnOf, filledOf, purposeOf, undrawn, useForm } from './drawnForm.ts';

interface DrawnSheetProps extends FormSheetProps {
  Sheet: ComponentType<PlainSheetProps>;
}

/** A form that asks what the drawn form in force asks; of an older row, what the version asks that it was filled in by. */
export function DrawnSheet({ Sheet, ...props }: DrawnSheetProps) {
  const { resource, words, row, mode, title, close } = props;
  const root = useRef<HTMLElement>(null);
  const filled = filledOf(row);
  const query = useForm(purposeOf(resource)!, filled?.version);
  const { data, isReady } = query;
  const isAsked = mode === 'add' || filled !== undefined;
  const drawn = useMemo(
    () => (data && isAsked ? drawnOf(resource, words, data) : undefined),
    [data, isAsked, resource, words],
  );
  const plain = useMemo(() => undrawn(resource), [resource]);
  if (isAsked && (!isReady || data === undefined))
    return (
      <FormDock root={root} title={title} close={close} {...formKeys(() => undefined, close)}>
        {isReady ? <Unanswered query={query} /> : <State kind="loading" />}
      </FormDock>
    );
  if (!drawn) return <Sheet {...props} resource={plain} formChanged={() => query.refetch()} />;
  return (
    <Sheet
      {...props}
      resource={drawn.resource}
      words={drawn.words}
      drawn={drawn}
      formChanged={() => query.refetch()}
    />
  );
}
