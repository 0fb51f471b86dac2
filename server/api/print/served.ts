import { FOREIGN, TEMPLATE_MOST } from '../../../contract/print/printed.ts';
import { picturesIn, readTemplate } from '../../../contract/print/template.ts';
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

const PICTURES = `select id::text from sys_file where id = any($1::bigint[]) and is_public
  and suffix in ('.png', '.jpg', '.gif')`;

/** A template of our own is checked whole; that of another program is kept as it is. @returns what it prints */
async function checkTemplate({ deps, tx, caller }: WriteContext, text: string): Promise<string> {
  const read = readTemplate(text);
  if (read.kind === FOREIGN) return FOREIGN;
  const refuse = (says: string, values: Record<string, unknown> = {}) =>
    refuseField(deps, caller, 'template', says, values);
  if (read.kind === 'wrong') {
    const { says, element, name } = read.fault;
    if (says === 'shape' && element === undefined) throw refuse(isJson(text) ? 'printShape' : 'notJson');
    throw refuse(`print${says[0]!.toUpperCase()}${says.slice(1)}${says === 'shape' ? 'At' : ''}`, {
      element,
      name,
      max: TEMPLATE_MOST,
    });
  }
  const wanted = picturesIn(read.template);
  if (wanted.length > 0) {
    const { rows } = await tx.query<{ id: string }>(PICTURES, [wanted]);
    // Whoever prints sees it: only what everybody may see is taken.
    if (rows.length < wanted.length) throw refuse('printPicture');
  }
  return read.template.source;
}

const sysPrint: ServerHalf = {
  async beforeWrite(context) {
    const { tx, id, verb, values, deps, caller } = context;
    if (verb === 'delete') return;
    const { template, printDataDemo: example } = values;
    if (typeof template === 'string') values.source = await checkTemplate(context, template);
    if (typeof example === 'string' && example !== '' && !isJson(example))
      throw refuseField(deps, caller, 'printDataDemo', 'notJson');
    if (typeof values.name !== 'string') return;
    const twin = await tx.query('select from sys_print where name = $1 and id <> $2', [
      values.name,
      verb === 'add' ? '0' : id,
    ]);
    if (twin.rowCount) throw new Refused('duplicate', { field: 'name', value: values.name });
  },
};

export const servedByPrint: readonly Served[] = [serve(resourceOf('sysPrint'), sysPrint)];
