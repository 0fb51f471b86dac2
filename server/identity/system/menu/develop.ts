/** The views of this directory, in their order. */
export const DEVELOP: readonly string[] = ['sysDatabase', 'sysCodeGen', 'formDesign'];
