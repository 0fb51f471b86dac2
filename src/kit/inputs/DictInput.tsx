import { useQuery } from '@tanstack/react-query';
import { dictName } from '../../../contract/dicts.ts';
import type { DictField } from '../../../contract/field.ts';
import { call } from '../data/call.ts';
import { type DictOption, useDict } from '../data/dict.ts';
import { useCaller } from '../data/session.ts';
import { OptionInput } from './OptionInput.tsx';
import type { InputProps } from './input.ts';

/** An item as a list shows it: a currency is known by its code. */
const textIn = (dict: string, { value, label }: DictOption): string =>
  dict === 'currency' ? `${value} · ${label}` : label;

interface DictInputProps extends InputProps<DictField> {
  /** Values that may be chosen; undefined where all may. */
  offered?: ReadonlySet<unknown> | undefined;
}

function Items({ offered, ...props }: DictInputProps) {
  const { field, value } = props;
  const all = useDict(field.dict);
  const isOffered = (item: DictOption) =>
    !field.never?.includes(dictName(field.dict, item.value) ?? '') && offered?.has(item.value) !== false;
  // What it is already is shown until something else is chosen.
  const items = all.filter((item) => isOffered(item) || item.value === value);
  const options = items.map((item) => ({ value: item.value, text: textIn(field.dict, item) }));
  return (
    <OptionInput
      {...props}
      render={field.render ?? props.render}
      dict={field.dict}
      options={options}
      count={all.length}
    />
  );
}

/** The items that a call offers to the chosen merchant, or to the merchant who asks. */
function OfferedItems({ from, ...props }: InputProps<DictField> & { from: string }) {
  const isOwn = useCaller().profile.merchantId !== undefined;
  const merchantId = props.values?.merchantId;
  const { data } = useQuery({
    queryKey: [from, merchantId],
    queryFn: ({ signal }) => call<string[]>(from, isOwn ? {} : { merchantId }, { customCatch: true, signal }),
    enabled: isOwn || Boolean(merchantId),
  });
  return <Items {...props} offered={data && new Set<unknown>(data)} />;
}

/** An item of a dictionary. */
export function DictInput(props: InputProps<DictField>) {
  const { from } = props.field;
  return from === undefined ? <Items {...props} /> : <OfferedItems {...props} from={from} />;
}
