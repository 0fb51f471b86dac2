import { localText } from '../../../contract/localised.ts';
import type { ActionHandler } from '../../engine/action.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { settings } from '../../platform/settings.ts';
import { lossOf } from './appLoss.ts';
import { checkIcon } from './checkIcon.ts';
import { checkBelow } from './menuRules.ts';

/** Applications that group directories of the menu: one is what a menu begins with, and none goes while it has some. */

/** What the family keeps of each application, and this product once for all of them, by its settings. */
const OF_THE_SYSTEM = {
  logo: 'sysLogo',
  viceTitle: 'sysViceTitle',
  viceDesc: 'sysViceDesc',
  watermark: 'sysWatermark',
  copyright: 'sysCopyright',
  icp: 'sysIcp',
};

async function refuseTwins({ tx, id, values, verb }: WriteContext): Promise<void> {
  const other = verb === 'add' ? '0' : id;
  const { rows } = await tx.query<{ field: 'name' | 'configCode' }>(
    `select case when name = $1 then 'name' else 'configCode' end as field from sys_app
      where (name = $1 or code = $2) and id <> $3 order by 1 desc limit 1`,
    [values.name ?? null, values.code ?? null, other],
  );
  const twin = rows[0];
  if (twin)
    throw new Refused('duplicate', {
      field: twin.field,
      value: twin.field === 'name' ? values.name : values.code,
    });
}

/** Switching one off hides its directories: only whoever holds what they open may. */
async function checkHides({ tx, caller }: Pick<WriteContext, 'tx' | 'caller'>, id: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('select id::text from sys_menu where app_id = $1', [id]);
  for (const entry of rows) await checkBelow(tx, caller, entry.id);
}

const switching =
  (status: number): ActionHandler =>
  async (context, row) => {
    const off = status === SWITCH.disabled;
    if (off) await checkHides(context, row.id);
    if (context.dryRun) return off ? { status, ...(await lossOf(context.tx, row.id)) } : { status };
    await context.set({ status, updatedAt: context.now, updatedBy: context.caller.userId });
    return { status };
  };

/** Switching one off says first what is lost by it; a form does not. @throws Refused validation where anybody loses anything */
async function refuseUnasked({ deps, tx, caller, id }: WriteContext): Promise<void> {
  const loss = await lossOf(tx, id);
  if (loss.people > 0) throw refuseField(deps, caller, 'status', 'appHides', { ...loss });
}

/** One is the default at any time: another takes its place, and it is neither switched off nor deleted. */
async function keepDefault(context: WriteContext): Promise<void> {
  const { deps, tx, caller, id, before, values, verb } = context;
  if (verb === 'delete') {
    if (before?.isDefault) throw new Refused('inUse', { says: 'appDefault' });
    const used = await tx.query('select 1 from sys_menu where app_id = $1 limit 1', [id]);
    if (used.rowCount) throw new Refused('inUse', { says: 'appUsed' });
    return;
  }
  const isDefault = values.isDefault ?? before?.isDefault ?? false;
  if (before?.isDefault && !isDefault) throw refuseField(deps, caller, 'isDefault', 'appDefault');
  const status = values.status ?? before?.status;
  if (isDefault && status === SWITCH.disabled) throw refuseField(deps, caller, 'status', 'appDefault');
  if (before && before.status !== status && status === SWITCH.disabled) {
    await checkHides(context, id);
    await refuseUnasked(context);
  }
  if (!isDefault || before?.isDefault) return;
  const was = await tx.query<{ id: string }>(
    'update sys_app set is_default = false, version = version + 1 where is_default returning id::text',
  );
  for (const row of was.rows) await emit(tx, 'sysApp', row.id, 'update');
}

export const sysAppHalf: ServerHalf = {
  commands: { enable: switching(SWITCH.enabled), disable: switching(SWITCH.disabled) },
  answersId: true,
  familyPage: {
    ask: async (_deps, _caller, body) => body,
    async more({ pool }, { locale }, ids) {
      const known = await settings(pool);
      const texts = Object.fromEntries(
        Object.entries(OF_THE_SYSTEM).map(([name, code]) => [name, localText(known.get(code) ?? '', locale)]),
      );
      return new Map(ids.map((id) => [id, texts]));
    },
  },
  async beforeWrite(context) {
    // Of two that become the default at once the second waits.
    await context.tx.query('lock table sys_app in share row exclusive mode');
    if (context.verb !== 'delete') {
      await refuseTwins(context);
      checkIcon(context);
    }
    await keepDefault(context);
  },
};
