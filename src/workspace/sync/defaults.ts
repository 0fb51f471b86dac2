import { type Envelope, SCHEMA, emptyTree } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';

type Shipped = () => Promise<unknown>;
let shipped: Shipped = async () => undefined;

/** Sets where the layout that ships for the caller's role is read from. Returns its undo. */
export function provideDefault(load: Shipped): () => void {
  const before = shipped;
  shipped = load;
  return () => {
    shipped = before;
  };
}

export const blankEnvelope = (name: string): Envelope => ({
  schema: SCHEMA,
  id: '',
  name,
  scope: 'user',
  baseVersion: 0,
  locked: false,
  layout: emptyTree(),
  links: { panels: {}, contexts: {} },
  panels: {},
});

/** The shipped layout of the caller's role under a name of the caller's own. */
export async function defaultEnvelope(name: string): Promise<Envelope> {
  const { envelope } = readEnvelope(await shipped(), blankEnvelope(name));
  return { ...envelope, id: '', name, scope: 'user' };
}
