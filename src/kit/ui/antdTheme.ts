import { type ThemeConfig, theme } from 'antd';
import type { Tokens } from './tokens.ts';

/** Our tokens in the words of the UI kit. */
export function antdTheme(t: Tokens): ThemeConfig {
  return {
    // Not the compact algorithm: it shrinks the type as well, and ours is chosen by size.
    algorithm: t.mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'pd-antd' },
    hashed: false,
    token: {
      sizeStep: t.size === 'small' ? 3 : 4,
      colorPrimary: t.primaryFill,
      colorLink: t.primary,
      colorInfo: t.info,
      colorSuccess: t.success,
      colorWarning: t.warning,
      colorError: t.danger,
      // The ring of a wrong field that has the focus: its border is red without it, too.
      colorErrorOutline: t.primary,
      colorBgLayout: t.bg,
      colorBgBase: t.panel,
      colorBgContainer: t.panel,
      colorBgElevated: t.raised,
      colorText: t.text,
      colorTextSecondary: t.muted,
      colorTextTertiary: t.muted,
      colorTextDescription: t.muted,
      colorTextPlaceholder: t.muted,
      colorBorder: t.controlBorder,
      colorBorderSecondary: t.border,
      colorSplit: t.border,
      fontFamily: 'var(--pd-font)',
      fontFamilyCode: 'var(--pd-mono)',
      fontSize: t.font,
      borderRadius: t.radius,
      borderRadiusSM: t.radius,
      borderRadiusLG: t.radius,
      controlHeight: t.control,
      controlHeightSM: t.control - 4,
      controlHeightLG: t.control + 6,
      motionDurationFast: '0.06s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.12s',
      boxShadow: 'var(--pd-shadow)',
      boxShadowSecondary: 'var(--pd-shadow)',
      wireframe: false,
    },
    components: {
      Button: {
        defaultBorderColor: t.border,
        defaultShadow: 'none',
        primaryShadow: 'none',
        dangerShadow: 'none',
      },
      Select: { optionSelectedBg: t.selected },
      Tooltip: { colorBgSpotlight: t.raised, colorTextLightSolid: t.text },
      Form: { itemMarginBottom: 12, verticalLabelPadding: '0 0 4px' },
      Modal: { headerBg: t.raised, contentBg: t.raised },
      Tabs: { itemSelectedColor: t.primary, inkBarColor: t.primary, itemHoverColor: t.text },
    },
  };
}
