/** Labels left of their inputs, as dense as a list. */
export const FORM_LOOK = {
  size: 'small',
  requiredMark: true,
  colon: false,
  labelAlign: 'left',
  labelWrap: true,
  labelCol: { flex: '0 0 130px' },
  autoComplete: 'off',
} as const;
