import type { SyncKind } from '../../../contract/directorySync.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { engineOf } from '../../engine/shared.ts';
import { changeRow, insertRow } from '../../engine/write.ts';
import { writerOf } from '../../engine/writeValues.ts';
import { newId } from '../../platform/db/id.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { asService, type Directory } from './connection.ts';
import { planDepartments } from './departmentPlan.ts';
import { readDepartments, readPeople } from './entries.ts';
import { directoryOf } from './directoryRow.ts';
import { departmentGround, peopleGround } from './ground.ts';
import { fromDirectory } from './links.ts';
import { planPeople } from './peoplePlan.ts';
import type { Plan, Step } from './plan.ts';

/** @throws Refused where the caller sees only some of whom this is about */
function checkReach({ orgIds, merchantId }: Caller): void {
  if (orgIds !== 'all' || merchantId) throw new Refused('forbidden', { says: 'directoryReach' });
}

/** @throws Refused where it is switched off */
export async function openDirectory(deps: AppDeps, caller: Caller, id: string): Promise<Directory> {
  checkReach(caller);
  const directory = await directoryOf(deps.pool, id);
  if (directory.status !== SWITCH.enabled)
    throw new Refused('directoryFailed', { says: 'directoryDisabled' });
  return directory;
}

/** What a synchronisation would do now. A directory that answers with nobody is not believed. */
export async function planOf(
  deps: AppDeps,
  caller: Caller,
  directory: Directory,
  kind: SyncKind,
): Promise<Plan> {
  const nothing = (): Refused => new Refused('directoryFailed', { says: 'directoryEmpty' });
  if (kind === 'user') {
    const people = await asService(deps.env, directory, (client) => readPeople(client, directory));
    if (people.length === 0) throw nothing();
    return planPeople(await peopleGround(deps.pool, caller, directory, people), people);
  }
  const departments = await asService(deps.env, directory, (client) => readDepartments(client, directory));
  if (departments.length === 0) throw nothing();
  return planDepartments(await departmentGround(deps.pool, caller, directory), departments);
}

const TABLE = { user: 'sysUser', dept: 'sysOrg' } as const;

/** Writes one step by the rules of a form, in the caller's name. @returns the row's id */
export type Apply = (caller: Caller, step: Step) => Promise<string>;

export async function applierOf(
  deps: AppDeps,
  { id: directoryId }: Directory,
  kind: SyncKind,
): Promise<Apply> {
  const writer = writerOf(await engineOf(deps), deps, resourceOf(TABLE[kind]));
  /** Organisations of departments that were added on the way, by name. */
  const made = new Map<string, string>();
  return async (caller, step) => {
    const { entry, ...values } = step.values ?? {};
    const parent = step.parent === undefined ? undefined : made.get(step.parent);
    const link = fromDirectory({
      directoryId,
      gone: step.list === 'disabled',
      ...(typeof entry === 'string' && { entry }),
    });
    const row = { ...values, ...(parent !== undefined && { pid: parent }), ...link };
    const id = step.id ?? newId();
    if (step.id === undefined) await insertRow(writer, caller, { ...row, id });
    else await changeRow(writer, caller, { ...row, id }, undefined);
    if (typeof entry === 'string') made.set(entry, id);
    return id;
  };
}
