import { pluginPackage } from '../../../contract/resources/platform/pluginPackage.ts';
import { type Served, type ServerHalf, serve, type WriteContext } from '../../engine/serverHalf.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { forgetPolicy } from '../../platform/http/policy.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { dropEntries, hideEntries, isEnabled, keepEntries } from './entries.ts';
import { BadPackage, compareVersions, type Manifest, openPackage } from './manifest.ts';

const FIELD = 'package';

/** @throws Refused naming what is wrong with the package */
function opened({ deps, caller }: WriteContext, text: string): { manifest: Manifest; keyName: string } {
  try {
    return openPackage(text, deps.env.pluginKeys);
  } catch (error) {
    if (!(error instanceof BadPackage)) throw error;
    throw refuseField(deps, caller, FIELD, error.text, error.values);
  }
}

/** @throws Refused where another plugin is installed here, or one that is not older */
function checkSuccession({ deps, caller, before }: WriteContext, { code, version }: Manifest): void {
  if (!before) return;
  if (before.code !== code)
    throw refuseField(deps, caller, FIELD, 'pluginOtherCode', { code: String(before.code) });
  const installed = String(before.pluginVersion);
  if (compareVersions(version, installed) <= 0)
    throw refuseField(deps, caller, FIELD, 'pluginNotNewer', { version: installed });
}

interface Stored {
  text: string;
  status: number;
}

async function stored({ tx, id }: WriteContext): Promise<Stored> {
  const { rows } = await tx.query<Stored>(
    'select package_text as text, status from plugin_package where id = $1',
    [id],
  );
  return rows[0]!;
}

/** Pages of this network are nobody's to embed or link to from outside of it. @throws Refused naming the address */
async function checkPublic({ deps, caller }: WriteContext, { entries }: Manifest): Promise<void> {
  for (const { url } of entries) {
    if (await deps.outbound.refuses(url)) throw refuseField(deps, caller, FIELD, 'pluginPrivate', { url });
  }
}

const half: ServerHalf = {
  virtual: [FIELD],
  async beforeWrite(context) {
    const { verb, values, deps, caller, onCommit } = context;
    onCommit(() => {
      sessionState(deps.pool).forgetPeople();
      forgetPolicy(deps.pool);
    });
    if (verb === 'delete') return dropEntries(context.tx, context.id);
    const text = typeof values[FIELD] === 'string' ? values[FIELD].trim() : '';
    if (text === '') {
      if (verb === 'add') throw refuseField(deps, caller, FIELD, 'pluginNoPackage');
      return undefined;
    }
    const { manifest, keyName } = opened(context, text);
    checkSuccession(context, manifest);
    await checkPublic(context, manifest);
    Object.assign(values, {
      code: manifest.code,
      name: JSON.stringify(manifest.titles),
      pluginVersion: manifest.version,
      publisher: manifest.publisher,
      keyName,
      entryCount: manifest.entries.length,
      packageText: text,
    });
    return undefined;
  },
  async afterWrite(context) {
    const { verb, tx, id, values } = context;
    if (verb === 'delete') return;
    const { text, status } = await stored(context);
    // Verified before each write that leaves it enabled: what was changed in the database stays out too.
    if (isEnabled(status) || values[FIELD]) await keepEntries(tx, id, opened(context, text).manifest, status);
    else await hideEntries(tx, id, status);
  },
};

export const servedByPlugins: readonly Served[] = [serve(pluginPackage, half)];
