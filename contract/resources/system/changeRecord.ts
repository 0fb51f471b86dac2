import { instant, ref } from '../../field.ts';

/** When and by whom a row was made and changed last; the engine writes them where the table has them. */
export const changeRecord = {
  createdAt: instant({ readonly: true, sort: true, extra: true }),
  createdBy: ref('sysUser', { readonly: true, extra: true }),
  updatedAt: instant({ readonly: true, sort: true, extra: true }),
  updatedBy: ref('sysUser', { readonly: true, extra: true }),
} as const;
