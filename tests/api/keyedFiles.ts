import { png } from '../support/pictures.ts';
import { formOf, sendForm } from '../support/upload.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Uploads and imports, once each, with what counts what was kept. */

const kept = (ground: Ground, name: string) => async () => {
  const text = 'select count(*) as n from sys_file where file_name = $1';
  return Number((await ground.server.database.pool.query<{ n: string }>(text, [name])).rows[0]!.n);
};

/** A form has another boundary each time, and is the same upload. */
const byForm =
  (path: string, field: string) =>
  async (ground: Ground): Promise<Keyed> => {
    const name = path.replace('/', '-');
    const send: Keyed['send'] = (body, headers) =>
      sendForm(
        ground.server.base,
        ground.admin,
        path,
        formOf([[`${name}.png`, body as Buffer]], {}, field),
        headers,
      );
    return { who: ground.admin, body: png(3, 3), other: png(5, 5), count: kept(ground, name), send };
  };

export const fileCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysFile/uploadFile': byForm('sysFile/uploadFile', 'File'),
  'sysFile/uploadFiles': byForm('sysFile/uploadFiles', 'files'),
  'sysFile/uploadAvatar': byForm('sysFile/uploadAvatar', 'file'),
  'sysFile/uploadSignature': byForm('sysFile/uploadSignature', 'file'),
  'sysRegion/import': async (ground) => {
    const csv = (code: string) => ({ csv: `parent,code,name\n,${code},Keyed\n` });
    const count = async () => {
      const text = "select coalesce(sum(version), 0) as n from sys_region where code = '990001'";
      return Number((await ground.server.database.pool.query<{ n: string }>(text)).rows[0]!.n);
    };
    return { who: ground.admin, body: csv('990001'), other: csv('990002'), count };
  },
  'sysFile/uploadFileFromBase64': async (ground) => {
    const body = { fileName: 'keyed.png', fileDataBase64: png().toString('base64') };
    const other = { ...body, fileDataBase64: png(7, 7).toString('base64') };
    return { who: ground.admin, body, other, count: kept(ground, 'keyed') };
  },
};
