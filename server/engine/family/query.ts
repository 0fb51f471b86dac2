import { idText } from '../../../contract/id.ts';
import type { Compiled } from '../compile.ts';

type Body = Readonly<Record<string, unknown>>;

/** What the family calls the columns of the change record. */
export const CHANGE_RECORD: Readonly<Record<string, string>> = {
  createTime: 'createdAt',
  updateTime: 'updatedAt',
  createUserId: 'createdBy',
  createUserName: 'createdByName',
  updateUserId: 'updatedBy',
  updateUserName: 'updatedByName',
};

/** A sort that the list has, by its own name; undefined leaves the list in its own order. */
function sortOf({ columns, resource }: Compiled, asked: unknown): string | undefined {
  const name = typeof asked === 'string' ? (CHANGE_RECORD[asked] ?? asked) : '';
  const isKnown = name === 'id' || name === resource.sort.field || columns.get(name)?.field.sort === true;
  return isKnown ? name : undefined;
}

/** A page as the family's clients ask for it: no more rows than a page may have, and sorts that nobody has left out. */
export function familyQuery(compiled: Compiled, body: Body, most: number): Body {
  const size = Number(idText(body.pageSize));
  return {
    ...body,
    field: sortOf(compiled, body.field),
    ...(size > most && { pageSize: most }),
  };
}
