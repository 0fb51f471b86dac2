import { expect, it } from 'vitest';
import type { Fields } from '../../../contract/field.ts';
import { upstream } from '../../../contract/resources/channels/upstream.ts';
import { draftOf } from './drafts.ts';

it('keeps what was typed and no secret; an emptied field that was empty is no change', () => {
  const fields: Fields = upstream.fields;
  const secret = Object.keys(fields).find((name) => fields[name]?.kind === 'secret');
  expect(secret).toBeDefined();
  const typed = { code: 'mira', name: '', [secret ?? 'none']: 'hush' };
  expect(draftOf(upstream, typed, { code: undefined, name: undefined })).toEqual({ code: 'mira' });
  expect(draftOf(upstream, { code: 'mira' }, { code: 'mira' })).toBeUndefined();
});
