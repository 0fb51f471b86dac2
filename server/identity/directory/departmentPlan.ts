import { LOCALES, type Locale } from '../../../contract/locales.ts';
import { localText } from '../../../contract/localised.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { DirectoryDepartment } from './entries.ts';
import { differing, type Plan, type Step } from './plan.ts';

/** An organisation of the directory's tenant. */
export interface KnownOrg {
  id: string;
  pid: string | null;
  name: string;
  code: string | null;
  status: number;
  directoryId: string | null;
  /** Its name in the directory, in one spelling. */
  entry: string | null;
  isGone: boolean;
}

export interface DepartmentGround {
  directoryId: string;
  known: readonly KnownOrg[];
  /** What the departments of the top are put into. */
  home: string | undefined;
  locale: Locale;
}

/** As the caller reads it, unless one of its languages has the name that the directory has. */
function nameOf({ name }: KnownOrg, locale: Locale, wanted?: string): string {
  const texts = LOCALES.map((each) => localText(name, each));
  return wanted !== undefined && texts.includes(wanted) ? wanted : localText(name, locale);
}

/** @param departments all of them, from the top down: one that is not among them is gone */
export function planDepartments(ground: DepartmentGround, departments: readonly DirectoryDepartment[]): Plan {
  const { directoryId, known, home, locale } = ground;
  const linked = known.filter((each) => each.directoryId === directoryId);
  const byCode = new Map(linked.map((each) => [each.code ?? '', each]));
  const taken = new Set(
    known.filter((each) => each.directoryId !== directoryId).map(({ code }) => code ?? ''),
  );
  const plan: Plan = { steps: [], same: 0 };
  const seen = new Set<string>();
  /** Departments that are here or will be, by name. */
  const placed = new Map<string, KnownOrg | undefined>();
  for (const department of departments) {
    const { key, code, name, above } = department;
    const line = { key: code, name };
    const left = (reason: string): void => void plan.steps.push({ ...line, list: 'left', reason });
    if (code === '' || name === '') left('syncNoCode');
    else if (seen.has(code)) left('syncTwice');
    else if (taken.has(code)) left('syncCodeTaken');
    else if (home === undefined) left('syncNoOrg');
    else {
      seen.add(code);
      const there = byCode.get(code);
      placed.set(key, there);
      const parent = above.find((each) => placed.has(each));
      const step = stepOf(ground, department, there, parent === undefined ? home : placed.get(parent)?.id);
      if (step === 'same') plan.same += 1;
      else plan.steps.push({ ...step, ...(parent !== undefined && { parent }) });
    }
  }
  for (const each of linked)
    if (!seen.has(each.code ?? '') && each.status === SWITCH.enabled)
      plan.steps.push({
        list: 'disabled',
        key: each.code ?? '',
        name: nameOf(each, locale),
        reason: 'syncGone',
        id: each.id,
        before: { ...each },
        values: { status: SWITCH.disabled },
      });
  return plan;
}

function stepOf(
  { home, locale }: DepartmentGround,
  { key, code, name }: DirectoryDepartment,
  there: KnownOrg | undefined,
  /** Undefined where the department above is none of ours yet. */
  pid: string | undefined,
): Step | 'same' {
  const line = { key: code, name };
  const entry = { entry: key };
  if (!there)
    return {
      ...line,
      list: 'added',
      values: { name, code, pid: pid ?? home, status: SWITCH.enabled, orderNo: 100, ...entry },
    };
  const before = { ...there, name: nameOf(there, locale, name) };
  const values = differing(before, { name, pid });
  if (there.status !== SWITCH.enabled) {
    if (!there.isGone) return { ...line, list: 'left', reason: 'syncDisabledHere' };
    values.status = SWITCH.enabled;
  }
  const moved = there.entry !== key;
  if (Object.keys(values).length === 0 && !moved) return 'same';
  const returns = 'status' in values && { reason: 'syncReturns' };
  return { ...line, list: 'changed', id: there.id, before, values: { ...values, ...entry }, ...returns };
}
