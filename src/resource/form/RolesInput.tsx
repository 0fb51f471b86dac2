import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '../../kit/index.ts';
import { useLabels } from '../filters/useOptions.ts';
import { named } from '../grid/columns.ts';
import { RefsInput, type RefInputProps } from './RefInputs.tsx';

interface Unfit {
  id: string;
  reason: string;
}

/** Roles of a person; those that the people of the chosen merchant may not have are greyed with the reason. */
export function RolesInput(props: Omit<RefInputProps, 'to'>) {
  const { value } = props;
  const merchantId = Form.useWatch<unknown>('merchantId');
  const { data } = useQuery({
    queryKey: ['sysRole', 'unfit', merchantId],
    queryFn: ({ signal }) => call<Unfit[]>('sysRole/unfit', { merchantId }, { customCatch: true, signal }),
    enabled: typeof merchantId === 'string' && merchantId !== '',
  });
  const reasons = new Map(data?.map(({ id, reason }) => [id, reason]));
  // The merchant may be chosen after the roles.
  const wrong = Array.isArray(value) ? value.map(String).filter((id) => reasons.has(id)) : [];
  const label = useLabels('sysRole', wrong);
  return (
    <>
      <RefsInput {...props} to="sysRole" refused={(id) => reasons.get(id)} />
      {wrong.map((id) => (
        <p key={id} role="alert" className="option-reason option-wrong">
          {props.localised ? named(label(id)) : label(id)} · {reasons.get(id)}
        </p>
      ))}
    </>
  );
}
