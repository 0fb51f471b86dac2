import { resourceOf } from '../../../contract/resources/index.ts';
import { type ServerHalf, type Served, serve, type WriteContext } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** Template and example are read by the designer and by whoever prints: they are what they should be. */
function checkTexts({ deps, caller, values }: WriteContext): void {
  for (const field of ['template', 'printDataDemo']) {
    const text = values[field];
    if (typeof text === 'string' && text !== '' && !isJson(text))
      throw refuseField(deps, caller, field, 'notJson');
  }
}

const sysPrint: ServerHalf = {
  async beforeWrite(context) {
    const { tx, id, verb, values } = context;
    if (verb === 'delete') return;
    checkTexts(context);
    if (typeof values.name !== 'string') return;
    const twin = await tx.query('select from sys_print where name = $1 and id <> $2', [
      values.name,
      verb === 'add' ? '0' : id,
    ]);
    if (twin.rowCount) throw new Refused('duplicate', { field: 'name', value: values.name });
  },
};

export const servedByPrint: readonly Served[] = [serve(resourceOf('sysPrint'), sysPrint)];
