import { brighten, brightestUnder, mix, reach } from './contrast.ts';

/** The one source of colour and size: antd, AG Grid, FlexLayout and ECharts all read what this file makes. */

export type Mode = 'dark' | 'light';
export type Size = 'small' | 'default' | 'large';
export type Tone = 'success' | 'warning' | 'info' | 'primary' | 'danger';

export const DEFAULT_PRIMARY = '#0F59A4';

export interface Tokens {
  mode: Mode;
  size: Size;
  bg: string;
  panel: string;
  raised: string;
  hover: string;
  border: string;
  /** 3:1 on the panel: the outline of an input. */
  controlBorder: string;
  text: string;
  muted: string;
  /** Active or mine; legible as text on every ground. */
  primary: string;
  /** Ground of a primary button. */
  primaryFill: string;
  onPrimary: string;
  /** Ground of the selected row and the active menu entry. */
  selected: string;
  success: string;
  warning: string;
  danger: string;
  info: string;
  soft: Record<Tone, string>;
  /** Series of a chart, in order. */
  series: readonly string[];
  font: number;
  row: number;
  header: number;
  strip: number;
  control: number;
  formRow: number;
  radius: number;
}

const GROUND = {
  dark: {
    bg: '#0B0E14',
    panel: '#11151D',
    raised: '#171C26',
    hover: '#1A212D',
    border: '#222A36',
    text: '#D7DDE8',
    muted: '#8B95A7',
    success: '#3DBD6E',
    warning: '#E3A33C',
    danger: '#EC6A70',
    info: '#5AA9EA',
  },
  light: {
    bg: '#F3F5F8',
    panel: '#FFFFFF',
    raised: '#FFFFFF',
    hover: '#EEF2F7',
    border: '#DDE3EA',
    text: '#1B2430',
    muted: '#5B6675',
    success: '#0B7A3E',
    warning: '#8F5B00',
    danger: '#C0212B',
    info: '#1566B3',
  },
} as const;

const SIZES: Record<Size, Pick<Tokens, 'font' | 'row' | 'header' | 'strip' | 'control' | 'formRow'>> = {
  small: { font: 12, row: 26, header: 28, strip: 28, control: 24, formRow: 32 },
  default: { font: 13, row: 30, header: 32, strip: 32, control: 28, formRow: 36 },
  large: { font: 14, row: 36, header: 38, strip: 36, control: 34, formRow: 42 },
};

const far = (mode: Mode): string => (mode === 'dark' ? '#FFFFFF' : '#000000');

/** A soft fill keeps its own tone legible on it, so the tone is moved if it must be. */
function tone(mode: Mode, colour: string): { colour: string; soft: string } {
  const { panel, bg, hover } = GROUND[mode];
  const soft = mix(colour, panel, mode === 'dark' ? 0.16 : 0.1);
  return { colour: reach(colour, far(mode), [panel, bg, hover, soft], 4.5), soft };
}

export function makeTokens(mode: Mode, size: Size, primary: string = DEFAULT_PRIMARY): Tokens {
  const ground = GROUND[mode];
  const selected = mix(primary, ground.panel, mode === 'dark' ? 0.28 : 0.11);
  const grounds = [ground.panel, ground.bg, ground.hover, selected];
  const active = mode === 'dark' ? brighten(primary, grounds, 5.2) : reach(primary, '#000000', grounds, 4.5);
  const fill = reach(
    mode === 'dark' ? brightestUnder(primary, '#FFFFFF', 4.8) : primary,
    '#000000',
    ['#FFFFFF'],
    4.5,
  );
  const tones = {
    success: tone(mode, ground.success),
    warning: tone(mode, ground.warning),
    danger: tone(mode, ground.danger),
    info: tone(mode, ground.info),
  };
  return {
    mode,
    size,
    ...ground,
    muted: reach(
      ground.muted,
      far(mode),
      [ground.panel, ground.bg, ground.raised, ground.hover, selected],
      4.5,
    ),
    controlBorder: reach(ground.border, far(mode), [ground.panel, ground.bg], 3),
    primary: active,
    primaryFill: fill,
    onPrimary: '#FFFFFF',
    selected,
    success: tones.success.colour,
    warning: tones.warning.colour,
    danger: tones.danger.colour,
    info: tones.info.colour,
    soft: {
      success: tones.success.soft,
      warning: tones.warning.soft,
      danger: tones.danger.soft,
      primary: mix(active, ground.panel, mode === 'dark' ? 0.16 : 0.1),
      info: mix(ground.muted, ground.panel, mode === 'dark' ? 0.18 : 0.12),
    },
    series: [
      mix(active, ground.panel, mode === 'dark' ? 0.7 : 0.75),
      tones.warning.colour,
      tones.success.colour,
      tones.danger.colour,
      tones.info.colour,
      ground.muted,
    ],
    ...SIZES[size],
    radius: 2,
  };
}

/** Text colour of a dictionary tag; `info` is neutral, since most states are neither good nor bad. */
export function toneText(tokens: Tokens, name: Tone): string {
  if (name === 'info') return reach(tokens.muted, far(tokens.mode), [tokens.soft.info], 4.5);
  if (name === 'primary') return reach(tokens.primary, far(tokens.mode), [tokens.soft.primary], 4.5);
  return tokens[name];
}

const px = (value: number): string => `${value}px`;

/** Everything a stylesheet may use; the names are the contract with every CSS file. */
export function cssVariables(t: Tokens): Record<string, string> {
  return {
    '--pd-bg': t.bg,
    '--pd-panel': t.panel,
    '--pd-raised': t.raised,
    '--pd-hover': t.hover,
    '--pd-border': t.border,
    '--pd-control-border': t.controlBorder,
    '--pd-text': t.text,
    '--pd-muted': t.muted,
    '--pd-primary': t.primary,
    '--pd-primary-fill': t.primaryFill,
    '--pd-on-primary': t.onPrimary,
    '--pd-selected': t.selected,
    '--pd-success': t.success,
    '--pd-warning': t.warning,
    '--pd-danger': t.danger,
    '--pd-info': t.info,
    ...Object.fromEntries(
      (Object.keys(t.soft) as Tone[]).flatMap((name) => [
        [`--pd-soft-${name}`, t.soft[name]],
        [`--pd-tag-${name}`, toneText(t, name)],
      ]),
    ),
    '--pd-shadow': t.mode === 'dark' ? '0 8px 24px rgb(0 0 0 / 55%)' : '0 8px 24px rgb(20 32 50 / 16%)',
    '--pd-font-size': px(t.font),
    '--pd-font-size-small': px(t.font - 1),
    '--pd-row': px(t.row),
    '--pd-header': px(t.header),
    '--pd-strip': px(t.strip),
    '--pd-control': px(t.control),
    '--pd-form-row': px(t.formRow),
    '--pd-radius': px(t.radius),
  };
}
