import { useEffect } from 'react';
import type { FormExtraProps } from '../../resource/form/FormSheet.tsx';

/** A new item is of the dictionary that is shown. */
export function OfType({ form, row, type }: FormExtraProps & { type?: string }) {
  useEffect(() => {
    if (row || !type) return;
    // After the form has filled itself; and no draft is made of what nobody typed.
    const timer = setTimeout(() => {
      if (!form.getFieldValue('dictTypeId')) form.setFieldsValue({ dictTypeId: type });
    });
    return () => clearTimeout(timer);
  }, [form, row, type]);
  return null;
}
