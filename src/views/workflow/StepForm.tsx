import { useQuery } from '@tanstack/react-query';
import {
  FLOW_DECIDES,
  FLOW_NAME_MOST,
  FLOW_TIMEOUT,
  FLOW_WHO,
  endOfTime,
  type FlowPerson,
  type FlowStepShown,
  TIMEOUT_MINUTES,
} from '../../../contract/approvalFlow.ts';
import { Choice, call, useT } from '../../kit/index.ts';
import { PickList } from '../../kit/inputs/PickList.tsx';
import { FormLine } from '../../resource/ui/FormLine.tsx';
import { personName, termText } from '../../resource/flow/flowTexts.ts';
import { AmountBox } from './AmountBox.tsx';

interface Choices {
  roles: { id: string; name: string }[];
  people: FlowPerson[];
}

/** Whom a step of this command may name. */
const useChoices = (command: string) =>
  useQuery({
    queryKey: ['approvalRule', 'choices', command],
    queryFn: ({ signal }) =>
      call<Choices>('approvalRule/choices', undefined, { query: { command }, customCatch: true, signal }),
  });

/** Terms that are offered; another one that is there stays. */
const TERMS = [60, 240, 480, 1_440, 2_880, 4_320, 10_080, 20_160, TIMEOUT_MINUTES.most];

interface StepFormProps {
  step: FlowStepShown;
  /** The first step is for every amount. */
  isFirst: boolean;
  command: string;
  currency: string;
  /** The amount that the flow begins above. */
  limit: string;
  disabled: boolean;
  set: (step: Partial<FlowStepShown>) => void;
}

/** Whether one of them decides or all do. */
function Decides({ step, disabled, set }: Pick<StepFormProps, 'step' | 'disabled' | 'set'>) {
  const t = useT('platform');
  return (
    <FormLine label={t('workflow.form.decides')}>
      {(id) => (
        <Choice
          id={id}
          label={t('workflow.form.decides')}
          value={step.decides}
          disabled={disabled}
          options={FLOW_DECIDES.map((each) => ({ value: each, text: t(`workflow.decides.${each}`) }))}
          set={(decides) => set({ decides: decides as FlowStepShown['decides'] })}
        />
      )}
    </FormLine>
  );
}

/** Who decides: a role, people by name, or whoever the rules find. */
function Who({ step, command, disabled, set }: StepFormProps) {
  const t = useT('platform');
  const { data } = useChoices(command);
  const { roles = [], people = [] } = data ?? {};
  const roleName = (id: string | null) => roles.find((role) => role.id === id)?.name ?? null;
  return (
    <>
      <FormLine label={t('workflow.form.who')}>
        {(id) => (
          <Choice
            id={id}
            label={t('workflow.form.who')}
            value={step.who}
            disabled={disabled}
            options={FLOW_WHO.map((who) => ({ value: who, text: t(`workflow.who.${who}`) }))}
            set={(who) =>
              set({ who: who as FlowStepShown['who'], ...(who === 'permitted' && { decides: 'any' }) })
            }
          />
        )}
      </FormLine>
      {step.who === 'role' && (
        <FormLine label={t('workflow.form.role')}>
          {(id) => (
            <PickList
              id={id}
              required
              disabled={disabled}
              value={step.roleId}
              options={roles.map((role) => ({ value: role.id, label: role.name }))}
              onChange={(value) => set({ roleId: String(value), roleName: roleName(String(value)) })}
            />
          )}
        </FormLine>
      )}
      {step.who === 'people' && (
        <FormLine label={t('workflow.form.people')}>
          {(id) => (
            <PickList
              id={id}
              mode="multiple"
              disabled={disabled}
              value={step.userIds}
              optionFilterProp="label"
              options={people.map((person) => ({
                value: person.id,
                label: `${personName(person)} · ${person.account}`,
              }))}
              onChange={(value) => {
                const userIds = value as string[];
                const known = [...people, ...step.users];
                set({
                  userIds,
                  users: userIds.flatMap((user) => known.find((each) => each.id === user) ?? []),
                });
              }}
            />
          )}
        </FormLine>
      )}
      {step.who !== 'permitted' && <Decides step={step} disabled={disabled} set={set} />}
    </>
  );
}

/** The term of a step, and what follows it. */
function Term({ step, command, disabled, set }: StepFormProps) {
  const t = useT('platform');
  const { data } = useChoices(command);
  // Of two that come to the same the one that is drawn.
  const ending = endOfTime(command, step.onTimeout);
  const endings = FLOW_TIMEOUT.filter(
    (each) => each === step.onTimeout || endOfTime(command, each) !== ending,
  );
  const terms = [...new Set([...TERMS, step.timeoutMinutes])].toSorted((one, other) => one - other);
  return (
    <>
      <FormLine label={t('workflow.form.term')}>
        {(id) => (
          <Choice
            id={id}
            label={t('workflow.form.term')}
            value={String(step.timeoutMinutes)}
            disabled={disabled}
            options={terms.map((minutes) => ({ value: String(minutes), text: termText(t, minutes) }))}
            set={(minutes) => set({ timeoutMinutes: Number(minutes) })}
          />
        )}
      </FormLine>
      <FormLine label={t('workflow.form.then')}>
        {(id) => (
          <Choice
            id={id}
            label={t('workflow.form.then')}
            value={step.onTimeout}
            disabled={disabled}
            options={endings.map((each) => ({
              value: each,
              text: t(`workflow.form.thenOf.${endOfTime(command, each)}`),
            }))}
            set={(onTimeout) => set({ onTimeout: onTimeout as FlowStepShown['onTimeout'] })}
          />
        )}
      </FormLine>
      {step.onTimeout === 'escalate' && (
        <FormLine label={t('workflow.form.escalateTo')}>
          {(id) => (
            <PickList
              id={id}
              disabled={disabled}
              placeholder={t('workflow.who.permitted')}
              value={step.escalateRoleId}
              options={(data?.roles ?? []).map((role) => ({ value: role.id, label: role.name }))}
              onChange={(value) => {
                const role = data?.roles.find((each) => each.id === value);
                set({ escalateRoleId: role?.id ?? null, escalateRoleName: role?.name ?? null });
              }}
            />
          )}
        </FormLine>
      )}
    </>
  );
}

/** The form of a step; what is typed is drawn at once. */
export function StepForm(props: StepFormProps) {
  const { step, isFirst, currency, limit, disabled, set } = props;
  const t = useT('platform');
  return (
    <>
      <FormLine label={t('workflow.fields.name')}>
        {(id) => (
          <input
            id={id}
            className="pd-input"
            value={step.name}
            maxLength={FLOW_NAME_MOST}
            disabled={disabled}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </FormLine>
      <Who {...props} />
      {!isFirst && (
        <FormLine label={t('workflow.form.above', { currency })}>
          {(id) => (
            <AmountBox
              id={id}
              placeholder={t('workflow.form.everyAmount')}
              value={step.aboveAmount ?? ''}
              currency={currency}
              limit={limit}
              disabled={disabled}
              set={(amount) => set({ aboveAmount: amount || null })}
            />
          )}
        </FormLine>
      )}
      <Term {...props} />
    </>
  );
}
