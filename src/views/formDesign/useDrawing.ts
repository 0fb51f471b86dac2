import { useState } from 'react';
import { type DrawnForm, fieldsOf } from '../../../contract/forms/form.ts';
import { type Chosen, fieldAt } from './draft.ts';

const STEPS_MOST = 200;

interface Drawn {
  form: DrawnForm;
  chosen: Chosen | undefined;
  past: readonly DrawnForm[];
  future: readonly DrawnForm[];
  /** What was changed last: typing on in the same place is one step. */
  tag: string | undefined;
}

/** What is drawn of a form, with the way back. */
export function useDrawing(saved: DrawnForm) {
  const first = fieldsOf(saved)[0];
  const [drawn, set] = useState<Drawn>({
    form: saved,
    chosen: first && { key: first.key },
    past: [],
    future: [],
    tag: undefined,
  });
  const { form, chosen, past, future } = drawn;
  const isThere =
    chosen !== undefined &&
    ('key' in chosen ? fieldAt(form, chosen.key) !== undefined : chosen.section < form.sections.length);
  return {
    form,
    chosen: isThere ? chosen : undefined,
    choose: (next: Chosen | undefined) => set((was) => ({ ...was, chosen: next, tag: undefined })),
    draw(next: DrawnForm, options: { chosen?: Chosen | undefined; tag?: string } = {}) {
      set((was) => ({
        form: next,
        chosen: 'chosen' in options ? options.chosen : was.chosen,
        past:
          options.tag !== undefined && options.tag === was.tag
            ? was.past
            : [...was.past, was.form].slice(-STEPS_MOST),
        future: [],
        tag: options.tag,
      }));
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    undo: () =>
      set((was) => {
        const before = was.past.at(-1);
        if (!before) return was;
        return {
          ...was,
          form: before,
          past: was.past.slice(0, -1),
          future: [was.form, ...was.future],
          tag: undefined,
        };
      }),
    redo: () =>
      set((was) => {
        const [next, ...future] = was.future;
        return next ? { ...was, form: next, past: [...was.past, was.form], future, tag: undefined } : was;
      }),
  };
}

export type Drawing = ReturnType<typeof useDrawing>;
