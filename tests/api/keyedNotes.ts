import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to notes, once each, with what counts the texts that were kept. */

async function orderOf({ server }: Ground): Promise<{ subject: string; id: string }> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select id::text from collect_order order by id limit 1',
  );
  return { subject: 'collectOrder', id: rows[0]!.id };
}

const textsOf = (ground: Ground, id: string) => async () => {
  const { rows } = await ground.server.database.pool.query<{ n: string }>(
    `select count(*) as n from order_note n join order_note_text x on x.note_id = n.id where n.order_id = $1`,
    [id],
  );
  return Number(rows[0]!.n);
};

async function written(ground: Ground) {
  const order = await orderOf(ground);
  const { id: noteId } = await ground.admin.command<{ id: string }>('orderNote/write', {
    ...order,
    body: 'Keyed',
  });
  return { order, noteId, count: textsOf(ground, order.id) };
}

export const noteCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'orderNote/write': async (ground) => {
    const order = await orderOf(ground);
    const body = { ...order, body: 'Keyed' };
    return { who: ground.admin, body, other: { ...order, body: 'Other' }, count: textsOf(ground, order.id) };
  },
  'orderNote/correct': async (ground) => {
    const { order, noteId, count } = await written(ground);
    const body = { ...order, noteId, body: 'Corrected' };
    return { who: ground.admin, body, other: { ...body, body: 'Other' }, count };
  },
  'orderNote/withdraw': async (ground) => {
    const [{ order, noteId, count }, other] = [await written(ground), await written(ground)];
    const body = { ...order, noteId };
    return { who: ground.admin, body, other: { ...order, noteId: other.noteId }, count };
  },
};
