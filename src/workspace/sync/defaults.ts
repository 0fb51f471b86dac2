import { type LayoutBase, layoutApi } from '../../kit/index.ts';
import { type Envelope, SCHEMA, emptyTree } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { publishedDefault } from './published.ts';

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

/** What somebody starts with who has no layout. */
export interface Default {
  envelope: Envelope;
  /** The published layout that it is; absent for one that ships. */
  base?: LayoutBase;
}

async function published(): Promise<{ body: unknown; base: LayoutBase } | undefined> {
  const found = publishedDefault();
  if (!found) return undefined;
  try {
    const { body, id, version } = await layoutApi.publishedBody(found.id);
    return { body, base: { id, version } };
  } catch {
    return undefined;
  }
}

/** What was published for the caller as a default, else what ships for the caller's role, under a name of the caller's. */
export async function defaultLayout(name: string): Promise<Default> {
  const { body, base } = (await published()) ?? { body: undefined, base: undefined };
  const { envelope } = readEnvelope(body ?? (await shipped()), blankEnvelope(name));
  return { envelope: { ...envelope, id: '', name, scope: 'user' }, ...(base && { base }) };
}

export const defaultEnvelope = async (name: string): Promise<Envelope> =>
  (await defaultLayout(name)).envelope;
