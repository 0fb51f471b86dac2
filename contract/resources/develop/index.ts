import type { Resource } from '../../resource.ts';
import { formDesign } from './formDesign.ts';
import { sysCodeGen } from './sysCodeGen.ts';

export const DEVELOP: readonly Resource[] = [sysCodeGen, formDesign];
