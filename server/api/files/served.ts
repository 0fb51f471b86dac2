import { resourceOf } from '../../../contract/resources/index.ts';
import { type FamilyPage, type ServerHalf, type Served, serve } from '../../engine/serverHalf.ts';
import { checkStem } from '../../platform/files/kind.ts';
import { releaseBytes } from '../../platform/files/place.ts';
import { typedInstant } from '../../platform/localTime.ts';
import { filesById, placeOf, sizeText } from './rows.ts';

/** Files by the family's filters, with where they are. */
const familyPage: FamilyPage = {
  async ask(_deps, { timeZone }, { startTime, endTime, ...body }) {
    if (!startTime && !endTime) return body;
    const createdAt = { from: typedInstant(startTime, timeZone), to: typedInstant(endTime, timeZone) };
    return { ...body, createdAt };
  },
  async more({ pool }, _caller, ids) {
    const files = await filesById(pool, ids);
    return new Map(
      files.map((file) => [file.id, { ...placeOf(file), sizeInfo: sizeText(file.size) }] as const),
    );
  },
};

const sysFile: ServerHalf = {
  familyPage,
  async beforeWrite({ tx, verb, id, values }) {
    if (verb === 'delete' && id) await releaseBytes(tx, id);
    if (verb === 'update' && typeof values.fileName === 'string') checkStem(values.fileName);
  },
  async detail(pool, id) {
    const [file] = await filesById(pool, [id]);
    return file ? { ...placeOf(file), sizeInfo: sizeText(file.size) } : {};
  },
};

export const servedByFiles: readonly Served[] = [serve(resourceOf('sysFile'), sysFile)];
