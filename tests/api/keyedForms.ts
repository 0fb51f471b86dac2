import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to forms, once each, with what counts how often the form was changed. */

const SCHEMA = {
  type: 'object',
  properties: { note: { type: 'string', 'x-title': { en: 'Note' } } },
  'x-sections': [{ fields: ['note'] }],
};

interface Made {
  id: string;
  version: number;
}

/** A form with a field; it is a draft. */
async function drawn({ admin }: Ground): Promise<Made> {
  const made = await admin.command<Made>('formDesign/add', { name: 'Keyed', purpose: 'manualOrder' });
  return admin.command<Made>('formDesign/draw', { id: made.id, version: made.version, schema: SCHEMA });
}

const versionOf =
  ({ server }: Ground, id: string) =>
  async () => {
    const { rows } = await server.database.pool.query<{ n: string }>(
      'select version as n from form_design where id = $1',
      [id],
    );
    return Number(rows[0]!.n);
  };

async function published(ground: Ground): Promise<Made> {
  const form = await drawn(ground);
  return ground.admin.command<Made>('formDesign/publish', { id: form.id, version: form.version });
}

export const formCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'formDesign/draw': async (ground) => {
    const { id, version } = await drawn(ground);
    const body = { id, version, schema: SCHEMA };
    return { who: ground.admin, body, other: { ...body, version: 1 }, count: versionOf(ground, id) };
  },
  'formDesign/publish': async (ground) => {
    const { id, version } = await drawn(ground);
    const body = { id, version, note: 'Keyed' };
    return { who: ground.admin, body, other: { ...body, note: 'Other' }, count: versionOf(ground, id) };
  },
  'formDesign/retire': async (ground) => {
    const [{ id, version }, other] = [await published(ground), await drawn(ground)];
    const body = { id, version };
    return { who: ground.admin, body, other: { id: other.id, version }, count: versionOf(ground, id) };
  },
};
