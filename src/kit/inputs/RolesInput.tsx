import { useQuery } from '@tanstack/react-query';
import { call } from '../data/call.ts';
import { localisedTitle } from '../data/menu.ts';
import { type RefsInputProps, RefsInput } from './RefInputs.tsx';
import { useLabels } from './useOptions.ts';

interface Unfit {
  id: string;
  reason: string;
}

/** Roles of a person; those that the people of the chosen merchant may not have are greyed with the reason. */
export function RolesInput(props: RefsInputProps) {
  const { field, to, value } = props;
  const merchantId = props.values?.merchantId;
  const { data } = useQuery({
    queryKey: ['sysRole', 'unfit', merchantId],
    queryFn: ({ signal }) => call<Unfit[]>('sysRole/unfit', { merchantId }, { customCatch: true, signal }),
    enabled: typeof merchantId === 'string' && merchantId !== '',
  });
  const reasons = new Map(data?.map(({ id, reason }) => [id, reason]));
  // The merchant may be chosen after the roles.
  const wrong = Array.isArray(value) ? value.map(String).filter((id) => reasons.has(id)) : [];
  const label = useLabels(to, wrong);
  return (
    <>
      <RefsInput {...props} refused={(id) => reasons.get(id)} />
      {wrong.map((id) => (
        <p key={id} role="alert" className="option-reason option-wrong">
          {field.localised ? localisedTitle(label(id)) : label(id)} · {reasons.get(id)}
        </p>
      ))}
    </>
  );
}
