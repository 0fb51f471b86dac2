import { SWITCH } from '../../platform/db/statuses.ts';
import type { DirectoryPerson } from './entries.ts';
import { differing, type Plan, type Step } from './plan.ts';

const ACCOUNT = /^[A-Za-z0-9_.@-]{1,40}$/;
export const SUPER = 999;

/** Somebody who is here, of the directory's tenant or with an account that a new person would need. */
export interface KnownPerson {
  id: string;
  account: string;
  domainAccount: string | null;
  realName: string;
  email: string | null;
  phone: string | null;
  jobNum: string | null;
  orgId: string | null;
  status: number;
  accountType: number;
  isMerchants: boolean;
  isOfTenant: boolean;
  /** The directory that they come from. */
  directoryId: string | null;
  /** Disabled by a synchronisation. */
  isGone: boolean;
}

export interface PeopleGround {
  directoryId: string;
  known: readonly KnownPerson[];
  /** Ids of organisations by the names of departments. */
  orgs: ReadonlyMap<string, string>;
  /** Where people of no known department begin. */
  home: string | undefined;
  roleId: string | null;
  /** Whose a telephone is, of those that the directory has. */
  phones: ReadonlyMap<string, string>;
  /** Those who hold more than whoever asks. */
  beyond: ReadonlySet<string>;
  callerId: string;
}

const folded = (text: string): string => text.toLowerCase();

/** What the directory says of somebody, as our columns have it. */
function wantedOf({ orgs }: PeopleGround, person: DirectoryPerson): Record<string, unknown> {
  const department = person.above.find((name) => orgs.has(name));
  return {
    realName: person.realName,
    email: person.email,
    phone: person.phone,
    jobNum: person.jobNum,
    orgId: department === undefined ? undefined : orgs.get(department),
  };
}

export const PHONE_TAKEN = 'syncPhoneTaken';

/** Who signs in by a number is one person: another's number is left out, and the person is kept. */
const phoneFault = ({ phones }: PeopleGround, { phone }: DirectoryPerson, id: string | undefined) => {
  const owner = phone === undefined ? undefined : phones.get(phone);
  return owner === undefined || owner === id ? undefined : PHONE_TAKEN;
};

const named = ({ account, realName }: Pick<KnownPerson, 'account' | 'realName'>) => ({
  key: account,
  name: realName,
});

function stepFor(ground: PeopleGround, person: DirectoryPerson, there: KnownPerson): Step | 'same' {
  const line = { ...named(person), id: there.id, before: { ...there } };
  const left = (reason: string): Step => ({ ...line, list: 'left', reason });
  if (there.accountType === SUPER) return left('syncSuper');
  if (ground.beyond.has(there.id)) return left('holdsMore');
  if (there.directoryId !== null && there.directoryId !== ground.directoryId) return left('syncOther');
  const isOn = there.status === SWITCH.enabled;
  if (person.off) return isOn ? disabled(ground, there, 'syncOff') : 'same';
  if (!isOn && !there.isGone) return left('syncDisabledHere');
  const without = phoneFault(ground, person, there.id);
  const values = differing(line.before, wantedOf(ground, without ? { ...person, phone: undefined } : person));
  if (!isOn) values.status = SWITCH.enabled;
  const isNew = there.directoryId === null;
  if (!isNew && Object.keys(values).length === 0) return without === undefined ? 'same' : left(without);
  const reason = isNew ? 'syncLinked' : isOn ? undefined : 'syncReturns';
  return { ...line, list: 'changed', values, ...(reason && { reason }), ...(without && { without }) };
}

function disabled({ beyond, callerId }: PeopleGround, there: KnownPerson, reason: string): Step {
  const line = { ...named(there), id: there.id, before: { ...there } };
  if (there.id === callerId) return { ...line, list: 'left', reason: 'syncSelf' };
  if (beyond.has(there.id)) return { ...line, list: 'left', reason: 'holdsMore' };
  return { ...line, list: 'disabled', reason, values: { status: SWITCH.disabled } };
}

function added(ground: PeopleGround, person: DirectoryPerson): Step {
  const without = phoneFault(ground, person, undefined);
  const { orgId = ground.home, ...wanted } = wantedOf(
    ground,
    without ? { ...person, phone: undefined } : person,
  );
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return {
    list: 'added',
    ...named(person),
    ...(without && { without }),
    values: {
      account: person.account,
      domainAccount: person.account,
      accountType: 777,
      orgId,
      orderNo: 100,
      ...given,
      ...(ground.roleId !== null && { roleIds: [ground.roleId] }),
    },
  };
}

/** Whom this entry is, and what becomes of them. */
function stepOf(
  ground: PeopleGround,
  person: DirectoryPerson,
  by: { domain: ReadonlyMap<string, KnownPerson>; account: ReadonlyMap<string, KnownPerson> },
): Step | 'same' {
  const left = (reason: string): Step => ({ list: 'left', ...named(person), reason });
  if (!ACCOUNT.test(person.account)) return left('syncBadAccount');
  const key = folded(person.account);
  const there = by.domain.get(key);
  if (there) return stepFor(ground, person, there);
  // Whoever has the name here was not named by the directory: nobody becomes somebody else by a name alone.
  if (by.account.has(key)) return left('syncTaken');
  if (person.off) return left('syncOff');
  return ground.home === undefined ? left('syncNoOrg') : added(ground, person);
}

/** @param people everybody whom the directory has: whoever is not among them is gone */
export function planPeople(ground: PeopleGround, people: readonly DirectoryPerson[]): Plan {
  const ours = ground.known.filter(({ isOfTenant, isMerchants }) => isOfTenant && !isMerchants);
  const domain = new Map<string, KnownPerson>();
  // Whoever comes from this directory goes before others of the same name.
  for (const each of ours.toSorted((a, b) => rankOf(ground, b) - rankOf(ground, a)))
    if (each.domainAccount && !domain.has(folded(each.domainAccount)))
      domain.set(folded(each.domainAccount), each);
  const account = new Map(ground.known.map((each) => [folded(each.account), each]));
  const plan: Plan = { steps: [], same: 0 };
  const seen = new Set<string>();
  // Of two entries with one number the first gets it.
  const phones = new Map(ground.phones);
  for (const person of people) {
    const key = folded(person.account);
    if (key !== '' && seen.has(key)) {
      plan.steps.push({ list: 'left', ...named(person), reason: 'syncTwice' });
      continue;
    }
    seen.add(key);
    const step = stepOf({ ...ground, phones }, person, { domain, account });
    const phone = step === 'same' ? undefined : step.values?.phone;
    if (typeof phone === 'string') phones.set(phone, (step as Step).id ?? `new ${key}`);
    if (step === 'same') plan.same += 1;
    else plan.steps.push(step);
  }
  for (const each of ours) {
    const isGone = each.directoryId === ground.directoryId && !seen.has(folded(each.domainAccount ?? ''));
    if (isGone && each.status === SWITCH.enabled) plan.steps.push(disabled(ground, each, 'syncGone'));
  }
  return plan;
}

const rankOf = ({ directoryId }: PeopleGround, person: KnownPerson): number =>
  person.directoryId === directoryId ? 1 : 0;
