import { part } from '../ui/part.tsx';

/** Inputs that bring the UI kit's lists: most sheets and all filters do without. */
export const RefInput = part(async () => ({ default: (await import('./RefInputs.tsx')).RefInput }));
export const JsonInput = part(async () => ({ default: (await import('./JsonInput.tsx')).JsonInput }));
export const PickList = part(async () => ({ default: (await import('./PickList.tsx')).PickList }));

export const RowsInput = part(async () => ({ default: (await import('./RowsInput.tsx')).RowsInput }));

/** Of few forms, and heavy: they come with the form that has them. */
export const RichInput = part(async () => ({ default: (await import('./RichInput.tsx')).RichInput }));
export const IconInput = part(async () => ({ default: (await import('./IconInput.tsx')).IconInput }));
export const FileTextInput = part(async () => ({
  default: (await import('./FileTextInput.tsx')).FileTextInput,
}));

/** Loads all of them: a form has its fields at once, and the focus in the first one. */
export const loadInputs = () =>
  Promise.all([RefInput, JsonInput, PickList, RowsInput].map((input) => input.load()));
