import { isCodeName } from '../../../contract/codeName.ts';
import { formDesign } from '../../../contract/resources/develop/formDesign.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { Refused } from '../../platform/http/refused.ts';
import { FORM_STATUS } from './draw.ts';
import { versionsOf } from './versions.ts';

export const servedByForms: readonly Served[] = [
  serve(formDesign, {
    // Rows were filled in by its versions.
    async beforeWrite({ deps, caller, verb, before, values }) {
      if (typeof values.name === 'string' && !isCodeName(values.name))
        throw refuseField(deps, caller, 'name', 'plainName');
      if (verb === 'delete' && before?.status !== FORM_STATUS.draft) throw new Refused('formPublished');
    },
    async detail(pool, id, { locale }) {
      const { rows } = await pool.query<{ draft: unknown }>('select draft from form_design where id = $1', [
        id,
      ]);
      return { draft: rows[0]?.draft, versions: await versionsOf(pool, id, locale) };
    },
  }),
];
