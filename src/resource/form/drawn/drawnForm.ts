import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../../contract/calls.ts';
import type { Field, Fields } from '../../../../contract/field.ts';
import { apart, drawnFields, keyIn, titlesOf } from '../../../../contract/forms/fields.ts';
import type { DrawnForm, FilledForm, FormPurpose, FormShown } from '../../../../contract/forms/form.ts';
import { keptForm } from '../../../../contract/forms/schema.ts';
import type { Resource } from '../../../../contract/resource.ts';
import { call, currentLocale } from '../../../kit/index.ts';
import type { Words } from '../../actions/texts.ts';

/** What the form of this purpose asks is in the field `form` of a row. */
export const purposeOf = ({ fields }: Resource): FormPurpose | undefined => {
  const field: Field | undefined = fields.form;
  return field?.kind === 'json' ? field.drawn : undefined;
};

export const filledOf = (row: Row | undefined): FilledForm | undefined =>
  (row?.form as FilledForm | null | undefined) ?? undefined;

/** A version of a form, read once; or the one in force, read again each time it is asked for. */
export function useForm(purpose: FormPurpose, version?: string) {
  const query = useQuery({
    queryKey: ['formDesign', version ?? 'inForce', version === undefined ? purpose : ''],
    retry: false,
    staleTime: version === undefined ? 0 : Infinity,
    queryFn: ({ signal }) =>
      version === undefined
        ? call<FormShown | null>('formDesign/inForce', undefined, {
            query: { purpose },
            customCatch: true,
            signal,
          })
        : call<FormShown>('formDesign/version', undefined, {
            query: { id: version },
            customCatch: true,
            signal,
          }),
  });
  return { ...query, isReady: version === undefined ? query.isFetchedAfterMount : query.isFetched };
}

/** A definition whose form a person fills in: its fields are among those of the row. */
export interface Drawn {
  version: string;
  form: DrawnForm;
  resource: Resource;
  words: Words;
}

const withFields = (resource: Resource, fields: Fields): Resource => {
  const { form: _form, ...own } = resource.fields as Fields;
  return { ...resource, fields: { ...own, ...fields } };
};

/** The definition without its form, where none is asked. */
export const undrawn = (resource: Resource): Resource => withFields(resource, {});

export function drawnOf(resource: Resource, words: Words, shown: FormShown): Drawn {
  const form = keptForm(shown.schema);
  const titles = titlesOf(form, currentLocale());
  const field = (name: string) => titles.get(name) ?? words.field(name);
  return {
    version: shown.id,
    form,
    resource: withFields(resource, drawnFields(form)),
    words: { ...words, field },
  };
}

/** What is sent: the row's own values, and those of the form with the version that was filled in. */
export function bodyOf(
  version: string,
  mode: 'add' | 'update',
  values: Record<string, unknown>,
): Record<string, unknown> {
  const { own, drawn } = apart(values);
  const isSent = mode === 'add' || Object.keys(drawn).length > 0;
  return isSent ? { ...own, form: { version, values: drawn } } : own;
}

/** The definition with the fields that are its own. */
export const ownPart = (resource: Resource): Resource => ({
  ...resource,
  fields: Object.fromEntries(
    Object.entries(resource.fields).filter(([name]) => keyIn(name) === undefined),
  ) as Fields,
});
